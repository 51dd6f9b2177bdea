//! `task_get`: one task in full.

use crate::contract::{input, output};
use crate::plan::{Document, Status};
use crate::toolsets::access::{DiagnosticOutput, PlanId};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

use super::rows::TaskDetail;

pub(super) const TOOL: Tool =
    tool!(READ, "task_get", "Read a task with body and attributes. Without taskId: the first in progress, else open.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// The task.
        "taskId" task_id: Option<String>,
        /// Default: true.
        "includeBody" include_body: Option<bool>,
        /// Default: false.
        "includeBlocking" include_blocking: Option<bool>,
        /// Next part.
        "bodyOffset" body_offset: Option<u32>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "task" task: TaskDetail,
        /// Fingerprint of the file, for ifMatch.
        "etag" etag: String,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let number = match &input.task_id {
        Some(id) => document.plan().find(document.text(), id).ok_or_else(|| ToolError::task_not_found(id))?,
        None => default_task(document).ok_or_else(|| ToolError::new("NOT_FOUND", "No task is open; provide taskId"))?,
    };
    let offset = input.body_offset.unwrap_or_default() as usize;
    let body_offset = (input.include_body != Some(false)).then_some(offset);
    let task = TaskDetail::of(document, &document.plan().tasks[number], body_offset);
    Ok(Done::Ready(Output {
        task: if input.include_blocking == Some(true) { task.with_blocking(document, number) } else { task },
        etag: found.etag.to_owned(),
        diagnostics: DiagnosticOutput::errors_of(document),
    }))
}

/// The task that is meant when none is named: the first in progress, else the first that is not done.
pub(super) fn default_task(document: &Document) -> Option<usize> {
    let tasks = &document.plan().tasks;
    let first = |matches: fn(Status) -> bool| tasks.iter().position(|task| matches(task.status));
    first(|status| status == Status::Doing).or_else(|| first(|status| status != Status::Done))
}
