//! The todo list of a session: its rules, and its session file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::{ArgumentError, Arguments, read, to_json};
use crate::failure::{Failure, ToolError};
use crate::files::{Content, Expected, ToolResult, Unreadable, Write};
use crate::toolkit::{Context, MAX_REPLY_CHARS};
use crate::views::to_u32;
use crate::word::Word;

/// A session file: the host keeps it in memory for as long as the session.
const PATH: &str = "session:todolist";

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(super) enum Status {
    Pending,
    // At most one item.
    InProgress,
    Completed,
}

/// An item of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Todo {
    /// What to do: Run tests.
    pub(super) content: String,
    pub(super) status: Status,
    /// What is being done: Running tests.
    pub(super) active_form: String,
}

/// The number of items by status.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct TodoCounts {
    pub(super) total: u32,
    pub(super) pending: u32,
    pub(super) in_progress: u32,
    pub(super) completed: u32,
}

impl TodoCounts {
    pub(super) fn of(todos: &[Todo]) -> Self {
        let count = |status| to_u32(todos.iter().filter(|todo| todo.status == status).count());
        Self {
            total: to_u32(todos.len()),
            pending: count(Status::Pending),
            in_progress: count(Status::InProgress),
            completed: count(Status::Completed),
        }
    }
}

/// An item in the arguments of a call. Its status is checked later, because the specification has its own error code for it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TodoInput {
    /// What to do: Run tests
    #[schemars(length(min = 1))]
    content: String,
    /// Status.
    #[schemars(with = "Status")]
    status: Option<Arguments>,
    /// What is being done: Running tests
    #[schemars(length(min = 1))]
    active_form: String,
}

/// Checks the items, and reports the first one that breaks a rule.
pub(super) fn checked(given: &[TodoInput]) -> Result<Vec<Todo>, Failure> {
    let todos = given.iter().enumerate().map(|(index, todo)| todo.checked(index)).collect::<Result<Vec<_>, _>>()?;
    let mut in_progress = (0..todos.len()).filter(|index| todos[*index].status == Status::InProgress);
    if let (Some(first), Some(second)) = (in_progress.next(), in_progress.next()) {
        return Err(broken_rule(
            "multiple_in_progress",
            second,
            format!("todos[{first}] and todos[{second}] are both in_progress; only one item may be"),
        )
        .into());
    }
    Ok(todos)
}

impl TodoInput {
    fn checked(&self, index: usize) -> Result<Todo, Failure> {
        let Some(status) = &self.status else {
            let valid = Status::names().join(", ");
            return Err(Failure::argument(&format!("todos[{index}].status"), format!("is required: one of {valid}")));
        };
        if self.content.trim().is_empty() {
            return Err(broken_rule("empty_content", index, format!("todos[{index}].content must not be empty")).into());
        }
        if self.active_form.trim().is_empty() {
            let message = format!("todos[{index}].activeForm must not be empty");
            return Err(broken_rule("empty_active_form", index, message).into());
        }
        let status = read(status).map_err(|error: ArgumentError| {
            broken_rule("invalid_status", index, format!("todos[{index}].status {}", error.problem))
        })?;
        Ok(Todo { content: self.content.clone(), status, active_form: self.active_form.clone() })
    }
}

fn broken_rule(code: &'static str, index: usize, message: String) -> ToolError {
    ToolError::new(code, message).with_detail("index", index)
}

/// The list of the session; empty if none was set.
pub(super) fn current(context: &Context<'_>) -> ToolResult<Vec<Todo>> {
    let text = match context.files.text(PATH)? {
        Ok(found) => found.text,
        Err(Unreadable::Absent) => return Ok(Vec::new()),
        Err(unreadable) => return Err(Failure::internal(unreadable.to_line()).into()),
    };
    Ok(serde_json::from_str(text).map_err(|error| Failure::internal(error.to_string()))?)
}

/// The write that replaces the list of the session.
pub(super) fn save(todos: &Vec<Todo>) -> Result<Write, ToolError> {
    let text = to_json(todos);
    let length = text.chars().count();
    if length > MAX_REPLY_CHARS {
        let message = format!(
            "The list is too long: {length} characters of at most {MAX_REPLY_CHARS}; keep what lasts longer than this session in a plan"
        );
        return Err(ToolError::new("TOO_LONG", message));
    }
    Ok(Write::new(PATH.to_owned(), Content::Text(text), Expected::Anything))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_list_is_counted_in_characters() {
        let list =
            |length| vec![Todo { content: "検".repeat(length), status: Status::Pending, active_form: "検".into() }];
        assert!(save(&list(MAX_REPLY_CHARS - 100)).is_ok());
        let error = save(&list(MAX_REPLY_CHARS)).unwrap_err();
        assert!(
            error.message.starts_with("The list is too long: 36052 characters of at most 36000;"),
            "{}",
            error.message
        );
    }
}
