//! Which changes are undone, and by which.

use super::ChangeRecord;

/// The changes that were undone and not redone. Records are added the latest first.
#[derive(Debug, Default)]
pub struct Undoings {
    /// The change that was undone, and the one that undid it.
    pairs: Vec<(String, String)>,
}

impl Undoings {
    /// Adds the record before those added so far. Returns the change that undid it, if one did. Only an undo that was not undone
    /// itself counts.
    pub fn add(&mut self, record: &ChangeRecord) -> Option<String> {
        let undone_by = self.pairs.iter().find(|(undone, _)| *undone == record.id).map(|(_, by)| by.clone());
        if let (None, Some(undone)) = (&undone_by, &record.undoes) {
            self.pairs.push((undone.clone(), record.id.clone()));
        }
        undone_by
    }
}
