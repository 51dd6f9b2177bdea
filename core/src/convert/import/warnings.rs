//! What an import could not take over as it was.

use std::rc::Rc;

use schemars::JsonSchema;
use serde::Serialize;
use strum::IntoStaticStr;

/// Where something stands in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourceLocation {
    /// The file, as it was named.
    pub file: Rc<str>,
    /// 1-based line.
    pub line: usize,
}

/// How something differs from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Kind {
    /// It is not in the plan.
    Dropped,
    /// It is in the plan, but says something else than before.
    Changed,
    /// It has no attribute, and stands in the task's body.
    Kept,
}

/// One thing that a person should know about an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// How it differs.
    pub kind: Kind,
    #[serde(flatten)]
    pub at: SourceLocation,
    /// What it was and what became of it.
    pub message: String,
}

/// The warnings of an import, as they come up.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<Warning>);

impl Warnings {
    pub(crate) fn dropped(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(Kind::Dropped, at, message.into());
    }

    pub(crate) fn changed(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(Kind::Changed, at, message.into());
    }

    pub(crate) fn kept(&mut self, at: &SourceLocation, message: impl Into<String>) {
        self.push(Kind::Kept, at, message.into());
    }

    fn push(&mut self, kind: Kind, at: &SourceLocation, message: String) {
        self.0.push(Warning { kind, at: at.clone(), message });
    }

    /// All of them: by file and line, what weighs most first.
    pub(crate) fn into_sorted(mut self) -> Vec<Warning> {
        self.0.sort_by(|one, other| {
            (&one.at.file, one.at.line, one.kind).cmp(&(&other.at.file, other.at.line, other.kind))
        });
        self.0
    }
}
