//! Diagnostics: what is wrong with a file, where, and which fix repairs it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::Span;
use crate::word::Word;

use super::Status;

/// The kinds of diagnostics. Their names are stable.
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
pub enum DiagnosticCode {
    /// No `<!-- long-term-plan:format=v1 -->` in the first lines.
    MissingFormatHeader,
    /// The header names another version than `v1`.
    UnsupportedFormatVersion,
    /// The bytes are not UTF-8.
    UnsupportedEncoding,
    /// A checkbox contains a character that is not a mark of the plan's style.
    InvalidStatusSymbol,
    /// A line looks like a task but has no id.
    MissingTaskId,
    /// A task's id contains invalid characters.
    InvalidTaskId,
    /// A line contains parts of a task line, but is not one.
    MalformedTaskLine,
    /// A task's id comment is on another line than its checkbox.
    WrappedTaskLine,
    /// A task has the id of an earlier one.
    DuplicateTaskId,
    /// The parent of a task is ambiguous.
    InvalidIndent,
    /// A code block or comment is never closed. An error if it contains something that looks like a task or heading.
    UnclosedBlock,
    /// Git left conflict markers behind.
    ConflictMarker,
    /// An attribute is invalid.
    InvalidAttribute,
    /// A task depends on an id that the plan does not have.
    UnknownDependency,
    /// Tasks block each other.
    DependencyCycle,
    /// The plan has no task.
    NoTasks,
}

impl DiagnosticCode {
    /// The usual severity.
    fn severity(self) -> Severity {
        match self {
            Self::InvalidAttribute | Self::UnknownDependency | Self::DependencyCycle | Self::NoTasks => {
                Severity::Warning
            }
            _ => Severity::Error,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The plan cannot be written until this is repaired.
    Error,
    Warning,
}

/// One problem in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: DiagnosticCode,
    pub severity: Severity,
    /// 1-based.
    pub line: usize,
    /// The characters that the problem is about; `None` for the whole file.
    pub span: Option<Span>,
    /// What is wrong, and what to do about it.
    pub message: String,
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// With the usual severity and without a fix.
    pub(crate) fn new(code: DiagnosticCode, line: usize, span: Option<Span>, message: impl Into<String>) -> Self {
        Self { code, severity: code.severity(), line, span, message: message.into(), fix: None }
    }

    /// `<CODE>@<line>: <message>`, as a rejected write lists its reasons.
    ///
    /// ```
    /// let plan = long_term_plan_format::plan::parse("# No header\n");
    /// assert!(plan.diagnostics[0].to_line().starts_with("MISSING_FORMAT_HEADER@1: "));
    /// ```
    pub fn to_line(&self) -> String {
        format!("{}@{}: {}", self.code.as_str(), self.line, self.message)
    }
}

/// What a repair can do about a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    AddHeader,
    /// Gives the task on this line an id.
    AddId {
        /// An empty span where the comment goes, or the unusable id.
        at: Span,
        /// Whether `at` is the unusable id inside a comment.
        within_comment: bool,
    },
    /// Joins the lines of a wrapped task line.
    JoinLines {
        /// From the end of the first line to the end of the last one.
        lines: Span,
    },
    /// Replaces a duplicate id.
    ReplaceId {
        id: Span,
    },
    /// Rewrites the bullet and the checkbox.
    Mark {
        bullet: Span,
        /// With its brackets.
        checkbox: Span,
        /// The status that the checkbox probably means.
        status: Status,
    },
    /// Indents tasks by two spaces per level.
    Indent,
}
