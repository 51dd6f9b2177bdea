//! `task_add`: adds a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{AddTask, Op};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};

pub(super) const TOOL: Tool =
    tool!(ADD, "task_add", "Add a task to a section, under a parent, or next to another. For several: task_batch.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Expected etag.
    pub(super) if_match: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) add: AddTask,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Id of the new task.
    pub(super) task_id: String,
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::from(input.add.clone())], |edited, receipt| Output {
        task_id: edited.task_ids.concat(),
        etag: receipt.etag,
        change: receipt.change,
    })
}
