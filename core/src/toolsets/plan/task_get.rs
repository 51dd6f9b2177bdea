//! `task_get`: reads one task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::plan::{Document, Status};
use crate::toolkit::{Context, Outcome, PlanId, Tool, tool};
use crate::views::DiagnosticView;

use super::rows::TaskDetail;

pub(super) const TOOL: Tool =
    tool!(READ, "task_get", "Read a task with body and attributes. Without taskId: the first in progress, else open.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// The task.
    pub(super) task_id: Option<String>,
    /// Default: true.
    pub(super) include_body: Option<bool>,
    /// Default: false.
    pub(super) include_blocking: Option<bool>,
    /// Next part.
    pub(super) body_offset: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task: TaskDetail,
    /// For `ifMatch`.
    pub(super) etag: String,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let index = match &input.task_id {
        Some(id) => document.plan().find(document.text(), id).ok_or_else(|| Failure::task_not_found(id))?,
        None => default_task(document).ok_or_else(|| ToolError::new("NOT_FOUND", "No task is open; provide taskId"))?,
    };
    let offset = input.body_offset.unwrap_or_default() as usize;
    let body_offset = (input.include_body != Some(false)).then_some(offset);
    let task = TaskDetail::of(document, &document.plan().tasks[index], body_offset);
    Ok(Outcome::Ready(Output {
        task: if input.include_blocking == Some(true) { task.with_blocking(document, index) } else { task },
        etag: found.etag.to_owned(),
        diagnostics: DiagnosticView::errors_of(document),
    }))
}

/// Index of the task to use if a call names none: the first in progress, else the first open one.
pub(super) fn default_task(document: &Document) -> Option<usize> {
    let tasks = &document.plan().tasks;
    let first = |matches: fn(Status) -> bool| tasks.iter().position(|task| matches(task.status));
    first(|status| status == Status::Doing).or_else(|| first(|status| status != Status::Done))
}
