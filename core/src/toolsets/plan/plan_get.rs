//! `plan_get`: reads a plan and a page of its tasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::AtMost;
use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::plan::{Document, StatusCounts};
use crate::query::{Graph, task_cursor_at, task_page_start};
use crate::toolkit::{Context, Outcome, PlanId, Tool, display_title, json_size, page_size, shown_etag, tool};
use crate::views::DiagnosticView;
use crate::word::Word;

use super::rows::{BodyPart, Children, TaskRow};

pub(super) const TOOL: Tool = tool!(
    READ,
    "plan_get",
    "Read or show a whole plan by pages: sections, tasks and subtasks as a tree. Open tasks only: task_list."
)
.found_as("Get plan", "view or read the whole plan, roadmap, checklist; contents, outline, tree with subtasks");

/// Longest part of the plan's body and of a task's body in a reply. Together they are shorter than a page.
const LONGEST_PLAN_BODY: usize = 16_000;
const LONGEST_TASK_BODY: usize = 12_000;
/// Deeper tasks are at the top level of the page, with their `parentId`.
const MAX_DEPTH: usize = 20;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum View {
    /// Subtasks inside their parents.
    Tree,
    /// Without nesting.
    Flat,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) view: Option<View>,
    pub(super) include_task_bodies: Option<bool>,
    pub(super) include_plan_body: Option<bool>,
    /// Adds blockedBy, blocks
    pub(super) include_blocking: Option<bool>,
    /// Where a long body of the plan continues.
    #[schemars(extend("hidden" = true))]
    pub(super) body_offset: Option<u32>,
    pub(super) limit: Option<AtMost<500>>,
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) plan: PlanOutput,
    /// For `ifMatch`.
    pub(super) etag: String,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanOutput {
    pub(super) plan_id: String,
    pub(super) title: String,
    pub(super) format: Format,
    pub(super) stats: StatusCounts,
    pub(super) view: View,
    pub(super) has_body: bool,
    pub(super) body_markdown: Option<String>,
    /// Where a long body continues.
    pub(super) next_body_offset: Option<u32>,
    pub(super) tasks: Vec<TaskRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Format {
    pub(super) name: String,
    pub(super) version: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let (text, plan) = (document.text(), document.plan());
    let view = input.view.unwrap_or(View::Tree);
    let with_bodies = input.include_task_bodies == Some(true);
    let with_plan_body = input.include_plan_body == Some(true);
    if with_plan_body && plan.title.is_none() {
        return Err(ToolError::new("INVALID_PLAN", "Missing plan title heading (# ...)").into());
    }
    let query = format!("{}/{}/{with_bodies}", input.plan_id.0, view.as_str());
    let start = task_page_start(document, &query, input.cursor.as_deref()).map_err(|_| Failure::InvalidCursor)?;
    let body_offset = input.body_offset.unwrap_or_default() as usize;
    let body = plan
        .body
        .filter(|_| with_plan_body)
        .map(|body| BodyPart::of(&body.markdown(text), body_offset, LONGEST_PLAN_BODY));
    let body_size = body.as_ref().map_or(0, |part| json_size(&part.markdown));
    let graph = (input.include_blocking == Some(true)).then(|| Graph::of(document));
    let rows = rows(document, start, input.limit.map(AtMost::get), body_size, |index| {
        let row = TaskRow::of(document, &plan.tasks[index], with_bodies.then_some(LONGEST_TASK_BODY));
        graph.iter().fold(row, |row, graph| row.with_blocking(document, graph, index))
    });
    let next_cursor = task_cursor_at(document, &query, start + rows.len());
    Ok(Outcome::Ready(Output {
        plan: PlanOutput {
            plan_id: input.plan_id.0.clone(),
            title: display_title(plan.title(text).unwrap_or(&input.plan_id.0)),
            format: Format { name: "long-term-plan-md".into(), version: "v1".into() },
            stats: plan.status_counts(),
            view,
            has_body: plan.body.is_some(),
            next_body_offset: body.as_ref().and_then(|part| part.next),
            body_markdown: body.map(|part| part.markdown),
            tasks: if view == View::Tree { tree(document, start, rows) } else { rows },
        },
        etag: shown_etag(found.etag),
        next_cursor,
        diagnostics: DiagnosticView::errors_of(document),
    }))
}

/// The rows from `start` on that fill a page together with `body_size` of the plan's body; at least one.
fn rows(
    document: &Document,
    start: usize,
    limit: Option<usize>,
    body_size: usize,
    row: impl Fn(usize) -> TaskRow,
) -> Vec<TaskRow> {
    /// Added to each row of a tree.
    const CHILDREN: usize = r#","children":[]"#.len();
    let mut left = page_size(limit.is_some()).saturating_sub(body_size);
    let mut rows: Vec<TaskRow> = Vec::new();
    for index in (start..document.plan().tasks.len()).take(limit.unwrap_or(usize::MAX)) {
        let row = row(index);
        match left.checked_sub(json_size(&row) + CHILDREN) {
            Some(rest) => left = rest,
            None if rows.is_empty() => left = 0,
            None => break,
        }
        rows.push(row);
    }
    rows
}

/// Nests the rows whose parents are on the page. Built from the end, so that a row has all its subtasks before it is added to its
/// own parent.
fn tree(document: &Document, start: usize, rows: Vec<TaskRow>) -> Vec<TaskRow> {
    let tasks = &document.plan().tasks;
    let mut depths = vec![0_usize; rows.len()];
    let mut parents = vec![None; rows.len()];
    for position in 0..rows.len() {
        let parent = tasks[start + position].parent.and_then(|parent| parent.checked_sub(start));
        if let Some(parent) = parent.filter(|parent| depths[*parent] + 1 < MAX_DEPTH) {
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
