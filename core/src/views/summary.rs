//! What a list of plans says of one. It is all that is kept of a file which was only listed: there may be thousands.

use crate::plan::{Diagnostic, Document, StatusCounts};

/// A plan in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSummary {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its progress.
    pub stats: StatusCounts,
    /// The first thing that keeps it from being written.
    pub error: Option<String>,
    /// Whether it is no plan, but a page that a tool generates as an overview.
    pub is_index: bool,
}

impl PlanSummary {
    /// What is to be said of a document.
    pub fn of(document: &Document) -> Self {
        let plan = document.plan();
        Self {
            title: plan.title(document.text()).map(str::to_owned),
            stats: plan.status_counts(),
            error: plan.errors().next().map(Diagnostic::to_line),
            is_index: plan.is_index,
        }
    }
}
