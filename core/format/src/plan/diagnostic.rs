//! What is wrong with a file, where, what to do about it, and which repair does it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::Span;
use crate::word::Word;

use super::Status;

/// The kinds of findings. Their names are part of the contract.
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
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// No `<!-- long-term-plan:format=v1 -->` within the first lines.
    MissingFormatHeader,
    /// The header names another version than `v1`.
    UnsupportedFormatVersion,
    /// The bytes are not UTF-8.
    UnsupportedEncoding,
    /// A box holds something that is no status.
    InvalidStatusSymbol,
    /// A line looks like a task and has no id.
    MissingTaskId,
    /// A task's id holds characters that an id may not hold.
    InvalidTaskId,
    /// A line carries a task's parts, but not in the form of a task line.
    MalformedTaskLine,
    /// A task has an id that an earlier one has.
    DuplicateTaskId,
    /// It cannot be decided which task a task belongs to.
    InvalidIndent,
    /// Git left conflict markers behind.
    ConflictMarker,
    /// An attribute that does not follow the format.
    InvalidAttribute,
    /// A task depends on an id that the plan does not have.
    UnknownDependency,
    /// Tasks depend on each other in a circle.
    DependencyCycle,
    /// The plan has no task.
    NoTasks,
}

impl Code {
    /// Whether a finding of this kind keeps the plan from being written.
    pub fn severity(self) -> Severity {
        match self {
            Self::InvalidAttribute | Self::UnknownDependency | Self::DependencyCycle | Self::NoTasks => {
                Severity::Warning
            }
            _ => Severity::Error,
        }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The plan is not written before this is repaired.
    Error,
    /// Worth a look; the plan works.
    Warning,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// 1-based line.
    pub line: usize,
    /// The characters in question, where they can be named.
    pub span: Option<Span>,
    /// What is wrong and what to do.
    pub message: String,
    /// What repair can do about it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// `<CODE>@<line>: <message>`, the form in which a refused write lists its reasons.
    ///
    /// ```
    /// let plan = long_term_plan_format::plan::parse("# No header\n");
    /// assert!(plan.diagnostics[0].to_line().starts_with("MISSING_FORMAT_HEADER@1: "));
    /// ```
    pub fn to_line(&self) -> String {
        format!("{}@{}: {}", self.code.as_str(), self.line, self.message)
    }
}

/// A mechanical remedy, applied by repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Write the format header.
    AddHeader,
    /// Give the task on this line an id; `comment` is an unusable id comment to replace.
    AddId {
        /// Where the id goes: an empty span for a new comment, or the unusable id.
        at: Span,
        /// Whether `at` is only the id inside a comment that stays.
        within_comment: bool,
    },
    /// Give a later copy of an id a new one.
    ReplaceId {
        /// The id.
        id: Span,
    },
    /// Write the bullet and the box as the format wants them.
    Mark {
        /// The bullet, one character.
        bullet: Span,
        /// The box with its brackets.
        marker: Span,
        /// What the box means, as far as that is known.
        status: Status,
    },
    /// Indent the tasks by two spaces a level.
    Indent,
}
