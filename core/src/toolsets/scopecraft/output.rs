//! Tasks as answers show them: what all have in common, and what each structure has besides.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::contract::{Contract, FieldsToJson, Schema, ToJson, write_field, write_object};

use super::mapping::{Priority, Status, Structure, TaskType, WorkflowState};

/// What every task has.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskBase {
    pub(super) id: String,
    pub(super) title: String,
    #[serde(rename = "type")]
    pub(super) kind: TaskType,
    /// How far it is.
    pub(super) status: Status,
    /// How urgent it is.
    pub(super) priority: Priority,
    /// Where it stands in the flow of work.
    pub(super) workflow_state: WorkflowState,
    /// Part of the product.
    pub(super) area: String,
    /// Words to find it by.
    pub(super) tags: Vec<String>,
    pub(super) assignee: Option<String>,
    /// When it was made.
    pub(super) created_date: Option<String>,
    /// When it was last changed.
    pub(super) updated_date: Option<String>,
    /// When it was put away.
    pub(super) archived_date: Option<String>,
    /// The plan's file, relative to the root.
    pub(super) path: String,
    pub(super) filename: String,
}

/// Parts of a task's text, by the headings in it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Sections {
    pub(super) instruction: Option<String>,
    pub(super) tasks: Option<String>,
    /// What comes of it.
    pub(super) deliverable: Option<String>,
    pub(super) log: Option<String>,
}

impl Sections {
    /// Without any.
    pub(super) const NONE: Self = Self { instruction: None, tasks: None, deliverable: None, log: None };
}

/// What a task that stands alone has besides.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct SimpleTask {
    pub(super) content: Option<String>,
    pub(super) sections: Option<Sections>,
}

/// What a subtask has besides.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubTask {
    /// The task it is under.
    pub(super) parent_id: String,
    /// Its number there, as 01.
    pub(super) sequence_number: String,
    pub(super) content: Option<String>,
    pub(super) sections: Option<Sections>,
}

/// How far the subtasks are.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Progress {
    pub(super) total: u32,
    /// Done or put away.
    pub(super) completed: u32,
    pub(super) percentage: u32,
}

/// What a task has besides that others are under.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParentTask {
    /// How far its subtasks are.
    pub(super) progress: Option<Progress>,
    pub(super) subtask_ids: Vec<String>,
    /// Number of ids that are not shown.
    pub(super) subtask_ids_left_out: Option<u32>,
    /// Its text before the first heading.
    pub(super) overview: Option<String>,
    /// Its whole text, if that has other parts than these.
    pub(super) content: Option<String>,
    /// Parts of its text.
    pub(super) sections: Option<Sections>,
    /// The subtasks, if asked for.
    pub(super) subtasks: Option<Vec<Of<SubTask>>>,
    /// Number of subtasks that are not shown.
    pub(super) subtasks_left_out: Option<u32>,
}

/// What the answer about one such task has besides.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParentDetail {
    /// Files in its context folder.
    pub(super) supporting_files: Vec<String>,
    #[serde(flatten)]
    pub(super) parent: ParentTask,
}

/// A task of any structure.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnyTask {
    Simple(SimpleTask),
    Subtask(SubTask),
    Parent(ParentTask),
}

/// A task of one of the structures that `T` may be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Of<T> {
    pub(super) base: TaskBase,
    pub(super) own: T,
}

/// What tasks of some structures have besides.
pub(super) trait Structured: FieldsToJson {
    /// The structures, each with its fields.
    const VARIANTS: &'static [(&'static str, Schema)];

    /// Which of them it is.
    fn structure(&self) -> Structure;
}

impl Structured for SubTask {
    const VARIANTS: &'static [(&'static str, Schema)] = &[(Structure::Subtask.as_str(), Self::SCHEMA)];

    fn structure(&self) -> Structure {
        Structure::Subtask
    }
}

impl Structured for ParentTask {
    const VARIANTS: &'static [(&'static str, Schema)] = &[(Structure::Parent.as_str(), Self::SCHEMA)];

    fn structure(&self) -> Structure {
        Structure::Parent
    }
}

impl Structured for ParentDetail {
    const VARIANTS: &'static [(&'static str, Schema)] = &[(Structure::Parent.as_str(), Self::SCHEMA)];

    fn structure(&self) -> Structure {
        Structure::Parent
    }
}

impl Structured for AnyTask {
    const VARIANTS: &'static [(&'static str, Schema)] = &[
        (Structure::Simple.as_str(), SimpleTask::SCHEMA),
        (Structure::Subtask.as_str(), SubTask::SCHEMA),
        (Structure::Parent.as_str(), ParentTask::SCHEMA),
    ];

    fn structure(&self) -> Structure {
        match self {
            Self::Simple(_) => Structure::Simple,
            Self::Subtask(_) => Structure::Subtask,
            Self::Parent(_) => Structure::Parent,
        }
    }
}

impl FieldsToJson for AnyTask {
    fn write_fields(&self, json: &mut String) {
        match self {
            Self::Simple(simple) => simple.write_fields(json),
            Self::Subtask(subtask) => subtask.write_fields(json),
            Self::Parent(parent) => parent.write_fields(json),
        }
    }
}

impl<T: Structured> Contract for Of<T> {
    const SCHEMA: Schema = Schema::Variants { common: &TaskBase::SCHEMA, tag: "taskStructure", variants: T::VARIANTS };
}

impl<T: Structured> FieldsToJson for Of<T> {
    fn write_fields(&self, json: &mut String) {
        self.base.write_fields(json);
        write_field(json, "taskStructure", &self.own.structure());
        self.own.write_fields(json);
    }
}

impl<T: Structured> ToJson for Of<T> {
    fn write(&self, json: &mut String) {
        write_object(json, self);
    }
}
