//! Sets, replaces and clears bodies.

use crate::plan::{Body, Document, INDENT_STEP, Task, encode_body};
use crate::text::{Replacement, Span, TextEdit, ending_at, line_before, line_end};

use super::TaskChanges;
use super::lines::{INVISIBLE, delete_lines, insert_lines};

#[derive(Clone, Copy, Debug)]
pub(super) enum BodyChange<'m> {
    /// To this Markdown, which is not empty.
    Set(&'m str),
    /// One more paragraph at the end.
    Append(&'m str),
    Clear,
}

impl<'m> BodyChange<'m> {
    /// From the arguments `bodyMarkdown` and `clearBody`. An empty body clears.
    pub(super) fn from_arguments(markdown: Option<&'m str>, clear: Option<bool>) -> Option<Self> {
        match markdown {
            Some("") => Some(Self::Clear),
            Some(markdown) => Some(Self::Set(markdown)),
            None => (clear == Some(true)).then_some(Self::Clear),
        }
    }

    /// What a call does to the body of a task.
    pub(super) fn of_task(changes: &'m TaskChanges) -> Option<Self> {
        match (changes.note(), changes.clears_body()) {
            (Some(note), true) => Some(Self::Set(note)),
            (Some(note), false) => Some(Self::Append(note)),
            (None, clears) => Self::from_arguments(changes.body_markdown.as_deref(), Some(clears)),
        }
    }

    /// Characters of the old body that it replaces or removes.
    pub(super) fn replaced(self, old: Option<Body>, text: &str) -> Option<usize> {
        match self {
            Self::Append(_) => None,
            Self::Set(_) | Self::Clear => Some(old?.markdown(text).chars().count()),
        }
    }
}

pub(super) fn change_task_body(document: &Document, task: &Task, change: BodyChange<'_>) -> Option<Replacement> {
    let text = document.text();
    match (change, task.body) {
        (BodyChange::Set(markdown), Some(body)) => replace(text, body, markdown, task.indent + INDENT_STEP),
        (BodyChange::Append(note), Some(body)) => Some(append(text, body, note, task.indent + INDENT_STEP)),
        (BodyChange::Set(markdown) | BodyChange::Append(markdown), None) => {
            let encoded =
                encode_body(markdown, task.indent + INDENT_STEP, ending_at(text, line_end(text, task.span.end)));
            Some(insert_lines(text, line_end(text, task.span.end), &encoded))
        }
        (BodyChange::Clear, Some(body)) => {
            Some(Replacement { span: delete_lines(text, body.span), text: String::new() })
        }
        (BodyChange::Clear, None) => None,
    }
}

/// Changes the body of the plan, below the title that ends at `title_end`.
pub(super) fn change_plan_body(document: &Document, title_end: usize, change: BodyChange<'_>) -> Option<Replacement> {
    let text = document.text();
    match (change, document.plan().body) {
        (BodyChange::Set(markdown), Some(body)) => replace(text, body, markdown, 0),
        (BodyChange::Append(note), Some(body)) => Some(append(text, body, note, 0)),
        (BodyChange::Set(markdown) | BodyChange::Append(markdown), None) => {
            let ending = ending_at(text, title_end);
            let encoded = encode_body(markdown, 0, ending);
            // Markdown reads text directly below a blockquote as part of it.
            let next_is_blank =
                text.get(title_end..).is_none_or(|rest| rest.is_empty() || rest.starts_with(['\n', '\r']));
            let space = if next_is_blank { "" } else { ending };
            Some(insert_lines(text, title_end, &format!("{ending}{encoded}{space}")))
        }
        (BodyChange::Clear, Some(body)) => Some(clear_plan_body(text, body)),
        (BodyChange::Clear, None) => None,
    }
}

fn clear_plan_body(text: &str, body: Body) -> Replacement {
    let below = text.get(body.span.end..).unwrap_or_default();
    if below.trim_start().starts_with('>') {
        // The blockquote below would become the plan's body.
        let ending = ending_at(text, body.span.end);
        return Replacement { span: body.span, text: format!("{INVISIBLE}{ending}") };
    }
    let mut span = delete_lines(text, body.span);
    let line_above = line_before(text, span.start).filter(|line| line.content.is_empty());
    if let Some(blank) = line_above.filter(|_| below.is_empty() || below.starts_with(['\n', '\r'])) {
        span.start = blank.content.start;
    }
    Replacement { span, text: String::new() }
}

/// Adds a paragraph below a body. The lines above stay, so two notes that are added at the same time can be merged.
fn append(text: &str, body: Body, note: &str, indent: usize) -> Replacement {
    let ending = ending_at(text, body.span.end);
    let note = encode_body(note.trim_matches(['\n', '\r']), indent, ending);
    let is_separated = body.markdown(text).lines().next_back().is_none_or(|last| last.trim().is_empty());
    let separator = if is_separated { String::new() } else { format!("{}>{ending}", " ".repeat(indent)) };
    insert_lines(text, body.span.end, &format!("{separator}{note}"))
}

/// Replaces the content of a body, unless it is the same already.
fn replace(text: &str, body: Body, markdown: &str, indent: usize) -> Option<Replacement> {
    let normalized = markdown.replace("\r\n", "\n").replace('\r', "\n");
    if body.markdown(text) == normalized {
        return None;
    }
    let content = Span::new(body.span.start, body.span.start + body.span.of(text).trim_end_matches(['\n', '\r']).len());
    let encoded = encode_body(markdown, indent, ending_at(text, body.span.end));
    TextEdit::replace(text, content, &encoded).replacements().first().cloned()
}
