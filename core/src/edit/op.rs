//! The operations on plans, shared by tools, batches and embedders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::{ArgumentError, Clearable, read_text};
use crate::plan::{Priority, State, Status};

use super::EditError;

/// One operation on a plan.
// Its serde name is the field that contains the variant's name; see `contract::read`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename = "op", rename_all = "camelCase")]
#[schemars(rename = "Op", tag = "op")]
pub enum Op {
    /// Adds a task.
    Add(AddOp),
    /// Changes a task.
    Update(UpdateTask),
    /// Puts a task elsewhere, with all that is under it.
    Move(MoveTask),
    /// Deletes a task, with all that is under it.
    Delete(DeleteTask),
    /// Changes the plan's own title and body.
    UpdatePlan(UpdatePlan),
}

/// Adds a task: to a section, under a parent, or next to another task.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddTask {
    /// One line.
    pub title: String,
    /// Default: todo.
    pub status: Option<Status>,
    /// Markdown.
    pub body_markdown: Option<String>,
    /// Headings from the outermost; missing ones are made.
    pub section_path: Option<Vec<String>>,
    /// Its parent.
    pub parent_task_id: Option<String>,
    /// Next sibling.
    pub before_task_id: Option<String>,
    /// Previous sibling.
    pub after_task_id: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub attributes: AttributeChanges,
}

/// Adds a task as one of several operations.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddOp {
    /// A name by which later operations call the new task, as `ref:name`.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub task: AddTask,
}

impl From<AddTask> for Op {
    fn from(task: AddTask) -> Self {
        Self::Add(AddOp { reference: None, task })
    }
}

/// Changes a task. What is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateTask {
    /// The task.
    pub task_id: String,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub changes: TaskChanges,
}

/// What can be changed about a task where it stands.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskChanges {
    /// Clears `state`.
    pub status: Option<Status>,
    /// One line.
    pub title: Option<String>,
    /// New body.
    pub body_markdown: Option<String>,
    /// No body.
    pub clear_body: Option<bool>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub attributes: AttributeChanges,
}

/// Attributes to set; an empty string or list takes one away.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeChanges {
    /// Urgency.
    pub priority: Option<Clearable<Priority>>,
    /// ISO date.
    pub due: Option<String>,
    /// Keywords.
    pub tags: Option<Vec<String>>,
    /// Task ids.
    pub depends_on: Option<Vec<String>>,
    /// Effort.
    pub estimate: Option<String>,
    /// Owner.
    pub assignee: Option<String>,
    /// Kind.
    #[serde(rename = "type")]
    pub task_type: Option<String>,
    /// Component.
    pub area: Option<String>,
    /// Sub-status.
    pub state: Option<Clearable<State>>,
}

/// Puts a task elsewhere: next to another task, or first or last under a parent or in a section.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoveTask {
    /// The task.
    pub task_id: String,
    /// Next sibling.
    pub before_task_id: Option<String>,
    /// Previous sibling.
    pub after_task_id: Option<String>,
    /// Default: last.
    pub position: Option<Position>,
    /// New parent; "" for none.
    pub parent_task_id: Option<String>,
    /// New section.
    pub section_path: Option<Vec<String>>,
}

/// Which end of its siblings a task goes to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Position {
    /// Before all others.
    First,
    /// After all others.
    Last,
}

/// Deletes a task with all that is under it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteTask {
    /// The task.
    pub task_id: String,
}

/// Changes the plan's own title and body.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdatePlan {
    /// One line.
    pub title: Option<String>,
    /// New body.
    pub body_markdown: Option<String>,
    /// No body.
    pub clear_body: Option<bool>,
}

impl TaskChanges {
    pub(crate) fn check(&self) -> Result<(), EditError> {
        let is_empty = self.status.is_none()
            && self.title.is_none()
            && self.body_markdown.is_none()
            && self.clear_body != Some(true)
            && self.attributes.is_empty();
        if is_empty {
            return Err(EditError::invalid("At least one of status, title, bodyMarkdown, or clearBody is required"));
        }
        check_body(self.body_markdown.as_ref(), self.clear_body)
    }
}

impl UpdatePlan {
    pub(crate) fn check(&self) -> Result<(), EditError> {
        if self.title.is_none() && self.body_markdown.is_none() && self.clear_body != Some(true) {
            return Err(EditError::invalid("At least one of title, bodyMarkdown, or clearBody is required"));
        }
        check_body(self.body_markdown.as_ref(), self.clear_body)
    }
}

fn check_body(markdown: Option<&String>, clear: Option<bool>) -> Result<(), EditError> {
    if markdown.is_some() && clear == Some(true) {
        return Err(EditError::invalid("bodyMarkdown cannot be combined with clearBody"));
    }
    Ok(())
}

impl Op {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Add(_) => "add",
            Self::Update(_) => "update",
            Self::Move(_) => "move",
            Self::Delete(_) => "delete",
            Self::UpdatePlan(_) => "updatePlan",
        }
    }

    /// Reads an operation from JSON, as in `{ "op": "update", "taskId": "t_1", "status": "done" }`.
    ///
    /// ```
    /// use long_term_plan_core::edit::Op;
    /// assert!(matches!(Op::from_json(r#"{ "op": "delete", "taskId": "t_1" }"#), Ok(Op::Delete(_))));
    /// let error = Op::from_json(r#"{ "op": "delete", "id": "t_1" }"#).unwrap_err();
    /// assert_eq!(error.message(), "Argument id is unknown; valid are: taskId");
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ArgumentError> {
        read_text(json)
    }
}
