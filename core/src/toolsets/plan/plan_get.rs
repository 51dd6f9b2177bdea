//! `plan_get`: a plan and its tasks, a page at a time.

use crate::contract::{Bounded, choices, input, output};
use crate::plan::Document;
use crate::query::{Graph, task_cursor_at, task_page_start};
use crate::toolsets::access::{DiagnosticOutput, PlanId};
use crate::toolsets::budget::{json_size, page_size, shown_title};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::views::StatusCounts;
use crate::workspace::{Stop, ToolError};

use super::rows::{BodyPart, Children, TaskRow};

pub(super) const TOOL: Tool = tool!(READ, "plan_get", "Read a plan's tasks, by pages. For one task: task_get.");

/// Most of the plan's body on a page, and of each task's: together less than a page.
const LONGEST_PLAN_BODY: usize = 16_000;
const LONGEST_TASK_BODY: usize = 12_000;
/// A node deeper than this stands at the top of the page, with its `parentId`.
const DEEPEST: usize = 20;

choices! {
    /// How tasks are arranged.
    pub(super) enum View {
        /// Subtasks inside their parents.
        Tree = "tree",
        /// One after the other.
        Flat = "flat",
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Default: tree.
        "view" view: Option<View>,
        /// Default: false.
        "includeTaskBodies" include_task_bodies: Option<bool>,
        /// Default: false.
        "includePlanBody" include_plan_body: Option<bool>,
        /// Default: false.
        "includeBlocking" include_blocking: Option<bool>,
        /// As `task_get`.
        "bodyOffset" body_offset: Option<u32>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 500>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The plan.
        "plan" plan: PlanOutput,
        /// Fingerprint of the file, for ifMatch.
        "etag" etag: String,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

output! {
    /// A plan.
    pub(super) struct PlanOutput {
        /// Its id.
        "planId" plan_id: String,
        /// Its title.
        "title" title: String,
        /// The format of its file.
        "format" format: Format,
        /// Progress.
        "stats" stats: StatusCounts,
        /// How its tasks are arranged.
        "view" view: View,
        /// Whether it has a body.
        "hasBody" has_body: bool,
        /// The body.
        "bodyMarkdown" body_markdown: Option<String>,
        /// Where the rest of a long body starts.
        "nextBodyOffset" next_body_offset: Option<u32>,
        /// Its tasks.
        "tasks" tasks: Vec<TaskRow>,
    }
}

output! {
    /// The format of a file.
    pub(super) struct Format {
        /// Its name.
        "name" name: String,
        /// Its version.
        "version" version: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let (text, plan) = (document.text(), document.plan());
    let view = input.view.unwrap_or(View::Tree);
    let has_bodies = input.include_task_bodies == Some(true);
    let wants_plan_body = input.include_plan_body == Some(true);
    if wants_plan_body && plan.title.is_none() {
        return Err(ToolError::new("INVALID_PLAN", "Missing plan title heading (# ...)").into());
    }
    let question = format!("{}/{}/{has_bodies}", input.plan_id.0, view.as_str());
    let start =
        task_page_start(document, &question, input.cursor.as_deref()).map_err(|_| ToolError::invalid_cursor())?;
    let body_offset = input.body_offset.unwrap_or_default() as usize;
    let body = plan
        .body
        .filter(|_| wants_plan_body)
        .map(|body| BodyPart::of(&body.markdown(text), body_offset, LONGEST_PLAN_BODY));
    let body_size = body.as_ref().map_or(0, |part| json_size(&part.markdown));
    let graph = (input.include_blocking == Some(true)).then(|| Graph::of(document));
    let rows = rows(document, start, input.limit.map(Bounded::get), body_size, |number| {
        let row = TaskRow::of(document, &plan.tasks[number], has_bodies.then_some(LONGEST_TASK_BODY));
        graph.iter().fold(row, |row, graph| row.with_blocking(document, graph, number))
    });
    let next_cursor = task_cursor_at(document, &question, start + rows.len());
    Ok(Done::Ready(Output {
        plan: PlanOutput {
            plan_id: input.plan_id.0.clone(),
            title: shown_title(plan.title(text).unwrap_or(&input.plan_id.0)),
            format: Format { name: "long-term-plan-md".into(), version: "v1".into() },
            stats: plan.stats().into(),
            view,
            has_body: plan.body.is_some(),
            next_body_offset: body.as_ref().and_then(|part| part.next),
            body_markdown: body.map(|part| part.markdown),
            tasks: if view == View::Tree { tree(document, start, rows) } else { rows },
        },
        etag: found.etag.to_owned(),
        next_cursor,
        diagnostics: DiagnosticOutput::errors_of(document),
    }))
}

/// As many rows from `start` on as make a page beside `body_size` of the plan's body; at least one.
fn rows(
    document: &Document,
    start: usize,
    limit: Option<usize>,
    body_size: usize,
    row: impl Fn(usize) -> TaskRow,
) -> Vec<TaskRow> {
    /// What a row of a tree has besides.
    const CHILDREN: usize = r#","children":[]"#.len();
    let mut left = page_size(limit.is_some()).saturating_sub(body_size);
    let mut rows: Vec<TaskRow> = Vec::new();
    for number in (start..document.plan().tasks.len()).take(limit.unwrap_or(usize::MAX)) {
        let row = row(number);
        match left.checked_sub(json_size(&row) + CHILDREN) {
            Some(rest) => left = rest,
            None if rows.is_empty() => left = 0,
            None => break,
        }
        rows.push(row);
    }
    rows
}

/// The same rows with subtasks inside their parents, as far as these are on the page. Built from the end, where every row
/// has got all its subtasks before it goes into its own parent.
fn tree(document: &Document, start: usize, rows: Vec<TaskRow>) -> Vec<TaskRow> {
    let tasks = &document.plan().tasks;
    let mut depths = vec![0_usize; rows.len()];
    let mut parents = vec![None; rows.len()];
    for position in 0..rows.len() {
        let parent = tasks[start + position].parent.and_then(|parent| parent.checked_sub(start));
        if let Some(parent) = parent.filter(|parent| depths[*parent] + 1 < DEEPEST) {
            depths[position] = depths[parent] + 1;
            parents[position] = Some(parent);
        }
    }
    let mut collected: Vec<Vec<TaskRow>> = vec![Vec::new(); rows.len()];
    let mut roots = Vec::new();
    for (position, row) in rows.into_iter().enumerate().rev() {
        let mut children = std::mem::take(&mut collected[position]);
        children.reverse();
        let row = TaskRow { children: Some(Children(children)), ..row };
        match parents[position] {
            Some(parent) => collected[parent].push(row),
            None => roots.push(row),
        }
    }
    roots.reverse();
    roots
}
