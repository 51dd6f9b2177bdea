//! This specification's words for what a task is, and where a plan says it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::Word;
use crate::plan::{self, AttributeKey, Document, State, Task};
use crate::text::fold;

/// What sort of work it is.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum TaskType {
    /// Something new.
    Feature,
    /// Something wrong.
    Bug,
    /// Something that has to be done.
    Chore,
    /// Something to read.
    Documentation,
    /// Something that checks.
    Test,
    /// Something to find out.
    Spike,
}

/// How far a task is.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(super) enum Status {
    /// Not started.
    Todo,
    /// Started.
    InProgress,
    /// Done.
    Done,
    /// Waits for something.
    Blocked,
    /// Put away, or given up.
    Archived,
}

/// Where a task stands in the flow of work.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    IntoStaticStr,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum WorkflowState {
    /// For later.
    Backlog,
    /// For now.
    Current,
    /// For the record.
    Archive,
}

/// What a task is to others.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Structure {
    /// It stands alone.
    Simple,
    /// It is under another.
    Subtask,
    /// Others are under it.
    Parent,
}

pub(super) use crate::plan::Priority;

/// The value of an attribute.
pub(super) fn value(task: &Task, text: &str, key: AttributeKey) -> Option<String> {
    if task.attributes.is_empty() { None } else { task.value(text, key) }
}

/// The value of an attribute as one of a set of words.
fn word<T: Word>(task: &Task, text: &str, key: AttributeKey) -> Option<T> {
    T::named(&value(task, text, key)?)
}

impl TaskType {
    /// The type of a task; whatever is no type of this specification is a feature.
    pub(super) fn of(task: &Task, text: &str) -> Self {
        word(task, text, AttributeKey::Type).unwrap_or(Self::Feature)
    }
}

impl Status {
    /// The status of a task. What is deferred is still to do, and what was cancelled is put away.
    pub(super) fn of(task: &Task, text: &str) -> Self {
        let state = word(task, text, AttributeKey::State).filter(|state: &State| state.fits(task.status));
        match (state, task.status) {
            (Some(State::Blocked), _) => Self::Blocked,
            (Some(State::Cancelled | State::Archived), _) => Self::Archived,
            (Some(State::Deferred), _) | (None, plan::Status::Todo) => Self::Todo,
            (None, plan::Status::Doing) => Self::InProgress,
            (None, plan::Status::Done) => Self::Done,
        }
    }

    /// Whether nothing is left to do.
    pub(super) fn is_completed(self) -> bool {
        matches!(self, Self::Done | Self::Archived)
    }
}

/// The priority of a task.
pub(super) fn priority(task: &Task, text: &str) -> Priority {
    word(task, text, AttributeKey::Priority).unwrap_or(Priority::Medium)
}

/// The part of the product that a task is about.
pub(super) fn area(task: &Task, text: &str) -> String {
    value(task, text, AttributeKey::Area).unwrap_or_else(|| "general".to_owned())
}

impl WorkflowState {
    /// What the nearest heading above a task says that says anything.
    pub(super) fn of(document: &Document, task: &Task) -> Self {
        let path = document.plan().section_path(document.text(), task.section);
        let said = path.iter().rev().find_map(|heading| Self::from_heading(heading));
        said.unwrap_or(Self::Current)
    }

    fn from_heading(heading: &str) -> Option<Self> {
        match fold(heading.trim()).as_str() {
            "backlog" => Some(Self::Backlog),
            "archive" => Some(Self::Archive),
            "current" => Some(Self::Current),
            _ => None,
        }
    }

    /// The same of headings joined as a history tells them.
    pub(super) fn from_path(path: &str) -> Self {
        path.rsplit(" / ").find_map(Self::from_heading).unwrap_or(Self::Current)
    }
}

impl Structure {
    /// What a task is. One under another is a subtask even when others are under it.
    pub(super) fn of(task: &Task) -> Self {
        match (task.parent, task.children) {
            (Some(_), _) => Self::Subtask,
            (None, 0) => Self::Simple,
            (None, _) => Self::Parent,
        }
    }
}
