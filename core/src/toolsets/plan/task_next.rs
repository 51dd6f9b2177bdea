//! `task_next`: recommends a task, with the reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::{Next, ReadyTasks};
use crate::toolkit::{Context, Outcome, PlanId, Tool, shown_etag, task_etag, tool};
use crate::views::DiagnosticView;

use super::rows::TaskDetail;

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_next",
    "What to do next, and why: the most urgent task to work on that is ready and free. task_start claims it."
)
.found_as("Next task", "what should I do next, which task is ready, recommend work");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) assignee: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub(super) include_body: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Absent if none is ready.
    pub(super) task: Option<TaskDetail>,
    pub(super) reason: String,
    /// For `ifMatch`.
    pub(super) etag: String,
    /// Of this task alone, for `ifMatch`.
    pub(super) task_etag: Option<String>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let name = context.holder_name(input.assignee.as_deref())?;
    let next = next(context, &input.plan_id, document, &name)?;
    let body_offset = (input.include_body != Some(false)).then_some(0);
    Ok(Outcome::Ready(Output {
        task: next.task.map(|index| TaskDetail::of(document, index, body_offset)),
        reason: next.reason,
        etag: shown_etag(found.etag),
        task_etag: next.task.map(|index| task_etag(document, index)),
        diagnostics: DiagnosticView::errors_of(document),
    }))
}

/// The next task for the holder `name`. Since when others hold theirs is looked up only if there is none.
pub(super) fn next(context: &Context<'_>, plan: &PlanId, document: &Document, name: &str) -> ToolResult<Next> {
    let holders = context.holders(plan, document)?;
    let next = ReadyTasks::of(document, &holders, name, &context.call.today).next();
    if next.task.is_some() {
        return Ok(next);
    }
    let holders = context.holders_with_times(plan, document)?;
    Ok(ReadyTasks::of(document, &holders, name, &context.call.today).next())
}
