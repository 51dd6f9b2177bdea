//! What changed between two versions of a plan, for those who show it.

use crate::contract::{choices, output};
use crate::plan::Document;
use crate::query::{Change, TaskChange, compare};

choices! {
    /// What happened to a task.
    pub enum ChangeKind {
        /// It is new.
        Added = "added",
        /// It is gone.
        Deleted = "deleted",
        /// Its body is another.
        Body = "body",
        /// A field has another value.
        Field = "field",
    }
}

output! {
    /// One thing that differs between two versions of a plan.
    pub struct ToldChange {
        /// The task; absent when it is about the plan itself.
        "taskId" task_id: Option<String>,
        /// Its title.
        "title" title: String,
        /// What happened.
        "change" change: ChangeKind,
        /// Which field.
        "field" field: Option<String>,
        /// What it was, if it was set.
        "from" from: Option<String>,
        /// What it is, if it is set.
        "to" to: Option<String>,
    }
}

/// What changed from one document to the other, task by task.
pub fn told_changes(old: &Document, new: &Document) -> Vec<ToldChange> {
    compare(old, new).into_iter().map(told).collect()
}

fn told(TaskChange { task_id, title, change }: TaskChange) -> ToldChange {
    let (change, field, from, to) = match change {
        Change::Added => (ChangeKind::Added, None, None, None),
        Change::Deleted => (ChangeKind::Deleted, None, None, None),
        Change::Body => (ChangeKind::Body, None, None, None),
        Change::Field { name, from, to } => (ChangeKind::Field, Some(name), from, to),
    };
    ToldChange { task_id: Some(task_id).filter(|id| !id.is_empty()), title, change, field, from, to }
}
