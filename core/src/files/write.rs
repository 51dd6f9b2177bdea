//! A file that a call writes.

use crate::plan::Document;
use crate::text::{Hunk, Span, TextEdit, hunks, unified_diff};

#[derive(Clone, Debug)]
pub struct Write {
    /// Path relative to the plans directory.
    pub path: String,
    pub content: Content,
    /// What the file must still be.
    pub expect: Expected,
    /// Id of the change that this one undoes.
    pub undoes: Option<String>,
    /// The former path of a plan that is renamed. Its history moves with it.
    pub renamed_from: Option<String>,
    /// Whether it is written after the reply is decided; its failure does not fail the call.
    pub is_follow_up: bool,
}

/// What becomes of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// A plan, and the edit that made it of the one before.
    Plan(Document, TextEdit),
    /// Any other text.
    Text(String),
    /// More at its end.
    Appended(String),
    /// The file is deleted.
    Nothing,
}

/// What a file must be for a write to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    Anything,
    Absent,
    Etag(String),
}

impl Write {
    pub fn new(path: String, content: Content, expect: Expected) -> Self {
        Self { path, content, expect, undoes: None, renamed_from: None, is_follow_up: false }
    }

    /// The same write, after the reply.
    #[must_use]
    pub fn as_follow_up(self) -> Self {
        Self { is_follow_up: true, ..self }
    }

    /// A plan where there was none.
    pub fn new_plan(path: String, text: String) -> Self {
        let edit = TextEdit::insert(0, text.clone());
        Self::new(path, Content::Plan(Document::new(text), edit), Expected::Absent)
    }

    /// A plan changed by `edit`, of which the file had `etag`.
    pub fn plan(path: String, document: Document, edit: TextEdit, etag: &str) -> Self {
        Self::new(path, Content::Plan(document, edit), Expected::Etag(etag.to_owned()))
    }

    /// Whether the file becomes exactly the bytes.
    pub(crate) fn is_put(&self) -> bool {
        matches!(self.content, Content::Plan(..) | Content::Text(_))
    }

    /// What is put or appended.
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Plan(document, _) => document.text().as_bytes(),
            Content::Text(text) | Content::Appended(text) => text.as_bytes(),
            Content::Nothing => &[],
        }
    }

    /// The change as a unified diff. `before` is the file's text, if there is one, and `display_path` what it is called.
    pub(crate) fn diff(&self, before: Option<&str>, display_path: &str) -> String {
        let text = before.unwrap_or_default();
        let hunks = match &self.content {
            Content::Plan(_, edit) => hunks(text, edit),
            Content::Text(new) => hunks(text, &TextEdit::replace(text, Span::new(0, text.len()), new)),
            Content::Appended(more) => hunks(text, &TextEdit::insert(text.len(), more.clone())),
            Content::Nothing => vec![Hunk { old: Span::new(0, text.len()), new: String::new() }],
        };
        let after = (!matches!(self.content, Content::Nothing)).then_some(display_path);
        unified_diff(before.map(|_| display_path), after, text, &hunks)
    }
}
