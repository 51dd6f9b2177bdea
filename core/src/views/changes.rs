//! What changed between two versions of a plan, for those who show it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::plan::Document;
use crate::query::{Change, TaskChange, compare};

/// What happened to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Deleted,
    /// Its body is another.
    Body,
    /// A field has another value.
    Field,
}

/// One thing that differs between two versions of a plan.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldChange {
    /// The task; absent when it is about the plan itself.
    pub task_id: Option<String>,
    pub title: String,
    pub change: ChangeKind,
    pub field: Option<String>,
    /// What it was, if it was set.
    pub from: Option<String>,
    /// What it is, if it is set.
    pub to: Option<String>,
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
