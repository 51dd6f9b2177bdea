//! `get_task`: reads one task.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::files::ToolResult;
use crate::query::Graph;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::times::Times;
use super::view::{Start, TaskOutput as Output, TextLimits};

pub(super) const TOOL: Tool =
    tool!(READ, "get_task", "Read one task with its description, subtasks, dependencies and times.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// Of a task or subtask.
    pub(super) id: String,
    /// Continues at nextDescriptionOffset.
    pub(super) description_offset: Option<u32>,
    /// Continues at nextSubtaskOffset.
    pub(super) subtask_offset: Option<u32>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let ids = DottedIds::of(&document);
    let index = ids.find(&input.id)?;
    let times = Times::of(context)?.task(&ids.task_id(index));
    let graph = Graph::of(&document);
    let start = Start {
        description: input.description_offset.unwrap_or_default() as usize,
        subtasks: input.subtask_offset.map(|offset| offset as usize),
    };
    let task = Output::starting_at(start, &document, &ids, index, times, &TextLimits::FULL, Some(&graph));
    Ok(Outcome::Ready(task))
}
