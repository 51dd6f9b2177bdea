//! `delete_task`: deletes a task, and its id from all dependencies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::delete_everywhere;
use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "delete_task",
    "Delete a task with its subtasks, and its id from all dependencies. To keep a record, cancel it instead."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) id: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Always true; failures are errors.
    pub(super) success: bool,
    pub(super) deleted_id: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let ids = DottedIds::of(plan.document());
    let index = ids.find(&input.id)?;
    let edited = delete_everywhere(plan.document(), &ids.task_id(index))?;
    let deleted_id = ids.display_id(index);
    Ok(plan.save(edited, move |_| Output { success: true, deleted_id: deleted_id.clone() }))
}
