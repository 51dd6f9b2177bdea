//! What a call wants written, and how that would look.

use crate::contract::{Json, json};
use crate::plan::Document;
use crate::text::{Hunk, Span, TextEdit, hunks, unified_diff};

/// A file to be written.
#[derive(Clone, Debug)]
pub struct Write {
    /// Path relative to the plans directory.
    pub path: String,
    /// What becomes of it.
    pub content: Content,
    /// What it must still be.
    pub expect: Expected,
    /// The change of the plan that this one takes back.
    pub undoes: Option<String>,
    /// Whether it is good to have, and never worth a failure. It is written after all others, once the call is answered.
    pub may_fail: bool,
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
    /// It is deleted.
    Nothing,
}

/// What a file must be for a write to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever it is.
    Anything,
    /// Not there.
    Absent,
    /// The one with this etag.
    Etag(String),
}

impl Write {
    /// A write that takes nothing back.
    pub fn new(path: String, content: Content, expect: Expected) -> Self {
        Self { path, content, expect, undoes: None, may_fail: false }
    }

    /// The same write, for which no call is to fail.
    #[must_use]
    pub fn if_possible(self) -> Self {
        Self { may_fail: true, ..self }
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

    /// What is put or appended.
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Plan(document, _) => document.text().as_bytes(),
            Content::Text(text) | Content::Appended(text) => text.as_bytes(),
            Content::Nothing => &[],
        }
    }

    /// What the host is told of it.
    pub(super) fn request(&self) -> WriteRequest {
        let op = match self.content {
            Content::Plan(..) | Content::Text(_) => "put",
            Content::Appended(_) => "append",
            Content::Nothing => "delete",
        };
        WriteRequest { path: self.path.clone(), op, expect: self.expect.clone() }
    }

    /// The change as a unified diff. `before` is the file's text, if there is one, and `shown_path` what it is called.
    pub(super) fn diff(&self, before: Option<&str>, shown_path: &str) -> String {
        let text = before.unwrap_or_default();
        let hunks = match &self.content {
            Content::Plan(_, edit) => hunks(text, edit),
            Content::Text(new) => hunks(text, &TextEdit::replace(text, Span::new(0, text.len()), new)),
            Content::Appended(more) => hunks(text, &TextEdit::insert(text.len(), more.clone())),
            Content::Nothing => vec![Hunk { old: Span::new(0, text.len()), new: String::new() }],
        };
        let after = (!matches!(self.content, Content::Nothing)).then_some(shown_path);
        unified_diff(before.map(|_| shown_path), after, text, &hunks)
    }
}

/// A write as the host is told of it. Its bytes are fetched by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteRequest {
    /// Path relative to the plans directory.
    pub path: String,
    /// `put`, `append` or `delete`.
    pub op: &'static str,
    /// What the file must still be.
    pub expect: Expected,
}

pub(super) fn requests_to_json(requests: &[WriteRequest]) -> Vec<Json> {
    let request = |WriteRequest { path, op, expect }: &WriteRequest| match expect {
        Expected::Anything => json! { "path": path.as_str(), "op": *op },
        Expected::Absent => json! { "path": path.as_str(), "op": *op, "expect": Json::Null },
        Expected::Etag(etag) => json! { "path": path.as_str(), "op": *op, "expect": etag.as_str() },
    };
    requests.iter().map(request).collect()
}
