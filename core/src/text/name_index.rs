//! From a name to its number, without a copy of any name.

use std::hash::{DefaultHasher, Hash, Hasher};

use hashbrown::HashTable;

/// Numbers found by the hash of a name. The names themselves stay where they are; whoever asks says which name a number has.
///
/// All of the core's look-ups by name go through this one table, so that the wasm holds the code for it once.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameIndex {
    table: HashTable<usize>,
}

impl NameIndex {
    /// The number under which `name` was inserted.
    pub(crate) fn find<'t>(&self, name: &str, name_of: &dyn Fn(usize) -> &'t str) -> Option<usize> {
        self.table.find(hash(name), |number| name_of(*number) == name).copied()
    }

    /// Inserts `number` under `name`, unless the name is there already: then the number it has is returned.
    pub(crate) fn insert<'t>(
        &mut self,
        name: &str,
        number: usize,
        name_of: &dyn Fn(usize) -> &'t str,
    ) -> Option<usize> {
        let found = self.find(name, name_of);
        if found.is_none() {
            self.table.insert_unique(hash(name), number, |number| hash(name_of(*number)));
        }
        found
    }
}

/// `DefaultHasher::new` has fixed keys, so that nothing in the core depends on a random seed.
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
