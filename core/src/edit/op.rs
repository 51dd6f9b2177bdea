//! The edit vocabulary: one language for single tools, batches, embedders and merges.

use serde_json::Value;

use crate::contract::{Clearable, Contract, Mismatch, Read, Schema, choices, contract};
use crate::plan::{Priority, State, Status};

/// One change to a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Adds a task.
    Add(AddTask),
    /// Changes a task.
    Update(UpdateTask),
    /// Puts a task elsewhere, with all that is under it.
    Move(MoveTask),
    /// Deletes a task, with all that is under it.
    Delete(DeleteTask),
    /// Changes the plan's own title and body.
    UpdatePlan(UpdatePlan),
}

contract! {
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
        /// Makes it a subtask.
        "parentTaskId" parent_task_id: Option<String>,
        /// Puts it before this task.
        "beforeTaskId" before_task_id: Option<String>,
        /// Puts it after this task.
        "afterTaskId" after_task_id: Option<String>,
        /// In a batch: a name by which later operations call the new task, as "ref:name".
        "ref" reference: Option<String>,
        ..
        /// Attributes.
        attributes: AttributeChanges,
    }
}

contract! {
    /// Changes a task. What is not named stays.
    pub struct UpdateTask {
        /// The task.
        "taskId" task_id: String,
        /// Clears `state`.
        "status" status: Option<Status>,
        /// One line.
        "title" title: Option<String>,
        /// Markdown; replaces the body.
        "bodyMarkdown" body_markdown: Option<String>,
        /// Removes the body.
        "clearBody" clear_body: Option<bool>,
        ..
        /// Attributes.
        attributes: AttributeChanges,
    }
}

contract! {
    /// Attributes to set; an empty string or list takes one away.
    pub struct AttributeChanges {
        /// Urgency.
        "priority" priority: Option<Clearable<Priority>>,
        /// YYYY-MM-DD.
        "due" due: Option<String>,
        /// Words to find it by.
        "tags" tags: Option<Vec<String>>,
        /// Ids of tasks that come first.
        "dependsOn" depends_on: Option<Vec<String>>,
        /// As in 3d.
        "estimate" estimate: Option<String>,
        /// Who has it.
        "assignee" assignee: Option<String>,
        /// As in bug, feature.
        "type" kind: Option<String>,
        /// Part of the product.
        "area" area: Option<String>,
        /// blocked and deferred are open, cancelled and archived are done.
        "state" state: Option<Clearable<State>>,
    }
}

contract! {
    /// Puts a task elsewhere: next to another task, or first or last under a parent or in a section.
    pub struct MoveTask {
        /// The task.
        "taskId" task_id: String,
        /// Puts it before this task.
        "beforeTaskId" before_task_id: Option<String>,
        /// Puts it after this task.
        "afterTaskId" after_task_id: Option<String>,
        /// Default: last.
        "position" position: Option<Position>,
        /// New parent; "" for none.
        "parentTaskId" parent_task_id: Option<String>,
        /// New section; missing headings are made.
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

contract! {
    /// Deletes a task with all that is under it.
    pub struct DeleteTask {
        /// The task.
        "taskId" task_id: String,
    }
}

contract! {
    /// Changes the plan's own title and body.
    pub struct UpdatePlan {
        /// One line.
        "title" title: Option<String>,
        /// Markdown; replaces the plan's body.
        "bodyMarkdown" body_markdown: Option<String>,
        /// Removes the plan's body.
        "clearBody" clear_body: Option<bool>,
    }
}

/// The field that says which change it is.
const TAG: &str = "op";

impl Contract for Op {
    const SCHEMA: Schema = Schema::Tagged(
        TAG,
        &[
            ("add", AddTask::SCHEMA),
            ("update", UpdateTask::SCHEMA),
            ("move", MoveTask::SCHEMA),
            ("delete", DeleteTask::SCHEMA),
            ("updatePlan", UpdatePlan::SCHEMA),
        ],
    );
}

impl Read for Op {
    fn read(value: &Value) -> Result<Self, Mismatch> {
        let mut fields = value.as_object().ok_or_else(|| Mismatch::of::<Self>(value))?.clone();
        let tag = fields.remove(TAG).unwrap_or_default();
        let fields = Value::Object(fields);
        match tag.as_str() {
            Some("add") => Read::read(&fields).map(Self::Add),
            Some("update") => Read::read(&fields).map(Self::Update),
            Some("move") => Read::read(&fields).map(Self::Move),
            Some("delete") => Read::read(&fields).map(Self::Delete),
            Some("updatePlan") => Read::read(&fields).map(Self::UpdatePlan),
            _ => Err(Mismatch::of::<Self>(value)),
        }
    }
}

impl Op {
    /// Reads a change from JSON, as in `{ "op": "update", "taskId": "t_1", "status": "done" }`.
    ///
    /// ```
    /// use long_term_plan_core::edit::Op;
    /// assert!(matches!(Op::from_json(r#"{ "op": "delete", "taskId": "t_1" }"#), Ok(Op::Delete(_))));
    /// let error = Op::from_json(r#"{ "op": "delete", "id": "t_1" }"#).unwrap_err();
    /// assert_eq!(error.message(), "Argument id is unknown; valid are: taskId");
    /// ```
    pub fn from_json(json: &str) -> Result<Self, Mismatch> {
        let value =
            serde_json::from_str(json).map_err(|error| Mismatch::new(format!("are not valid JSON: {error}")))?;
        Self::read(&value)
    }
}
