//! `delete_task`: a task taken out, and out of everything that depends on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::delete_everywhere;
use crate::files::ToolResult;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};

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
    /// That it is gone.
    pub(super) success: bool,
    pub(super) deleted_id: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let ids = DottedIds::of(plan.document());
    let number = ids.find(&input.id)?;
    let edited = delete_everywhere(plan.document(), &ids.task_id(number))?;
    let deleted_id = ids.display_id(number);
    Ok(plan.save(edited, move |_| Output { success: true, deleted_id: deleted_id.clone() }))
}
