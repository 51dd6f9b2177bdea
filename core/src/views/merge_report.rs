//! Conflicts and notes of a merge.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::merge::Conflict;

use super::to_u32;

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MergeReport {
    /// Conflicts, which are between conflict markers in the text.
    pub conflicts: Vec<MergeConflict>,
    /// What a rule decided although the sides differed.
    pub notes: Vec<MergeConflict>,
}

/// Something that was changed differently on both sides.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeConflict {
    /// Absent for headings, text and the file as a whole.
    pub task_id: Option<String>,
    /// `status`, `title`, an attribute's key, `body`, `task`, `heading`, `text` or `file`.
    pub field: String,
    /// Line in the merged text, counted from 1.
    pub line: u32,
    pub base: Option<String>,
    /// Absent if our side removed it.
    pub ours: Option<String>,
    /// Absent if their side removed it.
    pub theirs: Option<String>,
    pub message: String,
}

impl From<Conflict> for MergeConflict {
    fn from(Conflict { task_id, field, line, base, ours, theirs, message }: Conflict) -> Self {
        Self { task_id, field, line: to_u32(line), base, ours, theirs, message }
    }
}

pub fn merge_conflicts(conflicts: Vec<Conflict>) -> Vec<MergeConflict> {
    conflicts.into_iter().map(Into::into).collect()
}
