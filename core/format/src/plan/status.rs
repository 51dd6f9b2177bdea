//! The closed vocabularies of a task line: status, state, priority, and the marks of checkboxes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::word::Word;

/// The progress of a task.
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
pub enum Status {
    Todo,
    Doing,
    Done,
}

/// Refines a task's status: why it is paused, or how it ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// Open, but cannot continue.
    Blocked,
    /// Open, but postponed.
    Deferred,
    /// Done by giving it up.
    Cancelled,
    /// Done and put away.
    Archived,
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
pub enum Priority {
    Highest,
    High,
    Medium,
    Low,
}

impl State {
    /// Whether the state is possible with a status: blocked and deferred tasks are open, the others are done.
    pub fn fits(self, status: Status) -> bool {
        match self {
            Self::Blocked | Self::Deferred => status != Status::Done,
            Self::Cancelled | Self::Archived => status == Status::Done,
        }
    }

    /// The status of a task with the status `current` after it is put into this state.
    pub fn status_from(self, current: Status) -> Status {
        match self {
            Self::Cancelled | Self::Archived => Status::Done,
            Self::Blocked | Self::Deferred if current == Status::Done => Status::Todo,
            Self::Blocked | Self::Deferred => current,
        }
    }
}

/// Which marks a plan uses; chosen by the header's attribute `markers`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkerStyle {
    /// `[ ]` `[*]` `[√]`
    #[default]
    Plan,
    /// `[ ]` `[-]` `[x]`, which GitHub renders as checkboxes.
    Gfm,
}

impl MarkerStyle {
    /// The character in the checkbox of a task with this status.
    pub fn mark(self, status: Status) -> char {
        match (self, status) {
            (_, Status::Todo) => ' ',
            (Self::Plan, Status::Doing) => '*',
            (Self::Plan, Status::Done) => '√',
            (Self::Gfm, Status::Doing) => '-',
            (Self::Gfm, Status::Done) => 'x',
        }
    }

    /// The checkbox of a task with this status, with its brackets.
    pub fn checkbox(self, status: Status) -> String {
        format!("[{}]", self.mark(status))
    }

    /// The status of a checkbox with exactly this content.
    pub fn status(self, content: &str) -> Option<Status> {
        let mut characters = content.chars();
        let mark = characters.next()?;
        let has_mark = |status: &Status| self.mark(*status) == mark;
        Status::ALL.iter().copied().find(has_mark).filter(|_| characters.next().is_none())
    }

    /// All checkboxes, for messages.
    pub fn checkboxes(self) -> String {
        Status::ALL.iter().map(|status| self.checkbox(*status)).collect::<Vec<_>>().join(" ")
    }
}

/// What the content of a checkbox probably means in any marker style: marks of other tools, and typing errors.
pub fn guess_status(content: &str) -> Option<Status> {
    match content.trim().trim_end_matches('\u{fe0f}') {
        "" | "_" => Some(Status::Todo),
        "*" | "-" | "/" | "~" => Some(Status::Doing),
        "x" | "X" | "√" | "✓" | "✔" | "✅" | "☑" | "☒" => Some(Status::Done),
        _ => None,
    }
}
