//! A plan together with its text.

use crate::text::TextEdit;

use super::line_edit::LineEdit;
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
    ///
    /// An edit within the line of one task costs little more than copying the document; any other is a new parse.
    #[must_use]
    pub fn edited(&self, edit: &TextEdit) -> Self {
        match LineEdit::new(&self.plan, &self.text, edit) {
            _ if edit.is_empty() => self.clone(),
            Some(line_edit) => {
                let mut plan = self.plan.clone();
                let text = line_edit.edited(&self.text);
                line_edit.apply_to_plan(&mut plan);
                Self { text, plan }
            }
            None => Self::new(edit.apply(&self.text)),
        }
    }

    /// Changes the text. The result is that of [`Document::edited`], without a copy of what stays.
    pub fn edit(&mut self, edit: &TextEdit) {
        match LineEdit::new(&self.plan, &self.text, edit) {
            _ if edit.is_empty() => {}
            Some(line_edit) => line_edit.apply_to(&mut self.text, &mut self.plan),
            None => *self = Self::new(edit.apply(&self.text)),
        }
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
