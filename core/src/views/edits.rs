//! What edits, repairs and searches of one plan return to embedders.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::AppliedRepair;
use crate::plan::{Document, Status};
use crate::query::Hit;
use crate::text::{TextEdit, Utf16Offsets};

use super::to_u32;

/// What a list of operations did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedOps {
    /// For each operation, the id of its task; empty for the plan itself.
    pub task_ids: Vec<String>,
    /// What changed in the text.
    pub changed_ranges: Vec<ChangedRange>,
}

/// A place where the text changed. Several are in order and do not overlap.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedRange {
    /// Where it started in the text before, in UTF-16 units; a byte order mark is one.
    pub start: u32,
    /// Where it ended in the text before.
    pub end: u32,
    /// What stands there now.
    pub text: String,
}

/// What a repair did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedRepairs {
    /// What was done, in order.
    pub applied: Vec<AppliedRepair>,
    /// What changed in the text.
    pub changed_ranges: Vec<ChangedRange>,
}

/// Tasks that were found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SearchHits {
    /// How many there are.
    pub total: u32,
    /// The best of them, best first.
    pub hits: Vec<SearchHit>,
}

/// A task that was found.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub task_id: String,
    pub title: String,
    pub status: Status,
    /// The headings that lead to it.
    pub section_path: Vec<String>,
    /// Where the body holds a word that the title does not.
    pub excerpt: Option<String>,
}

/// An edit as what changed in the text before.
pub fn changed_ranges(text_before: &str, edit: &TextEdit) -> Vec<ChangedRange> {
    let mut positions = Utf16Offsets::new(text_before);
    let ranges = edit.replacements().iter().map(|each| ChangedRange {
        start: to_u32(positions.offset(each.span.start)),
        end: to_u32(positions.offset(each.span.end)),
        text: each.text.clone(),
    });
    ranges.collect()
}

/// The first `limit` of what a search found.
pub fn search_hits(document: &Document, found: &[Hit], limit: usize) -> SearchHits {
    let (text, plan) = (document.text(), document.plan());
    let shown = found.iter().take(limit).filter_map(|hit| {
        let task = plan.tasks.get(hit.task)?;
        Some(SearchHit {
            task_id: task.id.of(text).to_owned(),
            title: task.title.of(text).to_owned(),
            status: task.status,
            section_path: plan.section_path(text, task.section).into_iter().map(ToOwned::to_owned).collect(),
            excerpt: hit.excerpt(document),
        })
    });
    SearchHits { total: to_u32(found.len()), hits: shown.collect() }
}
