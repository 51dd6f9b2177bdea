//! `plan_list`: which plans there are, and how far they are.

use crate::contract::{Bounded, input, output};
use crate::embedding::StatusCounts;
use crate::plan::{Diagnostic, Stats};
use crate::query::{cursor_at, page_start};
use crate::text::fold;
use crate::toolsets::access::path_of;
use crate::toolsets::budget::{first_of, page_size, shown_name, shown_title};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Found, Readable, Stop, ToolError};

pub(super) const TOOL: Tool = tool!(READ, "plan_list", "List the plans with their progress.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// Words within.
        "query" query: Option<String>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 200>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The plans, by id.
        "plans" plans: Vec<PlanSummary>,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
    }
}

output! {
    /// One plan of the list.
    pub(super) struct PlanSummary {
        /// File name without `.md`.
        "planId" plan_id: String,
        /// The first heading of level 1, or the id.
        "title" title: String,
        /// Path of the file, relative to the root.
        "path" path: String,
        /// Progress.
        "stats" stats: StatusCounts,
        /// Why the plan cannot be read or written as it is.
        "error" error: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let documents = context.files.documents(context.plan_ids()?, |id| path_of(id))?;
    let wanted = fold(input.query.as_deref().unwrap_or_default());
    let plans: Vec<_> = documents
        .into_iter()
        .filter_map(|(id, document)| summary(context, id, document))
        .filter(|plan| fold(&plan.plan_id).contains(&wanted) || fold(&plan.title).contains(&wanted))
        .collect();
    let start = page_start(&plans, |plan| &plan.plan_id, &wanted, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let wished = plans.iter().skip(start).take(limit).cloned().collect();
    let (shown, _) = first_of(wished, page_size(input.limit.is_some()));
    let next_cursor = cursor_at(&plans, |plan| &plan.plan_id, &wanted, start + shown.len());
    Ok(Done::Ready(Output { plans: shown, next_cursor }))
}

/// A plan's line of the list; none for a page that a tool generates as an overview.
fn summary(context: &Context<'_>, id: &str, document: Readable<'_>) -> Option<PlanSummary> {
    let path = format!("{}/{}", context.settings.plans_dir, path_of(id));
    let plan_id = id.to_owned();
    match document {
        Ok(Found { document, .. }) if document.plan().is_index => None,
        Ok(Found { document, .. }) => {
            let plan = document.plan();
            let title = shown_title(plan.title(document.text()).unwrap_or(id));
            let error = plan.errors().next().map(Diagnostic::to_line).map(|line| shown_name(&line));
            Some(PlanSummary { plan_id, title, path, stats: plan.stats().into(), error })
        }
        Err(unreadable) => {
            let (title, stats) = (plan_id.clone(), Stats::default().into());
            Some(PlanSummary { plan_id, title, path, stats, error: Some(shown_name(&unreadable.to_line())) })
        }
    }
}
