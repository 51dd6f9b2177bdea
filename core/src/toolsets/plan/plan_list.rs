//! `plan_list`: which plans there are, and how far they are.

use crate::contract::{Bounded, input, output};
use crate::plan::Stats;
use crate::query::{cursor_at, page_start};
use crate::text::fold;
use crate::toolsets::access::path_of;
use crate::toolsets::budget::{first_fitting, page_size, shown_name, shown_title};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::views::StatusCounts;
use crate::workspace::{Stop, Summarized, ToolError};

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
    let wanted = fold(input.query.as_deref().unwrap_or_default());
    let is_wanted = |id: &str, plan: &Summarized<'_>| {
        let title = plan.as_ref().ok().and_then(|plan| plan.title.as_deref()).unwrap_or(id);
        wanted.is_empty() || [id, title].into_iter().any(|name| fold(name).contains(&wanted))
    };
    let plans: Vec<_> = context
        .files
        .summaries(context.plan_ids()?, |id| path_of(id))?
        .into_iter()
        // A page that a tool generates as an overview is no plan.
        .filter(|(_, plan)| !plan.as_ref().is_ok_and(|plan| plan.is_index))
        .filter(|(id, plan)| is_wanted(id, plan))
        .collect();
    let start =
        page_start(&plans, |(id, _)| id, &wanted, input.cursor.as_deref()).map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let wished = plans.iter().skip(start).take(limit).map(|(id, plan)| summary(context, id, plan));
    let shown = first_fitting(wished, page_size(input.limit.is_some()));
    let next_cursor = cursor_at(&plans, |(id, _)| id, &wanted, start + shown.len());
    Ok(Done::Ready(Output { plans: shown, next_cursor }))
}

/// A plan's line of the list.
fn summary(context: &Context<'_>, id: &str, plan: &Summarized<'_>) -> PlanSummary {
    let (title, stats, error) = match plan {
        Ok(plan) => (plan.title.as_deref(), plan.stats, plan.error.clone()),
        Err(unreadable) => (None, Stats::default(), Some(unreadable.to_line())),
    };
    PlanSummary {
        plan_id: id.to_owned(),
        title: shown_title(title.unwrap_or(id)),
        path: format!("{}/{}", context.settings.plans_dir, path_of(id)),
        stats: stats.into(),
        error: error.map(|line| shown_name(&line)),
    }
}
