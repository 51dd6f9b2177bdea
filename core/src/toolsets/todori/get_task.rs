//! `get_task`: reads one task.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::files::ToolResult;
use crate::query::Graph;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::times::Times;
use super::view::{TaskOutput as Output, TextLimits};

pub(super) const TOOL: Tool =
    tool!(READ, "get_task", "Read one task with its description, subtasks, dependencies and times.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Of a task or subtask.
    pub(super) id: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let ids = DottedIds::of(&document);
    let index = ids.find(&input.id)?;
    let times = Times::of(context)?.task(&ids.task_id(index));
    let graph = Graph::of(&document);
    Ok(Outcome::Ready(Output::of(&document, &ids, index, times, &TextLimits::FULL, Some(&graph))))
}
