//! `get_next_task`: what to work on, and why.

use crate::contract::{OneOrMany, OrNull, input, output};
use crate::query::Graph;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::mapping::{Priority, Status};
use super::recommend::recommend;
use super::store;
use super::times::Times;
use super::view::{Lengths, TaskOutput};

pub(super) const TOOL: Tool = tool!(
    READ,
    "get_next_task",
    "Recommend a task that waits for nothing: in progress first, then by priority, dependencies and order; with the reason."
);

input! {
    /// Arguments.
    pub(super) struct Input {
        /// One or several; default: pending, in-progress.
        "status" status: Option<OneOrMany<Status>>,
        /// One or several.
        "priority" priority: Option<OneOrMany<Priority>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "task" task: OrNull<TaskOutput>,
        /// What decided.
        "rationale" rationale: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let document = store::read(context)?;
    let times = Times::of(context)?;
    let found = recommend(&document, &Graph::of(&document), input.status.as_ref(), input.priority.as_ref());
    let ids = Ids::of(&document);
    let task = found.task.map(|number| {
        let times = times.task(&ids.own(number));
        TaskOutput::of(&document, &ids, number, times, &Lengths::SMALL, None)
    });
    Ok(Done::Ready(Output { task: OrNull(task), rationale: found.rationale }))
}
