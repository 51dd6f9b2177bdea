//! `todolist__set`: another list for this session.

use crate::contract::{input, output};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::list::{GivenTodo, Summary, checked, keeping};

pub(super) const TOOL: Tool =
    tool!(REMEMBER, "todolist__set", "Replace the whole todo list of this session; at most one item is in_progress.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// All items, in order.
        "todos" todos: Vec<GivenTodo>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// How many there are.
        "summary" summary: Summary,
    }
}

fn run(_: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let todos = checked(&input.todos)?;
    let summary = Summary::of(&todos);
    Ok(Done::after(keeping(&todos)?, move |_| Output { summary: summary.clone() }))
}
