//! `todolist__get`: the list of this session.

use crate::contract::{input, output};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::list::{Summary, Todo, current};

pub(super) const TOOL: Tool = tool!(READ, "todolist__get", "Get the todo list of this session.");

input! {
    /// Arguments.
    pub(super) struct Input {
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The items.
        "todos" todos: Vec<Todo>,
        /// How many there are.
        "summary" summary: Summary,
    }
}

fn run(context: &Context<'_>, _: &Input) -> Result<Done<Output>, Stop> {
    let todos = current(context)?;
    Ok(Done::Ready(Output { summary: Summary::of(&todos), todos }))
}
