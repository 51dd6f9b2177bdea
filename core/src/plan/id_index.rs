//! From a task's id to its place in the plan, without a copy of any id.

use std::hash::{DefaultHasher, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Task numbers found by the hash of the task's id. The ids themselves stay in the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdIndex {
    table: HashTable<usize>,
}

impl IdIndex {
    /// An index with room for the tasks of a text of `bytes` bytes, if it is written like most.
    pub(crate) fn for_text_of(bytes: usize) -> Self {
        const BYTES_PER_TASK: usize = 128;
        Self { table: HashTable::with_capacity(bytes / BYTES_PER_TASK) }
    }

    /// The number under which `id` was inserted first.
    pub(crate) fn find<'t>(&self, id: &str, id_of: impl Fn(usize) -> &'t str) -> Option<usize> {
        self.table.find(hash(id), |number| id_of(*number) == id).copied()
    }

    /// Inserts `number` under `id`, unless the id is there already: then the number it has is returned.
    pub(crate) fn insert<'t>(&mut self, id: &str, number: usize, id_of: impl Fn(usize) -> &'t str) -> Option<usize> {
        match self.table.entry(hash(id), |number| id_of(*number) == id, |number| hash(id_of(*number))) {
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
fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(id.as_bytes());
    hasher.finish()
}
