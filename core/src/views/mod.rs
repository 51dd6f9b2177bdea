//! What embedders get of a single plan: an editor, a page, a script that does without tools.
//!
//! Declared like the answers of tools, so that the TypeScript types of the npm package are rendered from the same tables.
//! Offsets and columns are in UTF-16 units, because JavaScript and editors count so.

mod attributes;
mod diagnostics;
mod edits;
mod merge_report;
mod outline;
mod summary;

pub use attributes::TaskAttributes;
pub use diagnostics::{DiagnosticView, Diagnostics, PlanDiagnostic};
pub use edits::{AppliedOps, AppliedRepairs, ChangedRange, SearchHit, SearchHits, changed_ranges, search_hits};
pub use merge_report::{MergeConflict, MergeReport, merge_conflicts};
pub use outline::{BodyView, OtherAttribute, Outline, SectionView, TaskView, outline};
pub use summary::PlanSummary;

/// A count as replies carry it. A file is at most 32 MB, so nothing in it is counted higher.
pub(crate) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
