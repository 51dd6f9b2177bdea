//! Tasks as answers show them: what all have in common, and what each structure has besides.

use crate::contract::{Contract, FieldsToJson, Schema, ToJson, output, write_field, write_object};

use super::mapping::{Priority, Status, Structure, TaskType, WorkflowState};

output! {
    /// What every task has.
    pub(super) struct TaskBase {
        /// Id.
        "id" id: String,
        /// Title.
        "title" title: String,
        /// Sort of work.
        "type" kind: TaskType,
        /// How far it is.
        "status" status: Status,
        /// How urgent it is.
        "priority" priority: Priority,
        /// Where it stands in the flow of work.
        "workflowState" workflow_state: WorkflowState,
        /// Part of the product.
        "area" area: String,
        /// Words to find it by.
        "tags" tags: Vec<String>,
        /// Who has it.
        "assignee" assignee: Option<String>,
        /// When it was made.
        "createdDate" created_date: Option<String>,
        /// When it was last changed.
        "updatedDate" updated_date: Option<String>,
        /// When it was put away.
        "archivedDate" archived_date: Option<String>,
        /// The plan's file, relative to the root.
        "path" path: String,
        /// Its name.
        "filename" filename: String,
    }
}

output! {
    /// Parts of a task's text, by the headings in it.
    pub(super) struct Sections {
        /// What to do.
        "instruction" instruction: Option<String>,
        /// A checklist.
        "tasks" tasks: Option<String>,
        /// What comes of it.
        "deliverable" deliverable: Option<String>,
        /// What happened.
        "log" log: Option<String>,
    }
}

impl Sections {
    /// Without any.
    pub(super) const NONE: Self = Self { instruction: None, tasks: None, deliverable: None, log: None };
}

output! {
    /// What a task that stands alone has besides.
    pub(super) struct SimpleTask {
        /// Its text.
        "content" content: Option<String>,
        /// Parts of it.
        "sections" sections: Option<Sections>,
    }
}

output! {
    /// What a subtask has besides.
    pub(super) struct SubTask {
        /// The task it is under.
        "parentId" parent_id: String,
        /// Its number there, as 01.
        "sequenceNumber" sequence_number: String,
        /// Its text.
        "content" content: Option<String>,
        /// Parts of it.
        "sections" sections: Option<Sections>,
    }
}

output! {
    /// How far the subtasks are.
    pub(super) struct Progress {
        /// All.
        "total" total: u32,
        /// Done or put away.
        "completed" completed: u32,
        /// Of a hundred.
        "percentage" percentage: u32,
    }
}

output! {
    /// What a task has besides that others are under.
    pub(super) struct ParentTask {
        /// How far its subtasks are.
        "progress" progress: Option<Progress>,
        /// Their ids.
        "subtaskIds" subtask_ids: Vec<String>,
        /// Number of ids that are not shown.
        "subtaskIdsLeftOut" subtask_ids_left_out: Option<u32>,
        /// Its text before the first heading.
        "overview" overview: Option<String>,
        /// Its whole text, if that has other parts than these.
        "content" content: Option<String>,
        /// Parts of its text.
        "sections" sections: Option<Sections>,
        /// The subtasks, if asked for.
        "subtasks" subtasks: Option<Vec<Of<SubTask>>>,
        /// Number of subtasks that are not shown.
        "subtasksLeftOut" subtasks_left_out: Option<u32>,
    }
}

output! {
    /// What the answer about one such task has besides.
    pub(super) struct ParentDetail {
        /// Files in its context folder.
        "supportingFiles" supporting_files: Vec<String>,
        ..
        /// The task.
        parent: ParentTask,
    }
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
