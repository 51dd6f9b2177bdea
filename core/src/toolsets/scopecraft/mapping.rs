//! Maps the properties of tasks from plans to this specification.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::Word;
use crate::plan::{self, AttributeKey, Document, State, Task};
use crate::text::fold;

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
    Feature,
    Bug,
    Chore,
    Documentation,
    Test,
    Spike,
}

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
    // Also state deferred.
    Todo,
    InProgress,
    Done,
    // State blocked.
    Blocked,
    // States archived and cancelled.
    Archived,
}

/// The workflow state, which depends on the section.
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
    Backlog,
    // Of all other sections.
    Current,
    Archive,
}

/// The role of a task in the hierarchy.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Structure {
    /// Without parent and subtasks.
    Simple,
    /// With a parent.
    Subtask,
    /// With subtasks, but without a parent.
    Parent,
}

pub(super) use crate::plan::Priority;

/// The value of an attribute.
pub(super) fn value(task: &Task, text: &str, key: AttributeKey) -> Option<String> {
    if task.attributes.is_empty() { None } else { task.value(text, key) }
}

/// The value of an attribute as an enum.
fn word<T: Word>(task: &Task, text: &str, key: AttributeKey) -> Option<T> {
    T::named(&value(task, text, key)?)
}

impl TaskType {
    /// Types that are not part of this specification become features.
    pub(super) fn of(task: &Task, text: &str) -> Self {
        word(task, text, AttributeKey::Type).unwrap_or(Self::Feature)
    }
}

impl Status {
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

    pub(super) fn is_completed(self) -> bool {
        matches!(self, Self::Done | Self::Archived)
    }
}

pub(super) fn priority(task: &Task, text: &str) -> Priority {
    word(task, text, AttributeKey::Priority).unwrap_or(Priority::Medium)
}

pub(super) fn area(task: &Task, text: &str) -> String {
    value(task, text, AttributeKey::Area).unwrap_or_else(|| "general".to_owned())
}

impl WorkflowState {
    /// Decided by the innermost heading above the task that names a workflow state.
    pub(super) fn of(document: &Document, task: &Task) -> Self {
        let path = document.plan().section_path(document.text(), task.section);
        path.iter().rev().find_map(|heading| Self::from_heading(heading)).unwrap_or(Self::Current)
    }

    fn from_heading(heading: &str) -> Option<Self> {
        match fold(heading.trim()).as_str() {
            "backlog" => Some(Self::Backlog),
            "archive" => Some(Self::Archive),
            "current" => Some(Self::Current),
            _ => None,
        }
    }

    /// The same for a section path as the history records it.
    pub(super) fn from_path(path: &str) -> Self {
        path.rsplit(" / ").find_map(Self::from_heading).unwrap_or(Self::Current)
    }
}

impl Structure {
    /// A task with a parent is a subtask even if it has subtasks itself.
    pub(super) fn of(task: &Task) -> Self {
        match (task.parent, task.children) {
            (Some(_), _) => Self::Subtask,
            (None, 0) => Self::Simple,
            (None, _) => Self::Parent,
        }
    }
}
