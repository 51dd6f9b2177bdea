//! `todolist__set`: replaces the list of the session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::list::{TodoCounts, TodoInput, checked, save};

pub(super) const TOOL: Tool =
    tool!(REMEMBER, "todolist__set", "Replace the whole todo list of this session; at most one item is in_progress.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// All items, in order.
    pub(super) todos: Vec<TodoInput>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) summary: TodoCounts,
}

fn run(_: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let todos = checked(&input.todos)?;
    let summary = TodoCounts::of(&todos);
    Ok(Outcome::after(save(&todos)?, move |_| Output { summary: summary.clone() }))
}
