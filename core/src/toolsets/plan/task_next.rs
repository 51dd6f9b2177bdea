//! `task_next`: recommends a task, with the reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::query::next;
use crate::toolkit::{Context, Outcome, PlanId, Tool, tool};
use crate::views::DiagnosticView;

use super::rows::TaskDetail;

pub(super) const TOOL: Tool = tool!(READ, "task_next", "What to work on next, and why.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Leave out others' tasks.
    pub(super) assignee: Option<String>,
    /// Default: true.
    pub(super) include_body: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    /// Absent if none is ready.
    pub(super) task: Option<TaskDetail>,
    pub(super) reason: String,
    /// For `ifMatch`.
    pub(super) etag: String,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let next = next(document, input.assignee.as_deref());
    let body_offset = (input.include_body != Some(false)).then_some(0);
    let detail = |index: usize| TaskDetail::of(document, &document.plan().tasks[index], body_offset);
    Ok(Outcome::Ready(Output {
        task: next.task.map(detail),
        reason: next.reason,
        etag: found.etag.to_owned(),
        diagnostics: DiagnosticView::errors_of(document),
    }))
}
