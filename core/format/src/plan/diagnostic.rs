//! Diagnostics: what is wrong with a file, where, and which fix repairs it.

use crate::contract::choices;
use crate::text::Span;

use super::Status;

choices! {
    /// The kinds of findings. Their names are part of the contract.
    #[derive(PartialOrd, Ord)]
    pub enum Code {
        /// No `<!-- long-term-plan:format=v1 -->` within the first lines.
        MissingFormatHeader = "MISSING_FORMAT_HEADER",
        /// The header names another version than `v1`.
        UnsupportedFormatVersion = "UNSUPPORTED_FORMAT_VERSION",
        /// The bytes are not UTF-8.
        UnsupportedEncoding = "UNSUPPORTED_ENCODING",
        /// A box holds something that is no status.
        InvalidStatusSymbol = "INVALID_STATUS_SYMBOL",
        /// A line looks like a task and has no id.
        MissingTaskId = "MISSING_TASK_ID",
        /// A task's id holds characters that an id may not hold.
        InvalidTaskId = "INVALID_TASK_ID",
        /// A line carries a task's parts, but not in the form of a task line.
        MalformedTaskLine = "MALFORMED_TASK_LINE",
        /// A task has an id that an earlier one has.
        DuplicateTaskId = "DUPLICATE_TASK_ID",
        /// It cannot be decided which task a task belongs to.
        InvalidIndent = "INVALID_INDENT",
        /// Git left conflict markers behind.
        ConflictMarker = "CONFLICT_MARKER",
        /// An attribute that does not follow the format.
        InvalidAttribute = "INVALID_ATTRIBUTE",
        /// A task depends on an id that the plan does not have.
        UnknownDependency = "UNKNOWN_DEPENDENCY",
        /// Tasks depend on each other in a cycle.
        DependencyCycle = "DEPENDENCY_CYCLE",
        /// The plan has no task.
        NoTasks = "NO_TASKS",
    }
}

impl Code {
    pub fn severity(self) -> Severity {
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
    pub code: Code,
    /// 1-based.
    pub line: usize,
    /// The characters that the problem is about; `None` for the whole file.
    pub span: Option<Span>,
    /// What is wrong, and what to do about it.
    pub message: String,
    pub fix: Option<Fix>,
}

impl Diagnostic {
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
