//! Maps status and priority between this specification and plans.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::edit::AttributeChanges;
use crate::failure::Failure;
use crate::plan::{self, AttributeKey, State, Task};
use crate::word::Word;

/// Longest title, in characters.
const LONGEST_TITLE: usize = 200;

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
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Status {
    Pending,
    InProgress,
    // State blocked.
    Blocked,
    // Also state archived.
    Done,
    // State deferred.
    Deferred,
    // State cancelled.
    Cancelled,
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
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Priority {
    // Also highest.
    High,
    Medium,
    Low,
}

impl Status {
    pub(super) fn of(task: &Task, text: &str) -> Self {
        let state = if task.attributes.is_empty() { None } else { task.value(text, AttributeKey::State) };
        let state = state.and_then(|state| State::named(&state)).filter(|state| state.fits(task.status));
        Self::from_plan(Some(task.status), state).unwrap_or(Self::Pending)
    }

    /// The status for a status and a state in the plan.
    pub(super) fn from_plan(status: Option<plan::Status>, state: Option<State>) -> Option<Self> {
        match (state, status) {
            (Some(State::Blocked), _) => Some(Self::Blocked),
            (Some(State::Deferred), _) => Some(Self::Deferred),
            (Some(State::Cancelled), _) => Some(Self::Cancelled),
            (Some(State::Archived), _) | (None, Some(plan::Status::Done)) => Some(Self::Done),
            (None, Some(plan::Status::Todo)) => Some(Self::Pending),
            (None, Some(plan::Status::Doing)) => Some(Self::InProgress),
            (None, None) => None,
        }
    }

    /// The status and state to set in the plan.
    pub(super) fn to_plan(self) -> (Option<plan::Status>, Option<State>) {
        let state = |state| (None, Some(state));
        match self {
            Self::Pending => (Some(plan::Status::Todo), None),
            Self::InProgress => (Some(plan::Status::Doing), None),
            Self::Done => (Some(plan::Status::Done), None),
            Self::Blocked => state(State::Blocked),
            Self::Deferred => state(State::Deferred),
            Self::Cancelled => state(State::Cancelled),
        }
    }
}

impl Priority {
    pub(super) fn of(task: &Task, text: &str) -> Self {
        let priority = if task.attributes.is_empty() { None } else { task.value(text, AttributeKey::Priority) };
        match priority.and_then(|priority| plan::Priority::named(&priority)) {
            Some(plan::Priority::Highest | plan::Priority::High) => Self::High,
            Some(plan::Priority::Medium) | None => Self::Medium,
            Some(plan::Priority::Low) => Self::Low,
        }
    }

    pub(super) fn to_plan(self) -> plan::Priority {
        match self {
            Self::High => plan::Priority::High,
            Self::Medium => plan::Priority::Medium,
            Self::Low => plan::Priority::Low,
        }
    }
}

pub(super) fn attributes(
    priority: Option<Priority>,
    depends_on: Option<Vec<String>>,
    state: Option<State>,
) -> AttributeChanges {
    let priority = priority.map(Priority::to_plan);
    AttributeChanges { priority, depends_on, state, ..AttributeChanges::default() }
}

/// Rejects titles that are too long for this specification.
pub(super) fn check_title(title: Option<&str>) -> Result<(), Failure> {
    match title.map(|title| title.trim().chars().count()).filter(|length| *length > LONGEST_TITLE) {
        Some(length) => Err(Failure::invalid(format!(
            "Argument title must have at most {LONGEST_TITLE} characters, and has {length}; put the rest into the description"
        ))),
        None => Ok(()),
    }
}
