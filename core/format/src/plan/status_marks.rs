//! The small closed vocabularies of a task line: status, its box, state and priority.

use crate::word::Word;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

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
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Status {
    /// Not started.
    Todo,
    /// In progress.
    Doing,
    /// Done.
    Done,
}

/// What a task's status does not say: why it rests, or how it ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// Waits for something; not started or in progress.
    Blocked,
    /// Put off; not started or in progress.
    Deferred,
    /// Given up; counts as done.
    Cancelled,
    /// Put away; counts as done.
    Archived,
}

/// How urgent a task is.
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
    /// Before everything else.
    Highest,
    /// Before most.
    High,
    /// As usual.
    Medium,
    /// When there is time.
    Low,
}

impl State {
    /// Whether the state goes with a status: blocked and deferred rest on open tasks, the others on done ones.
    pub fn fits(self, status: Status) -> bool {
        match self {
            Self::Blocked | Self::Deferred => status != Status::Done,
            Self::Cancelled | Self::Archived => status == Status::Done,
        }
    }

    /// The status that a task of status `current` has once it is in this state.
    pub fn status_from(self, current: Status) -> Status {
        match self {
            Self::Cancelled | Self::Archived => Status::Done,
            Self::Blocked | Self::Deferred if current == Status::Done => Status::Todo,
            Self::Blocked | Self::Deferred => current,
        }
    }
}

/// Which characters stand in the boxes of a plan; the header's attribute `markers` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Markers {
    /// `[ ]` `[*]` `[√]`, the default.
    #[default]
    Plan,
    /// `[ ]` `[-]` `[x]`, which GitHub renders as checkboxes.
    Gfm,
}

impl Markers {
    /// The character in the box of a task with this status.
    pub fn symbol(self, status: Status) -> char {
        match (self, status) {
            (_, Status::Todo) => ' ',
            (Self::Plan, Status::Doing) => '*',
            (Self::Plan, Status::Done) => '√',
            (Self::Gfm, Status::Doing) => '-',
            (Self::Gfm, Status::Done) => 'x',
        }
    }

    /// The status that exactly this content of a box stands for.
    pub fn status(self, content: &str) -> Option<Status> {
        let mut characters = content.chars();
        let symbol = characters.next()?;
        let is_symbol_of = |status: &Status| self.symbol(*status) == symbol;
        Status::ALL.iter().copied().find(is_symbol_of).filter(|_| characters.next().is_none())
    }

    /// All boxes, for messages.
    pub fn boxes(self) -> String {
        Status::ALL.iter().map(|status| format!("[{}]", self.symbol(*status))).collect::<Vec<_>>().join(" ")
    }
}

/// What the content of a box probably means, whatever the markers: other tools' marks and typing slips.
pub fn likely_status(content: &str) -> Option<Status> {
    match content.trim().trim_end_matches('\u{fe0f}') {
        "" | "_" => Some(Status::Todo),
        "*" | "-" | "/" | "~" => Some(Status::Doing),
        "x" | "X" | "√" | "✓" | "✔" | "✅" | "☑" | "☒" => Some(Status::Done),
        _ => None,
    }
}
