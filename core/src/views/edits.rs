//! Results of edits, repairs and searches, for embedders.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::AppliedRepair;
use crate::plan::{Document, Status};
use crate::query::Hit;
use crate::text::{TextEdit, Utf16Offsets};

use super::to_u32;

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedOps {
    /// The task id of each operation; empty for the plan itself.
    pub task_ids: Vec<String>,
    pub changed_ranges: Vec<ChangedRange>,
}

/// A replaced range. Ranges are sorted and disjoint.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedRange {
    /// Start in the old text, in UTF-16 code units; a byte order mark counts as one.
    pub start: u32,
    /// End in the old text.
    pub end: u32,
    /// The new text.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedRepairs {
    pub applied: Vec<AppliedRepair>,
    pub changed_ranges: Vec<ChangedRange>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SearchHits {
    pub total: u32,
    /// The best hits, best first.
    pub hits: Vec<SearchHit>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub task_id: String,
    pub title: String,
    pub status: Status,
    pub section_path: Vec<String>,
    /// The part of the body around a word that occurs only there.
    pub excerpt: Option<String>,
}

/// The ranges that an edit replaces.
pub fn changed_ranges(text_before: &str, edit: &TextEdit) -> Vec<ChangedRange> {
    let mut offsets = Utf16Offsets::new(text_before);
    let ranges = edit.replacements().iter().map(|each| ChangedRange {
        start: to_u32(offsets.offset(each.span.start)),
        end: to_u32(offsets.offset(each.span.end)),
        text: each.text.clone(),
    });
    ranges.collect()
}

/// The first `limit` hits.
pub fn search_hits(document: &Document, found: &[Hit], limit: usize) -> SearchHits {
    let (text, plan) = (document.text(), document.plan());
    let hits = found.iter().take(limit).filter_map(|hit| {
        let task = plan.tasks.get(hit.task)?;
        Some(SearchHit {
            task_id: task.id.of(text).to_owned(),
            title: task.title.of(text).to_owned(),
            status: task.status,
            section_path: plan.section_path(text, task.section).into_iter().map(ToOwned::to_owned).collect(),
            excerpt: hit.excerpt(document),
        })
    });
    SearchHits { total: to_u32(found.len()), hits: hits.collect() }
}
