//! `delete_subtask`: deletes a subtask.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit::delete_everywhere;
use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::times::Times;
use super::view::{TaskOutput as Output, save_and_show};

pub(super) const TOOL: Tool = tool!(REPLACE, "delete_subtask", "Delete a subtask; returns its parent.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// parentId.N
    pub(super) subtask_id: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let ids = DottedIds::of(plan.document());
    let (index, parent) = ids.find_subtask(&input.subtask_id)?;
    let edited = delete_everywhere(plan.document(), &ids.task_id(index))?;
    let times = Times::of(context)?.task(&ids.task_id(parent));
    Ok(save_and_show(&plan, edited, ids.task_id(parent), times))
}
