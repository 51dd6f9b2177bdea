//! The operations on plans, shared by tools, batches and embedders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::{ArgumentError, read_text};
use crate::plan::{Priority, State, Status};

use super::{EditError, StatusWord};

/// One operation on a plan.
// Its serde name is the field that contains the variant's name; see `contract::read`. A listing names the fields that models
// need; the others are accepted too.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename = "op", rename_all = "camelCase")]
#[schemars(rename = "Op", tag = "op")]
#[schemars(extend("listed" = [
    "op", "ref", "taskId", "title", "status", "bodyMarkdown", "appendBody", "sectionPath", "parentTaskId", "afterTaskId",
    "priority", "due", "tags", "dependsOn", "assignee", "state"
]))]
pub enum Op {
    /// Adds a task.
    Add(AddOp),
    /// Changes a task.
    Update(UpdateTask),
    /// Moves a task with its block.
    Move(MoveTask),
    /// Deletes a task with its block.
    Delete(DeleteTask),
    /// Changes the plan's own title and body.
    UpdatePlan(UpdatePlan),
}

/// Adds a task: to a section, under a parent, or next to another task.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddTask {
    pub title: String,
    pub body_markdown: Option<String>,
    #[schemars(with = "Option<Status>")]
    pub status: Option<StatusWord>,
    /// Headings below the title; made if missing
    pub section_path: Option<Vec<String>>,
    pub parent_task_id: Option<String>,
    pub before_task_id: Option<String>,
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

/// Changes a task. What is not given stays.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateTask {
    pub task_id: String,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub changes: TaskChanges,
}

/// What can be changed about a task without moving it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaskChanges {
    #[schemars(with = "Option<String>")]
    pub status: Option<StatusWord>,
    /// Note, added to the body
    pub append_body: Option<String>,
    /// Another name of `appendBody`.
    #[schemars(extend("hidden" = true))]
    pub note: Option<String>,
    pub title: Option<String>,
    pub body_markdown: Option<String>,
    pub clear_body: Option<bool>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub attributes: AttributeChanges,
    /// Fields to empty, e.g. due
    #[schemars(with = "Option<Vec<String>>")]
    pub clear: Option<Vec<TaskField>>,
}

/// Attributes to set. An empty text or list removes one, but arguments of tools never contain any: there, `clear` does that.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttributeChanges {
    /// highest, high, medium or low
    #[schemars(with = "Option<String>")]
    pub priority: Option<Priority>,
    /// YYYY-MM-DD
    pub due: Option<String>,
    pub tags: Option<Vec<String>>,
    pub depends_on: Option<Vec<String>>,
    pub estimate: Option<String>,
    pub assignee: Option<String>,
    #[serde(rename = "type")]
    #[schemars(extend("hidden" = true))]
    pub task_type: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub area: Option<String>,
    /// blocked, deferred, cancelled or archived
    #[schemars(with = "Option<String>")]
    pub state: Option<State>,
}

/// What can be removed from a task.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum TaskField {
    Body,
    Priority,
    Due,
    Tags,
    DependsOn,
    Estimate,
    Assignee,
    Type,
    Area,
    State,
}

/// Moves a task: next to another task, or first or last under a parent or in a section.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoveTask {
    pub task_id: String,
    pub before_task_id: Option<String>,
    pub after_task_id: Option<String>,
    pub position: Option<Position>,
    pub parent_task_id: Option<String>,
    pub section_path: Option<Vec<String>>,
    pub clear: Option<Vec<Container>>,
}

/// Which end of its siblings a task goes to. Without effect next to another task.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Position {
    /// After all others; the default.
    Last,
    /// Before all others.
    First,
}

/// What a task can be moved out of.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Container {
    /// The task goes to the top level of its section.
    Parent,
    /// The task goes to the top level before all sections.
    Section,
}

/// Deletes a task with its block.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteTask {
    pub task_id: String,
}

/// Changes the plan's own title and body.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdatePlan {
    pub title: Option<String>,
    /// Replaces the old
    pub body_markdown: Option<String>,
    pub clear_body: Option<bool>,
}

impl TaskChanges {
    pub(crate) fn check(&self) -> Result<(), EditError> {
        let is_empty = self.status.is_none()
            && self.title.is_none()
            && self.body_markdown.is_none()
            && self.note().is_none()
            && self.clear_body != Some(true)
            && self.cleared().is_empty()
            && self.attributes.is_empty();
        if is_empty {
            return Err(EditError::invalid("At least one of status, title, bodyMarkdown, or clearBody is required"));
        }
        if self.append_body.is_some() && self.note.is_some() {
            return Err(EditError::invalid("appendBody and note are the same; give one of them"));
        }
        if self.body_markdown.is_some() && self.note().is_some() {
            return Err(EditError::invalid("bodyMarkdown cannot be combined with appendBody"));
        }
        check_body(self.body_markdown.as_ref(), self.clears_body().then_some(true))
    }

    /// The paragraph to add to the body.
    pub(crate) fn note(&self) -> Option<&str> {
        self.append_body.as_deref().or(self.note.as_deref())
    }

    pub(crate) fn cleared(&self) -> &[TaskField] {
        self.clear.as_deref().unwrap_or_default()
    }

    pub(crate) fn clears_body(&self) -> bool {
        self.clear_body == Some(true) || self.cleared().contains(&TaskField::Body)
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
