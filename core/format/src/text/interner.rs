//! String → index.

use std::hash::{DefaultHasher, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Gives equal strings the same index. Indexes count up from 0 in the order in which the strings first appear.
///
/// ```
/// use long_term_plan_format::text::Interner;
/// let mut words = Interner::<&str>::default();
/// assert_eq!(["a", "b", "a"].map(|word| words.intern(word)), [0, 1, 0]);
/// assert_eq!((words.find("b"), words.find("c"), words.count()), (Some(1), None, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Interner<S> {
    strings: Vec<S>,
    index: NameIndex,
}

impl<S> Default for Interner<S> {
    fn default() -> Self {
        Self { strings: Vec::new(), index: NameIndex::default() }
    }
}

impl<S: AsRef<str>> Interner<S> {
    /// The index of `string`, which is added if it is new.
    pub fn intern(&mut self, string: impl AsRef<str> + Into<S>) -> usize {
        let next = self.strings.len();
        let name = string.as_ref();
        let known = self.index.insert(name, next, &|index| self.strings.get(index).map_or(name, S::as_ref));
        known.unwrap_or_else(|| {
            self.strings.push(string.into());
            next
        })
    }

    /// The indexes of several strings.
    pub fn intern_all(&mut self, strings: &[S]) -> Vec<usize>
    where
        S: Copy,
    {
        strings.iter().map(|string| self.intern(*string)).collect()
    }

    /// Adds `string`, and returns whether it is new.
    pub fn insert(&mut self, string: impl AsRef<str> + Into<S>) -> bool {
        let next = self.strings.len();
        self.intern(string) == next
    }

    /// The index of `string`; `None` if it was never added.
    pub fn find(&self, string: &str) -> Option<usize> {
        self.index.find(string, &|index| self.strings.get(index).map_or("", S::as_ref))
    }

    /// The strings, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.strings.iter().map(S::as_ref)
    }

    /// How many different strings were added.
    pub fn count(&self) -> usize {
        self.strings.len()
    }
}

/// The strings of an iterator, without duplicates.
impl<S: AsRef<str>> FromIterator<S> for Interner<S> {
    fn from_iter<I: IntoIterator<Item = S>>(strings: I) -> Self {
        let mut interner = Self::default();
        for string in strings {
            interner.intern(string);
        }
        interner
    }
}

/// Finds indexes by strings that are stored elsewhere: the caller says which string an index stands for.
///
/// All look-ups by string in the core use this table, so that the wasm contains its code once.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    table: HashTable<usize>,
}

impl NameIndex {
    /// An index with room for the tasks of a typical plan of `bytes` bytes.
    pub fn for_text_of(bytes: usize) -> Self {
        const BYTES_PER_TASK: usize = 128;
        Self { table: HashTable::with_capacity(bytes / BYTES_PER_TASK) }
    }

    /// The index that was inserted under `name`.
    pub fn find<'t>(&self, name: &str, name_of: &dyn Fn(usize) -> &'t str) -> Option<usize> {
        self.table.find(hash(name), |index| name_of(*index) == name).copied()
    }

    /// Adds 1 to every index from `from` on.
    pub fn make_room(&mut self, from: usize) {
        for index in self.table.iter_mut().filter(|index| **index >= from) {
            *index += 1;
        }
    }

    /// Inserts `index` under `name`. If the name is taken, nothing changes and its index is returned.
    pub fn insert<'t>(&mut self, name: &str, index: usize, name_of: &dyn Fn(usize) -> &'t str) -> Option<usize> {
        match self.table.entry(hash(name), |index| name_of(*index) == name, |index| hash(name_of(*index))) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(index);
                None
            }
        }
    }
}

/// `DefaultHasher::new` has fixed keys, so nothing in the core depends on a random seed. A simpler hash would be faster,
/// but would let a file contain thousands of colliding ids.
// Inlined everywhere, it would add 0.8 KiB to `core.wasm` gzipped (`node scripts/wasm-size.mjs`, 2026-11-18).
#[inline(never)]
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name.as_bytes());
    hasher.finish()
}
