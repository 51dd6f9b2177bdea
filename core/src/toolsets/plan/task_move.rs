//! `task_move`: moves a task and its subtasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{MoveTask, Op};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};

pub(super) const TOOL: Tool =
    tool!(SET, "task_move", "Move a task with its subtasks: next to another, under a parent or in a section.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Expected etag.
    pub(super) if_match: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) to: MoveTask,
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
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::Move(input.to.clone())], |edited, receipt| Output {
        etag: receipt.etag,
        task_id: edited.task_ids.concat(),
        change: receipt.change,
    })
}
