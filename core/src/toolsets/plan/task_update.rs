//! `task_update`: changes a task without moving it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{Op, TaskChanges, UpdateTask};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{Document, Status};
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};

use super::task_get::default_task;

pub(super) const TOOL: Tool =
    tool!(REPLACE, "task_update", "Change a task's status, title, body or attributes; the rest stays.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// The task.
    pub(super) task_id: Option<String>,
    /// Without taskId: the current task; needs ifMatch.
    pub(super) allow_default_target: Option<bool>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) changes: TaskChanges,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    pub(super) task_id: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    input.changes.check()?;
    if input.task_id.is_none() {
        if input.allow_default_target != Some(true) {
            return Err(Failure::invalid("taskId is required unless allowDefaultTarget=true").into());
        }
        if input.if_match.is_none() {
            return Err(Failure::invalid("ifMatch is required when taskId is omitted").into());
        }
    }
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let task_id = match &input.task_id {
        Some(id) => id.clone(),
        None => default_target(found.document)?,
    };
    let update = UpdateTask { task_id: task_id.clone(), changes: input.changes.clone() };
    context.edit(&input.plan_id, found, &[Op::Update(update)], move |_, receipt| Output {
        etag: receipt.etag,
        task_id: task_id.clone(),
        change: receipt.change,
    })
}

/// The task to change if the call names none. Rejects ambiguous cases.
fn default_target(document: &Document) -> Result<String, Failure> {
    let doing = document.plan().tasks.iter().filter(|task| task.status == Status::Doing);
    if doing.count() > 1 {
        return Err(Failure::new("AMBIGUOUS", "AMBIGUOUS: multiple doing tasks; provide taskId"));
    }
    let index = default_task(document).ok_or_else(|| Failure::new("NOT_FOUND", "No task is open; provide taskId"))?;
    Ok(document.plan().tasks[index].id.of(document.text()).to_owned())
}
