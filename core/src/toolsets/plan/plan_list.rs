//! `plan_list`: lists the plans with their progress.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::AtMost;
use crate::plan::StatusCounts;
use crate::query::{cursor_at, page_start};
use crate::text::fold;
use crate::toolkit::{
    Context, LONGEST_UNREADABLE, MAX_REPLY_CHARS, Outcome, StrayFile, Tool, display_name, display_title, json_size,
    page_size, path_of, take_fitting, tool, truncate_list,
};
use std::borrow::Cow;

use crate::failure::Failure;
use crate::files::{ToolResult, Unreadable};
use crate::views;

pub(super) const TOOL: Tool = tool!(
    READ,
    "plan_list",
    "Overview of this project's plans (todo list, checklist, backlog, roadmap) with their progress. Start here for planId."
)
.found_as("List plans", "which plans, todo lists, backlogs, roadmaps; project progress overview")
.always_loaded();

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    pub(super) query: Option<String>,
    pub(super) limit: Option<AtMost<200>>,
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// By id.
    pub(super) plans: Vec<PlanSummary>,
    /// Markdown files that are not read as plans.
    pub(super) unreadable: Option<Vec<StrayFile>>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanSummary {
    /// File name without `.md`.
    pub(super) plan_id: String,
    /// The first heading of level 1, or the id.
    pub(super) title: String,
    /// Relative to the root.
    pub(super) path: String,
    pub(super) stats: StatusCounts,
    /// Why the plan cannot be read or written.
    pub(super) error: Option<String>,
}

/// A file with the name of a plan.
type Listed<'w> = (&'w str, Result<Cow<'w, views::PlanSummary>, Unreadable<'w>>);

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let wanted = fold(input.query.as_deref().unwrap_or_default());
    let is_wanted = |id: &str, plan: &Result<Cow<'_, views::PlanSummary>, Unreadable<'_>>| {
        let title = plan.as_ref().ok().and_then(|plan| plan.title.as_deref()).unwrap_or(id);
        wanted.is_empty() || [id, title].into_iter().any(|name| fold(name).contains(&wanted))
    };
    let (plans, others): (Vec<_>, Vec<_>) = context
        .files
        .summaries(context.plan_ids()?, |id| path_of(id))?
        .into_iter()
        // A generated index page is not a plan.
        .filter(|(_, plan)| !plan.as_ref().is_ok_and(|plan| plan.is_index))
        .filter(|(id, plan)| is_wanted(id, plan))
        .partition(|(_, plan)| plan.as_ref().map_or(true, |plan| plan.has_header));
    let start =
        page_start(&plans, |(id, _)| id, &wanted, input.cursor.as_deref()).map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, AtMost::get);
    let unreadable = if input.cursor.is_none() { unreadable(context, &others, &wanted, limit)? } else { Vec::new() };
    let rows = plans.iter().skip(start).take(limit).map(|(id, plan)| summary(context, id, plan));
    let page = take_fitting(rows, page_size(input.limit.is_some()).min(MAX_REPLY_CHARS - json_size(&unreadable)));
    let next_cursor = cursor_at(&plans, |(id, _)| id, &wanted, start + page.len());
    let unreadable = Some(unreadable).filter(|files| !files.is_empty());
    Ok(Outcome::Ready(Output { plans: page, unreadable, next_cursor }))
}

/// What the first page reports besides the plans: files without the header, and those that are no plan by name or place.
fn unreadable(context: &Context<'_>, others: &[Listed<'_>], wanted: &str, limit: usize) -> ToolResult<Vec<StrayFile>> {
    let without_header = others.iter().map(|(id, plan)| {
        let PlanSummary { path, error, .. } = summary(context, id, plan);
        StrayFile { path, error: error.unwrap_or_default() }
    });
    let strays = context.stray_files()?.into_iter().filter(|file| fold(&file.path).contains(wanted));
    let mut files: Vec<_> = without_header.chain(strays).collect();
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let size = if limit < usize::MAX { MAX_REPLY_CHARS / 2 } else { LONGEST_UNREADABLE };
    let (mut files, left_out) = truncate_list(files, size);
    files.extend(left_out.map(|number| StrayFile { path: "…".into(), error: format!("and {number} more") }));
    Ok(files)
}

fn summary(context: &Context<'_>, id: &str, plan: &Result<Cow<'_, views::PlanSummary>, Unreadable<'_>>) -> PlanSummary {
    let (title, stats, error) = match plan {
        Ok(plan) => (plan.title.as_deref(), plan.stats, plan.error.clone()),
        Err(unreadable) => (None, StatusCounts::default(), Some(unreadable.to_line())),
    };
    PlanSummary {
        plan_id: id.to_owned(),
        title: display_title(title.unwrap_or(id)),
        path: format!("{}/{}", context.settings.plans_dir, path_of(id)),
        stats,
        error: error.map(|line| display_name(&line)),
    }
}
