//! Files beside the plans as tools get at them: records of decisions and notes on tasks.

pub(super) mod decisions;
pub(super) mod notes;

use std::collections::BinaryHeap;

use crate::workspace::{FoundText, Stop, ToolError, Unreadable};

use super::registry::Context;

/// Longest list of files that could not be looked through.
pub(super) const LONGEST_UNREADABLE: usize = 1_500;

impl<'w> Context<'w> {
    /// The text of a file beside the plans, if there is one.
    pub(super) fn text_file(&self, path: &str) -> Result<Option<FoundText<'w>>, Stop> {
        match self.files.text(path)? {
            Ok(found) => Ok(Some(found)),
            Err(Unreadable::Absent) => Ok(None),
            Err(Unreadable::Fault(word)) => Err(ToolError::file_fault(&self.shown_file(path), word).into()),
            Err(Unreadable::NotText { diagnostic, .. }) => {
                let message = format!("{}: {}", self.shown_file(path), diagnostic.message);
                Err(ToolError::new("PARSE_ERROR", message).into())
            }
        }
    }

    /// A path as answers show it: relative to the root.
    pub(super) fn shown_file(&self, path: &str) -> String {
        format!("{}/{path}", self.settings.plans_dir)
    }

    /// The Markdown files in a folder that `is_wanted` names without their extension, in the order of their names.
    pub(super) fn stems(&self, folder: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<&'w str>, Stop> {
        let names = self.files.names(folder)?.iter();
        let stems = names.filter_map(|name| name.strip_suffix(".md")).filter(|stem| is_wanted(stem));
        Ok(stems.collect::<BinaryHeap<_>>().into_sorted_vec())
    }
}
