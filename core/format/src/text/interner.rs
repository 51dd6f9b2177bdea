//! From a name to its number, without a copy of any name.

use std::hash::{DefaultHasher, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Numbers found by the hash of a name. The names themselves stay where they are; whoever asks says which name a number has.
///
/// All of the core's look-ups by name go through this one table, so that the wasm holds the code for it once.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    table: HashTable<usize>,
}

impl NameIndex {
    /// An index with room for the tasks of a text of `bytes` bytes, if it is written like most.
    pub fn for_text_of(bytes: usize) -> Self {
        const BYTES_PER_TASK: usize = 128;
        Self { table: HashTable::with_capacity(bytes / BYTES_PER_TASK) }
    }

    /// The number under which `name` was inserted.
    pub fn find<'t>(&self, name: &str, name_of: &dyn Fn(usize) -> &'t str) -> Option<usize> {
        self.table.find(hash(name), |number| name_of(*number) == name).copied()
    }

    /// Inserts `number` under `name`, unless the name is there already: then the number it has is returned.
    pub fn insert<'t>(&mut self, name: &str, number: usize, name_of: &dyn Fn(usize) -> &'t str) -> Option<usize> {
        match self.table.entry(hash(name), |number| name_of(*number) == name, |number| hash(name_of(*number))) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                None
            }
        }
    }
}

/// `DefaultHasher::new` has fixed keys, so that nothing in the core depends on a random seed. A simpler hash would be
/// quicker, but a file could then hold thousands of ids that collide.
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name.as_bytes());
    hasher.finish()
}
