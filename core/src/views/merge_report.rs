//! What a merge could not decide, or decided by a rule.

use crate::contract::output;
use crate::merge::Conflict;

use super::number;

output! {
    /// How a merge went.
    pub struct MergeReport {
        /// What somebody has to decide; it stands between conflict markers.
        "conflicts" conflicts: Vec<MergeConflict>,
        /// What a rule decided.
        "notes" notes: Vec<MergeConflict>,
    }
}

output! {
    /// Something that both sides changed differently.
    pub struct MergeConflict {
        /// The task; absent for headings, text and the file as a whole.
        "taskId" task_id: Option<String>,
        /// `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`.
        "field" field: String,
        /// Its line in the merged text, counted from 1.
        "line" line: u32,
        /// The value before.
        "base" base: Option<String>,
        /// Our value; absent if we took it away.
        "ours" ours: Option<String>,
        /// Their value; absent if they took it away.
        "theirs" theirs: Option<String>,
        /// What happened.
        "message" message: String,
    }
}

impl From<Conflict> for MergeConflict {
    fn from(Conflict { task_id, field, line, base, ours, theirs, message }: Conflict) -> Self {
        Self { task_id, field, line: number(line), base, ours, theirs, message }
    }
}

/// Conflicts or notes, as they are told.
pub fn merge_conflicts(conflicts: Vec<Conflict>) -> Vec<MergeConflict> {
    conflicts.into_iter().map(Into::into).collect()
}
