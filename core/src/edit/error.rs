//! Why an edit is rejected. The messages are stable.

use crate::plan::{AttributeError, Diagnostic, DiagnosticCode};
use crate::text::truncate;
use crate::word::Word;

/// A rejected edit. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    pub code: &'static str,
    pub message: String,
    /// Index of the rejected operation.
    pub op: usize,
    /// Ids of the tasks that would block each other, if that is why.
    pub cycle: Option<Vec<String>>,
}

impl EditError {
    /// The arguments make no sense, alone or for this plan.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    pub(crate) fn task_not_found(id: &str) -> Self {
        Self::new("NOT_FOUND", format!("Task not found: {}", truncate(id, 200)))
    }

    pub(crate) fn cycle(message: String, ids: Vec<String>) -> Self {
        Self { cycle: Some(ids), ..Self::new(DiagnosticCode::DependencyCycle.as_str(), message) }
    }

    /// The plan has errors, before or after the edit.
    pub(crate) fn invalid_plan<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Self {
        let lines: Vec<_> = diagnostics.map(Diagnostic::to_line).collect();
        Self::new("INVALID_PLAN", lines.join("\n"))
    }

    pub(crate) fn missing_title() -> Self {
        Self::new("INVALID_PLAN", "Missing plan title heading (# ...)")
    }

    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), op: 0, cycle: None }
    }
}

impl From<AttributeError> for EditError {
    fn from(error: AttributeError) -> Self {
        Self::invalid(error.0)
    }
}
