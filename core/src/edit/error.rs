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
    /// Ids of the tasks that were possibly meant, if that is why.
    pub candidates: Option<Vec<String>>,
}

impl EditError {
    /// The arguments make no sense, alone or for this plan.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    pub(crate) fn task_not_found(id: &str) -> Self {
        Self::new("NOT_FOUND", format!("Task not found: {}", truncate(id, 200)))
    }

    /// Several ids have the ending that was given.
    pub(crate) fn ambiguous(ending: &str, ids: Vec<String>, has_more: bool) -> Self {
        let more = if has_more { " and more" } else { "" };
        let message = format!("AMBIGUOUS: {ending} is the end of {}{more}; give more of the id", ids.join(", "));
        Self { candidates: Some(ids), ..Self::new("AMBIGUOUS", message) }
    }

    /// Text that would be written to a task line or a heading.
    pub(crate) fn control_character(field: &str, value: &str) -> Self {
        let found = value.chars().find(|c| c.is_control()).map_or(0, u32::from);
        let value = truncate(value, 60);
        Self::invalid(format!("{field} {value:?} contains the control character U+{found:04X}; write it without"))
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
        Self { code, message: message.into(), op: 0, cycle: None, candidates: None }
    }
}

impl From<AttributeError> for EditError {
    fn from(error: AttributeError) -> Self {
        Self::invalid(error.0)
    }
}
