//! The closed vocabularies of a task line: status, state, priority, and the marks of checkboxes.

use crate::contract::choices;

choices! {
    /// How far a task is.
    #[derive(PartialOrd, Ord)]
    pub enum Status {
        /// Not started.
        Todo = "todo",
        /// In progress.
        Doing = "doing",
        /// Done.
        Done = "done",
    }
}

choices! {
    /// What a task's status does not say: why it rests, or how it ended.
    pub enum State {
        /// Waits for something; not started or in progress.
        Blocked = "blocked",
        /// Put off; not started or in progress.
        Deferred = "deferred",
        /// Given up; counts as done.
        Cancelled = "cancelled",
        /// Put away; counts as done.
        Archived = "archived",
    }
}

choices! {
    /// How urgent a task is.
    #[derive(PartialOrd, Ord)]
    pub enum Priority {
        /// Before everything else.
        Highest = "highest",
        /// Before most.
        High = "high",
        /// As usual.
        Medium = "medium",
        /// When there is time.
        Low = "low",
    }
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
        Status::ALL.map(|status| self.checkbox(status)).join(" ")
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
