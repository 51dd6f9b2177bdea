//! The edit vocabulary: one language for single tools, batches, embedders and merges.

use crate::contract::{Clearable, Contract, Json, Mismatch, Read, Schema, choices, input};
use crate::plan::{Priority, State, Status};

use super::EditError;

/// One change to a plan.
#[derive(Clone, Debug, PartialEq)]
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

input! {
    /// Adds a task: to a section, under a parent, or next to another task.
    pub struct AddTask {
        /// One line.
        "title" title: String,
        /// Default: todo.
        "status" status: Option<Status>,
        /// Markdown.
        "bodyMarkdown" body_markdown: Option<String>,
        /// Headings from the outermost; missing ones are made.
        "sectionPath" section_path: Option<Vec<String>>,
        /// Its parent.
        "parentTaskId" parent_task_id: Option<String>,
        /// Next sibling.
        "beforeTaskId" before_task_id: Option<String>,
        /// Previous sibling.
        "afterTaskId" after_task_id: Option<String>,
        ..
        /// Attributes.
        attributes: AttributeChanges,
    }
}

input! {
    /// Adds a task as one of several operations.
    pub struct AddOp {
        /// A name by which later operations call the new task, as `ref:name`.
        "ref" reference: Option<String>,
        ..
        /// The task.
        task: AddTask,
    }
}

impl From<AddTask> for Op {
    fn from(task: AddTask) -> Self {
        Self::Add(AddOp { reference: None, task })
    }
}

input! {
    /// Changes a task. What is not named stays.
    pub struct UpdateTask {
        /// The task.
        "taskId" task_id: String,
        ..
        /// The changes.
        changes: TaskChanges,
    }
}

input! {
    /// What can be changed about a task where it stands.
    pub struct TaskChanges {
        /// Clears `state`.
        "status" status: Option<Status>,
        /// One line.
        "title" title: Option<String>,
        /// New body.
        "bodyMarkdown" body_markdown: Option<String>,
        /// No body.
        "clearBody" clear_body: Option<bool>,
        ..
        /// Attributes.
        attributes: AttributeChanges,
    }
}

input! {
    /// Attributes to set; an empty string or list takes one away.
    pub struct AttributeChanges {
        /// Urgency.
        "priority" priority: Option<Clearable<Priority>>,
        /// ISO date.
        "due" due: Option<String>,
        /// Keywords.
        "tags" tags: Option<Vec<String>>,
        /// Task ids.
        "dependsOn" depends_on: Option<Vec<String>>,
        /// Effort.
        "estimate" estimate: Option<String>,
        /// Owner.
        "assignee" assignee: Option<String>,
        /// LineKind.
        "type" kind: Option<String>,
        /// Component.
        "area" area: Option<String>,
        /// Sub-status.
        "state" state: Option<Clearable<State>>,
    }
}

input! {
    /// Puts a task elsewhere: next to another task, or first or last under a parent or in a section.
    pub struct MoveTask {
        /// The task.
        "taskId" task_id: String,
        /// Next sibling.
        "beforeTaskId" before_task_id: Option<String>,
        /// Previous sibling.
        "afterTaskId" after_task_id: Option<String>,
        /// Default: last.
        "position" position: Option<Position>,
        /// New parent; "" for none.
        "parentTaskId" parent_task_id: Option<String>,
        /// New section.
        "sectionPath" section_path: Option<Vec<String>>,
    }
}

choices! {
    /// Which end of its siblings a task goes to.
    pub enum Position {
        /// Before all others.
        First = "first",
        /// After all others.
        Last = "last",
    }
}

input! {
    /// Deletes a task with all that is under it.
    pub struct DeleteTask {
        /// The task.
        "taskId" task_id: String,
    }
}

input! {
    /// Changes the plan's own title and body.
    pub struct UpdatePlan {
        /// One line.
        "title" title: Option<String>,
        /// New body.
        "bodyMarkdown" body_markdown: Option<String>,
        /// No body.
        "clearBody" clear_body: Option<bool>,
    }
}

impl TaskChanges {
    /// Whether the changes make sense by themselves.
    pub(crate) fn check(&self) -> Result<(), EditError> {
        let says_nothing = self.status.is_none()
            && self.title.is_none()
            && self.body_markdown.is_none()
            && self.clear_body != Some(true)
            && self.attributes.is_empty();
        if says_nothing {
            return Err(EditError::invalid("At least one of status, title, bodyMarkdown, or clearBody is required"));
        }
        check_body(self.body_markdown.as_ref(), self.clear_body)
    }
}

impl UpdatePlan {
    /// Whether the changes make sense by themselves.
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

/// The field that says which change it is.
const TAG: &str = "op";

impl Contract for Op {
    const SCHEMA: Schema = Schema::Tagged(
        TAG,
        &[
            ("add", AddOp::SCHEMA),
            ("update", UpdateTask::SCHEMA),
            ("move", MoveTask::SCHEMA),
            ("delete", DeleteTask::SCHEMA),
            ("updatePlan", UpdatePlan::SCHEMA),
        ],
    );
}

impl Read for Op {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let fields = value.as_object().ok_or_else(|| Mismatch::of(Self::SCHEMA, value))?;
        let tag = value.get(TAG);
        let fields = Json::Object(fields.iter().filter(|(name, _)| name != TAG).cloned().collect());
        match tag.as_str() {
            Some("add") => Read::read(&fields).map(Self::Add),
            Some("update") => Read::read(&fields).map(Self::Update),
            Some("move") => Read::read(&fields).map(Self::Move),
            Some("delete") => Read::read(&fields).map(Self::Delete),
            Some("updatePlan") => Read::read(&fields).map(Self::UpdatePlan),
            _ => Err(Mismatch::of(Self::SCHEMA, value)),
        }
    }
}

impl Op {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Add(_) => "add",
            Self::Update(_) => "update",
            Self::Move(_) => "move",
            Self::Delete(_) => "delete",
            Self::UpdatePlan(_) => "updatePlan",
        }
    }

    /// Reads a change from JSON, as in `{ "op": "update", "taskId": "t_1", "status": "done" }`.
    ///
    /// ```
    /// use long_term_plan_core::edit::Op;
    /// assert!(matches!(Op::from_json(r#"{ "op": "delete", "taskId": "t_1" }"#), Ok(Op::Delete(_))));
    /// let error = Op::from_json(r#"{ "op": "delete", "id": "t_1" }"#).unwrap_err();
    /// assert_eq!(error.message(), "Argument id is unknown; valid are: taskId");
    /// ```
    pub fn from_json(json: &str) -> Result<Self, Mismatch> {
        let value = Json::parse(json).map_err(|error| Mismatch::new(format!("are not valid JSON: {error}")))?;
        Self::read(&value)
    }
}
