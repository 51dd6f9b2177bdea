//! `todolist__get`: reads the list of the session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::list::{Todo, TodoCounts, current};

pub(super) const TOOL: Tool = tool!(READ, "todolist__get", "Get the todo list of this session.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) todos: Vec<Todo>,
    pub(super) summary: TodoCounts,
}

fn run(context: &Context<'_>, _: &Input) -> ToolResult<Outcome<Output>> {
    let todos = current(context)?;
    Ok(Outcome::Ready(Output { summary: TodoCounts::of(&todos), todos }))
}
