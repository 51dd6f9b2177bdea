//! A plan in one row. Of a plan that was only listed, nothing else stays in memory, because there may be thousands.

use crate::plan::{Diagnostic, Document, StatusCounts};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSummary {
    pub title: Option<String>,
    pub stats: StatusCounts,
    /// The first error.
    pub error: Option<String>,
    pub has_header: bool,
    /// Whether the file is a generated index page, which is not a plan.
    pub is_index: bool,
}

impl PlanSummary {
    pub fn of(document: &Document) -> Self {
        let plan = document.plan();
        Self {
            title: plan.title(document.text()).map(str::to_owned),
            stats: plan.status_counts(),
            error: plan.errors().next().map(Diagnostic::to_line),
            has_header: plan.header.is_some(),
            is_index: plan.is_index,
        }
    }
}
