//! `task_next`: what to work on, and why.

use crate::contract::{input, output};
use crate::query::next;
use crate::toolsets::access::{DiagnosticOutput, PlanId};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::rows::TaskDetail;

pub(super) const TOOL: Tool = tool!(READ, "task_next", "What to work on next, and why.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Leave out others' tasks.
        "assignee" assignee: Option<String>,
        /// Default: true.
        "includeBody" include_body: Option<bool>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task; absent if none is ready.
        "task" task: Option<TaskDetail>,
        /// What decided.
        "reason" reason: String,
        /// Fingerprint of the file, for ifMatch.
        "etag" etag: String,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan(&input.plan_id)?;
    let document = found.document;
    let next = next(document, input.assignee.as_deref());
    let body_offset = (input.include_body != Some(false)).then_some(0);
    let detail = |number: usize| TaskDetail::of(document, &document.plan().tasks[number], body_offset);
    Ok(Done::Ready(Output {
        task: next.task.map(detail),
        reason: next.reason,
        etag: found.etag.to_owned(),
        diagnostics: DiagnosticOutput::errors_of(document),
    }))
}
