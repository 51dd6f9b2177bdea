//! Files looked through one by one, of which only what was found is kept.

use std::fmt;

use crate::contract::Json;
use crate::plan::decode;

use super::Loaded;
use super::error::fault_sentence;

/// What is made of a file's text, or of the reason why it has none. Nothing at all if it is of no interest.
pub trait Visit: Fn(&str, Result<&str, String>) -> Option<Json> {}

impl<F: Fn(&str, Result<&str, String>) -> Option<Json>> Visit for F {}

/// Files to look through, and what to make of each.
pub struct Scan {
    pub(super) paths: Vec<String>,
    visit: Box<dyn Visit>,
    found: Vec<(String, Json)>,
}

impl Scan {
    pub(super) fn new(paths: Vec<String>, visit: impl Visit + 'static) -> Self {
        Self { paths, visit: Box::new(visit), found: Vec::new() }
    }

    /// Looks at a file. One that went away since its name was listed is of no interest.
    pub(super) fn look(&mut self, path: &str, loaded: &Loaded) {
        let text = match loaded {
            Loaded::Bytes { bytes, .. } | Loaded::Listed(bytes) | Loaded::Appended(bytes) => {
                decode(bytes).map_err(|diagnostic| diagnostic.to_line())
            }
            Loaded::Fault(word) => Err(fault_sentence(word)),
            Loaded::Names(_) => Err(fault_sentence("notAFile")),
            Loaded::Absent => return,
        };
        if let Some(value) = (self.visit)(path, text) {
            self.found.push((path.to_owned(), value));
        }
    }

    /// What was found so far.
    pub(super) fn found(&self) -> &[(String, Json)] {
        &self.found
    }
}

impl fmt::Debug for Scan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Scan").field("paths", &self.paths).field("found", &self.found).finish_non_exhaustive()
    }
}
