//! `update_subtask`: changes a subtask.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::Status;
use super::update_task::{Changes, change};
use super::view::TaskOutput as Output;

pub(super) const TOOL: Tool = tool!(REPLACE, "update_subtask", "Change a subtask; returns its parent.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// parentId.N
    pub(super) subtask_id: String,
    /// New status.
    pub(super) status: Option<Status>,
    /// One line.
    #[schemars(length(max = 200))]
    pub(super) title: Option<String>,
    /// Markdown; an empty text removes it.
    pub(super) description: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let (index, parent) = DottedIds::of(plan.document()).find_subtask(&input.subtask_id)?;
    let wanted = Changes {
        title: input.title.clone(),
        description: input.description.clone(),
        status: input.status,
        ..Changes::default()
    };
    change(context, &plan, index, parent, &wanted)
}
