//! The list of a session: what may be in it, and where it is kept.

use crate::contract::{Contract, Json, Mismatch, Read, choices, json, object_contract, output, to_json};
use crate::toolsets::Context;
use crate::toolsets::access::count;
use crate::toolsets::budget::LARGEST;
use crate::workspace::{Content, Expected, Stop, ToolError, Unreadable, Write};

/// A host keeps what has such a name in memory, for as long as it lives.
const PATH: &str = "mem:todolist";

choices! {
    /// How far an item is.
    pub(super) enum Status {
        /// Not started, or put off.
        Pending = "pending",
        /// Worked on; at most one is.
        InProgress = "in_progress",
        /// Done.
        Completed = "completed",
    }
}

output! {
    /// A thing to do.
    pub(super) struct Todo {
        /// What to do: Run tests.
        "content" content: String,
        /// How far it is.
        "status" status: Status,
        /// What is being done: Running tests.
        "activeForm" active_form: String,
    }
}

output! {
    /// How many items there are of each status.
    pub(super) struct Summary {
        /// All.
        "total" total: u32,
        /// Not started.
        "pending" pending: u32,
        /// Worked on.
        "in_progress" in_progress: u32,
        /// Done.
        "completed" completed: u32,
    }
}

impl Summary {
    /// Of these items.
    pub(super) fn of(todos: &[Todo]) -> Self {
        let number = |status| count(todos.iter().filter(|todo| todo.status == status).count());
        Self {
            total: count(todos.len()),
            pending: number(Status::Pending),
            in_progress: number(Status::InProgress),
            completed: number(Status::Completed),
        }
    }
}

/// An item as a call gives it: its status may be any word, so that the right error can be told.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GivenTodo {
    content: String,
    status: Json,
    active_form: String,
}

object_contract! {
    GivenTodo {
        "content" String [" What to do: Run tests"],
        "status" Status [" Status."],
        "activeForm" String [" What is being done: Running tests"],
    }
}

impl Read for GivenTodo {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let fields = Mismatch::object(Self::SCHEMA, value)?;
        let status = fields.get("status");
        if status.is_null() {
            // Says what is missing.
            Status::read_field(fields, "status")?;
        }
        Ok(Self {
            content: String::read_field(fields, "content")?,
            status: status.clone(),
            active_form: String::read_field(fields, "activeForm")?,
        })
    }
}

/// The items, if they keep to the rules: the first that breaks one is told.
pub(super) fn checked(given: &[GivenTodo]) -> Result<Vec<Todo>, ToolError> {
    let todos = given.iter().enumerate().map(|(index, todo)| todo.checked(index)).collect::<Result<Vec<_>, _>>()?;
    let mut in_progress = (0..todos.len()).filter(|index| todos[*index].status == Status::InProgress);
    if let (Some(first), Some(second)) = (in_progress.next(), in_progress.next()) {
        return Err(broken(
            "multiple_in_progress",
            second,
            format!("todos[{first}] and todos[{second}] are both in_progress; only one item may be"),
        ));
    }
    Ok(todos)
}

impl GivenTodo {
    fn checked(&self, index: usize) -> Result<Todo, ToolError> {
        if self.content.trim().is_empty() {
            return Err(broken("empty_content", index, format!("todos[{index}].content must not be empty")));
        }
        if self.active_form.trim().is_empty() {
            return Err(broken("empty_active_form", index, format!("todos[{index}].activeForm must not be empty")));
        }
        let status = Status::read(&self.status)
            .map_err(|wrong| broken("invalid_status", index, format!("todos[{index}].status {}", wrong.problem)))?;
        Ok(Todo { content: self.content.clone(), status, active_form: self.active_form.clone() })
    }
}

fn broken(code: &'static str, index: usize, message: String) -> ToolError {
    ToolError::new(code, message).with_details(json! { "index": index })
}

/// The list of the session; an empty one as long as none was set.
pub(super) fn current(context: &Context<'_>) -> Result<Vec<Todo>, Stop> {
    let text = match context.files.text(PATH)? {
        Ok(found) => found.text,
        Err(Unreadable::Absent) => return Ok(Vec::new()),
        Err(unreadable) => return Err(ToolError::internal(&unreadable.to_line()).into()),
    };
    let kept = Json::parse(text).map_err(|error| ToolError::internal(&error.to_string()))?;
    let given = Vec::<GivenTodo>::read(&kept).map_err(|wrong| ToolError::internal(&wrong.message()))?;
    Ok(checked(&given)?)
}

/// The write that makes this the list of the session.
pub(super) fn keeping(todos: &Vec<Todo>) -> Result<Write, ToolError> {
    let text = to_json(todos);
    if text.len() > LARGEST {
        let message = format!(
            "The list is too long: {} characters of at most {LARGEST}; keep what lasts longer than this session in a plan",
            text.len()
        );
        return Err(ToolError::new("TOO_LONG", message));
    }
    Ok(Write::new(PATH.to_owned(), Content::Text(text), Expected::Anything))
}
