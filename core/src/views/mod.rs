//! Serializable views of a document, for tools and for embedders such as editors and pages.
//!
//! Offsets and columns are in UTF-16 code units, as in JavaScript and in editors.

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

/// A count in a reply. Files have at most 32 MB, so all counts fit.
pub(crate) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
