//! Tasks in replies: common fields, and the fields of each structure.

use std::borrow::Cow;

use crate::word::Word;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;

use super::mapping::{Priority, Status, Structure, TaskType, WorkflowState};

/// The common fields.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskBase {
    pub(super) id: String,
    pub(super) title: String,
    #[serde(rename = "type")]
    pub(super) kind: TaskType,
    pub(super) status: Status,
    pub(super) priority: Priority,
    pub(super) workflow_state: WorkflowState,
    pub(super) area: String,
    pub(super) tags: Vec<String>,
    pub(super) assignee: Option<String>,
    pub(super) created_date: Option<String>,
    pub(super) updated_date: Option<String>,
    pub(super) archived_date: Option<String>,
    /// The plan's file, relative to the root.
    pub(super) path: String,
    pub(super) filename: String,
}

/// Parts of a task's body, by their headings.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Sections {
    pub(super) instruction: Option<String>,
    pub(super) tasks: Option<String>,
    pub(super) deliverable: Option<String>,
    pub(super) log: Option<String>,
}

impl Sections {
    pub(super) const NONE: Self = Self { instruction: None, tasks: None, deliverable: None, log: None };
}

/// The text of a task, if it was asked for.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskText {
    /// The body. Of a parent: only if it has other parts than the overview and the sections.
    pub(super) content: Option<String>,
    /// Where a long body continues, for `task_get`.
    pub(super) next_content_offset: Option<u32>,
    pub(super) sections: Option<Sections>,
    /// Whether the sections are only part of the content, because there was no room for both.
    pub(super) sections_left_out: Option<bool>,
}

/// Fields of a task without parent and subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct SimpleTask {
    #[serde(flatten)]
    pub(super) text: TaskText,
}

/// Fields of a subtask.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubTask {
    pub(super) parent_id: String,
    /// Its position among its siblings, as in `01`.
    pub(super) sequence_number: String,
    #[serde(flatten)]
    pub(super) text: TaskText,
}

/// The progress of the subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Progress {
    pub(super) total: u32,
    /// Done or archived.
    pub(super) completed: u32,
    pub(super) percentage: u32,
}

/// Fields of a parent.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParentTask {
    pub(super) progress: Progress,
    pub(super) subtask_ids: Vec<String>,
    /// Number of omitted ids.
    pub(super) subtask_ids_left_out: Option<u32>,
    /// The body before the first heading.
    pub(super) overview: Option<String>,
    #[serde(flatten)]
    pub(super) text: TaskText,
    /// If requested.
    pub(super) subtasks: Option<Vec<TaskView<SubTask>>>,
    /// Number of omitted subtasks.
    pub(super) subtasks_left_out: Option<u32>,
}

/// Fields of the reply for a single parent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParentDetail {
    /// Files in its context folder.
    pub(super) supporting_files: Vec<String>,
    #[serde(flatten)]
    pub(super) parent: ParentTask,
}

/// A task of any structure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum TaskKind {
    Simple(SimpleTask),
    Subtask(SubTask),
    Parent(ParentTask),
}

/// A task of one of the structures that `T` may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskView<T> {
    #[serde(flatten)]
    pub(super) base: TaskBase,
    task_structure: Structure,
    #[serde(flatten)]
    pub(super) own: T,
}

impl<T: Structured> TaskView<T> {
    pub(super) fn new(base: TaskBase, own: T) -> Self {
        Self { base, task_structure: own.structure(), own }
    }
}

/// The fields of some structures.
pub(super) trait Structured {
    fn structure(&self) -> Structure;

    /// The structures, each with the schema of its fields.
    fn schemas(generator: &mut SchemaGenerator) -> Vec<(Structure, Schema)>;
}

impl Structured for SubTask {
    fn structure(&self) -> Structure {
        Structure::Subtask
    }

    fn schemas(generator: &mut SchemaGenerator) -> Vec<(Structure, Schema)> {
        vec![(Structure::Subtask, Self::json_schema(generator))]
    }
}

impl Structured for ParentTask {
    fn structure(&self) -> Structure {
        Structure::Parent
    }

    fn schemas(generator: &mut SchemaGenerator) -> Vec<(Structure, Schema)> {
        vec![(Structure::Parent, Self::json_schema(generator))]
    }
}

impl Structured for ParentDetail {
    fn structure(&self) -> Structure {
        Structure::Parent
    }

    fn schemas(generator: &mut SchemaGenerator) -> Vec<(Structure, Schema)> {
        vec![(Structure::Parent, Self::json_schema(generator))]
    }
}

impl Structured for TaskKind {
    fn structure(&self) -> Structure {
        match self {
            Self::Simple(_) => Structure::Simple,
            Self::Subtask(_) => Structure::Subtask,
            Self::Parent(_) => Structure::Parent,
        }
    }

    fn schemas(generator: &mut SchemaGenerator) -> Vec<(Structure, Schema)> {
        vec![
            (Structure::Simple, SimpleTask::json_schema(generator)),
            (Structure::Subtask, SubTask::json_schema(generator)),
            (Structure::Parent, ParentTask::json_schema(generator)),
        ]
    }
}

impl<T: Structured> JsonSchema for TaskView<T> {
    fn schema_name() -> Cow<'static, str> {
        "TaskView".into()
    }

    fn inline_schema() -> bool {
        true
    }

    /// The common fields, and the fields of each structure with a constant that says which it is. A single structure needs no
    /// alternatives.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let base = TaskBase::json_schema(generator);
        let mut variants: Vec<_> = T::schemas(generator)
            .into_iter()
            .map(|(structure, own)| {
                let tag = json_schema!({
                    "type": "object",
                    "properties": { "taskStructure": { "type": "string", "const": structure.as_str() } },
                    "required": ["taskStructure"],
                });
                (tag, own)
            })
            .collect();
        match (variants.pop(), variants.is_empty()) {
            (Some((tag, own)), true) => merged([tag, base, own]),
            (last, _) => {
                variants.extend(last);
                let alternatives: Vec<_> = variants.into_iter().map(|(tag, own)| merged([tag, own])).collect();
                merged([base, json_schema!({ "oneOf": alternatives })])
            }
        }
    }
}

/// One object schema with the fields of several.
fn merged<const N: usize>(schemas: [Schema; N]) -> Schema {
    let mut all = json_schema!({ "type": "object", "properties": {}, "required": [] });
    for mut schema in schemas {
        for keyword in ["properties", "required", "oneOf"] {
            match (all.get_mut(keyword), schema.remove(keyword)) {
                (Some(Value::Object(known)), Some(Value::Object(fields))) => known.extend(fields),
                (Some(Value::Array(known)), Some(Value::Array(names))) => known.extend(names),
                (None, Some(value)) => drop(all.insert(keyword.to_owned(), value)),
                _ => {}
            }
        }
    }
    all
}
