//! `task_move`: moves a task and its subtasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{MoveTask, Op};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool, written};

use super::effects::Effects;

pub(super) const TOOL: Tool = tool!(
    SET,
    "task_move",
    "Reorder or change the position of a task with its subtasks: before or after another, top, bottom, under a parent, \
        in another section."
)
.found_as("Move task", "reorder or sort tasks, change the order, make it a subtask, put it at the top");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) to: MoveTask,
    #[schemars(extend("hidden" = true))]
    pub(super) if_match: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    pub(super) task_id: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    #[serde(flatten)]
    pub(super) effects: Effects,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_task_edit(&input.plan_id, &input.to.task_id, input.if_match.as_deref())?;
    let holders = context.holders(&input.plan_id, found.document)?;
    let op = Op::Move(input.to.clone());
    let edited = context.apply(found, std::slice::from_ref(&op))?;
    let effects = Effects::of(&op, &edited.ops[0], &edited.document, &holders, &context.call.actor);
    Ok(written(&input.plan_id, found, edited, move |edited, receipt| Output {
        etag: receipt.etag,
        task_id: edited.task_id().to_owned(),
        change: receipt.change,
        effects: effects.clone(),
    }))
}
