//! Names with numbers.

use crate::text::NameIndex;

/// Names, each with the number under which it was first added.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: Vec<String>,
    index: NameIndex,
}

impl Names {
    /// Adds a name, if it is not there yet, and gives its number.
    pub(crate) fn add(&mut self, name: &str) -> usize {
        let next = self.names.len();
        let names = &self.names;
        let known = self.index.insert(name, next, &|number| names.get(number).map_or(name, String::as_str));
        if known.is_none() {
            self.names.push(name.to_owned());
        }
        known.unwrap_or(next)
    }

    /// The number of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.index.find(name, &|number| self.names.get(number).map_or("", String::as_str))
    }
}
