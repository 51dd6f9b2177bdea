//! `task_get`: reads one task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::ToolError;
use crate::files::ToolResult;
use crate::plan::{Document, Status};
use crate::toolkit::{Context, Outcome, PlanId, Tool, named_task, shown_etag, task_etag, tool};
use crate::views::DiagnosticView;

use super::rows::TaskDetail;

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_get",
    "Read or show one task (ticket, issue) in full: description, notes, details. \
        Without taskId: the first doing, else open."
)
.found_as("Get task", "read or open one task, ticket, issue, todo; details, body, notes");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) task_id: Option<String>,
    pub(super) include_body: Option<bool>,
    /// What blocks the task and what it blocks is always included; the argument is accepted from earlier versions.
    #[schemars(extend("hidden" = true))]
    #[allow(dead_code, reason = "a call may contain it")]
    pub(super) include_blocking: Option<bool>,
    pub(super) body_offset: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) task: TaskDetail,
    /// For `ifMatch`.
    pub(super) etag: String,
    /// Of this task alone, for `ifMatch`.
    pub(super) task_etag: String,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let index = match &input.task_id {
        Some(id) => named_task(document, id)?,
        None => default_task(document).ok_or_else(|| ToolError::new("NOT_FOUND", "No task is open; provide taskId"))?,
    };
    let offset = input.body_offset.unwrap_or_default() as usize;
    let body_offset = (input.include_body != Some(false)).then_some(offset);
    let holders = context.holders(&input.plan_id, document)?;
    Ok(Outcome::Ready(Output {
        task: TaskDetail::of(document, index, body_offset).with_blocking(document, index).with_holder(&holders, index),
        etag: shown_etag(found.etag),
        task_etag: task_etag(document, index),
        diagnostics: DiagnosticView::errors_of(document),
    }))
}

/// Index of the task to use if a call names none: the first in progress, else the first open one.
pub(super) fn default_task(document: &Document) -> Option<usize> {
    let tasks = &document.plan().tasks;
    let first = |matches: fn(Status) -> bool| tasks.iter().position(|task| matches(task.status));
    first(|status| status == Status::Doing).or_else(|| first(|status| status != Status::Done))
}
