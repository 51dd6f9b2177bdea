//! `get_task`: one task with everything about it.

use crate::contract::input;
use crate::query::Graph;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::store;
use super::times::Times;
use super::view::{Lengths, TaskOutput as Output};

pub(super) const TOOL: Tool =
    tool!(READ, "get_task", "Read one task with its description, subtasks, dependencies and times.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// Of a task or subtask.
        "id" id: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let document = store::read(context)?;
    let ids = Ids::of(&document);
    let number = ids.find(&input.id)?;
    let times = Times::of(context)?.task(&ids.own(number));
    let graph = Graph::of(&document);
    Ok(Done::Ready(Output::of(&document, &ids, number, times, &Lengths::FULL, Some(&graph))))
}
