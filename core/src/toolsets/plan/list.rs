//! `plan_list`: which plans there are, and how far they are.

use crate::contract::{Bounded, Contract, contract};
use crate::plan::{self, Document, is_id};
use crate::query::page;
use crate::toolsets::registry::run_typed;
use crate::toolsets::{Annotations, Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool = Tool {
    name: "plan_list",
    description: "List the plans with their progress.",
    annotations: Annotations::READ,
    input: Input::SCHEMA,
    output: Output::SCHEMA,
    run: |context, arguments| run_typed(context, arguments, run),
};

/// About 2 KB of answer.
const DEFAULT_LIMIT: usize = 16;

contract! {
    /// Arguments.
    pub(super) struct Input {
        /// Only plans whose id or title contains this, in any case.
        "query" query: Option<String>,
        /// Plans per page.
        "limit" limit: Option<Bounded<1, 200>>,
        /// `nextCursor` of the page before.
        "cursor" cursor: Option<String>,
    }
}

contract! {
    /// Answer.
    pub(super) struct Output {
        /// The plans, by id.
        "plans" plans: Vec<PlanSummary>,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
    }
}

contract! {
    /// One plan of the list.
    pub(super) struct PlanSummary {
        /// File name without `.md`.
        "planId" plan_id: String,
        /// The first heading of level 1, or the id.
        "title" title: String,
        /// Path of the file, relative to the root.
        "path" path: String,
        /// Progress.
        "stats" stats: Stats,
        /// Why the plan cannot be read or written as it is.
        "error" error: Option<String>,
    }
}

contract! {
    /// Number of tasks by status.
    pub(super) struct Stats {
        /// All.
        "total" total: u32,
        /// Not started.
        "todo" todo: u32,
        /// In progress.
        "doing" doing: u32,
        /// Done.
        "done" done: u32,
    }
}

impl From<plan::Stats> for Stats {
    fn from(stats: plan::Stats) -> Self {
        // A file is at most 32 MB, so there are fewer tasks than fit.
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { total: count(stats.total), todo: count(stats.todo), doing: count(stats.doing), done: count(stats.done) }
    }
}

fn run(context: &Context<'_>, input: Input) -> Result<Output, Stop> {
    let mut ids: Vec<_> = context.files.names("")?.iter().filter_map(|name| plan_id(name)).collect();
    ids.sort_unstable();
    let paths: Vec<_> = ids.iter().map(|id| format!("{id}.md")).collect();
    let documents = context.files.documents(&paths)?;
    let wanted = input.query.unwrap_or_default().to_lowercase();
    let plans: Vec<_> = documents
        .into_iter()
        .filter_map(|(number, document)| {
            let path = format!("{}/{}", context.settings.plans_dir, paths[number]);
            match document {
                Ok(document) if document.plan().is_index => None,
                Ok(document) => Some(summary(ids[number], path, document)),
                Err(unreadable) => Some(unreadable_summary(ids[number], path, unreadable.to_line())),
            }
        })
        .filter(|plan| plan.plan_id.to_lowercase().contains(&wanted) || plan.title.to_lowercase().contains(&wanted))
        .collect();
    let limit = input.limit.map_or(DEFAULT_LIMIT, Bounded::get);
    let page = page(&plans, |plan| &plan.plan_id, &wanted, limit, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    Ok(Output { plans: page.items.to_vec(), next_cursor: page.next_cursor })
}

/// The plan that a file of this name holds.
fn plan_id(name: &str) -> Option<&str> {
    name.strip_suffix(".md").filter(|id| is_id(id))
}

fn summary(id: &str, path: String, document: &Document) -> PlanSummary {
    let plan = document.plan();
    PlanSummary {
        plan_id: id.to_owned(),
        title: plan.title(document.text()).unwrap_or(id).to_owned(),
        path,
        stats: plan.stats().into(),
        error: plan.errors().next().map(plan::Diagnostic::to_line),
    }
}

fn unreadable_summary(id: &str, path: String, reason: String) -> PlanSummary {
    let stats = plan::Stats::default().into();
    PlanSummary { plan_id: id.to_owned(), title: id.to_owned(), path, stats, error: Some(reason) }
}
