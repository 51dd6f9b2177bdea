//! A plan together with its text.

use crate::text::TextEdit;

use super::validate::not_utf8;
use super::{Diagnostic, Plan, parse};

/// A text and what it says. The two always agree: a changed text is a new document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    text: String,
    plan: Plan,
}

impl Document {
    /// Parses a text.
    pub fn new(text: String) -> Self {
        let plan = parse(&text);
        Self { text, plan }
    }

    /// Parses the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        String::from_utf8(bytes).map(Self::new).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()))
    }

    /// The document after a change of its text.
    #[must_use]
    pub fn edited(&self, edit: &TextEdit) -> Self {
        Self::new(edit.apply(&self.text))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it says.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
}
