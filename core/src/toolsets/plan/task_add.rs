//! `task_add`: adds a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::undescribed;
use crate::edit::{AddTask, Op};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};

pub(super) const TOOL: Tool = tool!(
    ADD,
    "task_add",
    "Create a new task (todo, to-do item, ticket, issue, bug, subtask), for now or later. Several: task_batch."
)
.found_as("Add task", "create a new todo, ticket, issue, bug, subtask; capture work for later")
.always_loaded();

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(not(target_arch = "wasm32"), schemars(transform = |schema: &mut _| undescribed(schema, "state")))]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) add: AddTask,
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Id of the new task.
    pub(super) task_id: String,
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    /// Path of the section that was added.
    pub(super) created_section: Option<Vec<String>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::from(input.add.clone())], |edited, receipt| Output {
        task_id: edited.task_id().to_owned(),
        etag: receipt.etag,
        change: receipt.change,
        created_section: edited.ops.iter().find_map(|op| op.created_section.clone()),
    })
}
