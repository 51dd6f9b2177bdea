//! What an import could not convert exactly.

use std::rc::Rc;

use schemars::JsonSchema;
use serde::Serialize;
use strum::IntoStaticStr;

/// A line in an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceLocation {
    /// As the user wrote it.
    pub file: Rc<str>,
    /// 1-based line.
    pub line: usize,
}

/// How the plan differs from the imported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum WarningKind {
    /// Missing from the plan.
    Dropped,
    /// In the plan, with another meaning.
    Changed,
    /// In the task's body, because there is no attribute for it.
    Kept,
}

/// One thing that an import could not convert exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    pub kind: WarningKind,
    #[serde(flatten)]
    pub at: SourceLocation,
    /// What was in the file, and what it became.
    pub message: String,
}

/// Collects warnings during an import.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<Warning>);

impl Warnings {
    pub(crate) fn dropped(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(WarningKind::Dropped, at, message.into());
    }

    pub(crate) fn changed(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(WarningKind::Changed, at, message.into());
    }

    pub(crate) fn kept(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(WarningKind::Kept, at, message.into());
    }

    fn push(&mut self, kind: WarningKind, at: &SourceLocation, message: String) {
        self.0.push(Warning { kind, at: at.clone(), message });
    }

    /// By file, line and severity.
    pub(crate) fn into_sorted(mut self) -> Vec<Warning> {
        self.0.sort_by(|one, other| {
            (&one.at.file, one.at.line, one.kind).cmp(&(&other.at.file, other.at.line, other.kind))
        });
        self.0
    }
}
