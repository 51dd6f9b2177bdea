//! Why an edit is refused, in words that stay the same.

use crate::contract::Json;
use crate::plan::{AttributeError, Code, Diagnostic};
use crate::text::shortened;

/// A refused edit. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// The kind of refusal.
    pub code: &'static str,
    /// What was wrong and what to do.
    pub message: String,
    /// Number of the operation in question, from 0.
    pub op: usize,
    /// What a program may want to know besides.
    pub details: Json,
}

impl EditError {
    /// The arguments make no sense, by themselves or in this plan.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    /// There is no such task.
    pub(crate) fn task_not_found(id: &str) -> Self {
        Self::new("NOT_FOUND", format!("Task not found: {}", shortened(id, 200)))
    }

    /// Tasks would wait for each other.
    pub(crate) fn circle(message: String, details: Json) -> Self {
        Self { details, ..Self::new(Code::DependencyCycle.as_str(), message) }
    }

    /// The plan, or what would become of it, does not follow the format.
    pub(crate) fn invalid_plan<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Self {
        let lines: Vec<_> = diagnostics.map(Diagnostic::to_line).collect();
        Self::new("INVALID_PLAN", lines.join("\n"))
    }

    /// The plan's title is needed, and there is none.
    pub(crate) fn missing_title() -> Self {
        Self::new("INVALID_PLAN", "Missing plan title heading (# ...)")
    }

    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), op: 0, details: Json::Null }
    }
}

impl From<AttributeError> for EditError {
    fn from(error: AttributeError) -> Self {
        Self::invalid(error.0)
    }
}
