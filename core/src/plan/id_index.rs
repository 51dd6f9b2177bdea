//! From a task's id to its place in the plan, without a copy of any id.

use std::hash::{DefaultHasher, Hash, Hasher};

use hashbrown::HashTable;

/// Task numbers found by the hash of the task's id. The ids themselves stay in the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdIndex {
    table: HashTable<usize>,
}

impl IdIndex {
    /// The number under which `id` was inserted first.
    pub(crate) fn find<'t>(&self, id: &str, id_of: impl Fn(usize) -> &'t str) -> Option<usize> {
        self.table.find(hash(id), |number| id_of(*number) == id).copied()
    }

    /// Inserts `number` under `id`, unless the id is there already: then the number it has is returned.
    pub(crate) fn insert<'t>(&mut self, id: &str, number: usize, id_of: impl Fn(usize) -> &'t str) -> Option<usize> {
        let found = self.find(id, &id_of);
        if found.is_none() {
            self.table.insert_unique(hash(id), number, |number| hash(id_of(*number)));
        }
        found
    }
}

/// `DefaultHasher::new` has fixed keys, so that nothing in the core depends on a random seed.
fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
