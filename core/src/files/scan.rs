//! Many files read once, keeping only what a function extracts from each.

use std::any::Any;
use std::fmt;

use crate::failure::Fault;

use super::FileState;

/// Files to read once, and what to keep of each.
pub struct Scan {
    pub(crate) paths: Vec<String>,
    extractor: Box<dyn Extract>,
}

/// Extracts values of a type that only the tool knows.
trait Extract {
    fn visit(&mut self, path: &str, content: Result<&[u8], String>);
    fn found(&self) -> &dyn Any;
}

struct Extractor<T, F> {
    extract: F,
    found: Vec<(String, T)>,
}

impl<T: 'static, F: FnMut(&str, Result<&[u8], String>) -> Option<T>> Extract for Extractor<T, F> {
    fn visit(&mut self, path: &str, content: Result<&[u8], String>) {
        if let Some(value) = (self.extract)(path, content) {
            self.found.push((path.to_owned(), value));
        }
    }

    fn found(&self) -> &dyn Any {
        &self.found
    }
}

impl Scan {
    pub(super) fn new<T: 'static>(
        paths: Vec<String>,
        extract: impl FnMut(&str, Result<&[u8], String>) -> Option<T> + 'static,
    ) -> Self {
        Self { paths, extractor: Box::new(Extractor { extract, found: Vec::<(String, T)>::new() }) }
    }

    /// Takes a file. One that was deleted since its name was listed is passed over.
    pub(crate) fn provide(&mut self, path: &str, state: &FileState) {
        let content = match state {
            FileState::File { bytes, .. } => Ok(bytes.as_slice()),
            FileState::Fault { fault } => Err(fault.message().to_owned()),
            FileState::Directory { .. } => Err(Fault::NotAFile.message().to_owned()),
            FileState::Absent => return,
        };
        self.extractor.visit(path, content);
    }

    /// The paths with what was extracted, a `Vec<(String, T)>`.
    pub(crate) fn found(&self) -> &dyn Any {
        self.extractor.found()
    }
}

impl fmt::Debug for Scan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Scan").field("paths", &self.paths).finish_non_exhaustive()
    }
}
