//! `add_subtask`: adds a subtask.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit::{AddTask, add_numbered};
use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::check_title;
use super::times::Times;
use super::view::{TaskOutput as Output, save_and_show};

pub(super) const TOOL: Tool = tool!(ADD, "add_subtask", "Add a subtask; its id is parentId.N, at every level.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// Parent task.
    pub(super) parent_id: String,
    /// One line.
    #[schemars(length(max = 200))]
    pub(super) title: String,
    /// Markdown.
    pub(super) description: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    check_title(Some(&input.title))?;
    let plan = PLAN.open(context)?;
    let ids = DottedIds::of(plan.document());
    let parent = ids.find(&input.parent_id)?;
    let add = AddTask {
        title: input.title.clone(),
        body_markdown: input.description.clone(),
        parent_task_id: Some(ids.task_id(parent)),
        ..AddTask::default()
    };
    let times = Times::of(context)?;
    let last_deleted = times.highest_deleted_seq(&ids.task_id(parent));
    let edited = add_numbered(plan.document(), &add, last_deleted, &mut context.ids())?;
    let times = times.task(&ids.task_id(parent));
    Ok(save_and_show(&plan, edited, ids.task_id(parent), times))
}
