//! What a merge could not decide, or decided by a rule.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::merge::Conflict;

use super::to_u32;

/// How a merge went.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MergeReport {
    /// What somebody has to decide; it stands between conflict markers.
    pub conflicts: Vec<MergeConflict>,
    /// What a rule decided.
    pub notes: Vec<MergeConflict>,
}

/// Something that both sides changed differently.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeConflict {
    /// The task; absent for headings, text and the file as a whole.
    pub task_id: Option<String>,
    /// `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`.
    pub field: String,
    /// Its line in the merged text, counted from 1.
    pub line: u32,
    pub base: Option<String>,
    /// Our value; absent if we took it away.
    pub ours: Option<String>,
    /// Their value; absent if they took it away.
    pub theirs: Option<String>,
    pub message: String,
}

impl From<Conflict> for MergeConflict {
    fn from(Conflict { task_id, field, line, base, ours, theirs, message }: Conflict) -> Self {
        Self { task_id, field, line: to_u32(line), base, ours, theirs, message }
    }
}

/// Conflicts or notes, as they are told.
pub fn merge_conflicts(conflicts: Vec<Conflict>) -> Vec<MergeConflict> {
    conflicts.into_iter().map(Into::into).collect()
}
