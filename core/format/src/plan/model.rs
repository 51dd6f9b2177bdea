//! The model of a plan file: byte ranges into its text, in document order.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{NameIndex, Span, may_contain_folded};
use crate::word::Word;

use super::{
    Attribute, AttributeKey, Attributes, Body, Diagnostic, DiagnosticCode, MarkerStyle, Severity, Status,
    UnclosedBlock, decode_list, decode_or_keep, id_time,
};

/// A parsed plan. Headings and tasks refer to each other by their index in `headings` and `tasks`.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub header: Option<Header>,
    /// Index of the heading that is the plan's title: the first one of level 1.
    pub title: Option<usize>,
    /// The blockquote under the title.
    pub body: Option<Body>,
    /// End of the content before the first heading, without trailing blank lines.
    pub preamble_end: usize,
    pub headings: Vec<Heading>,
    pub tasks: Vec<Task>,
    /// Diagnostics of single lines. [`super::validate`] adds those that involve several tasks.
    pub diagnostics: Vec<Diagnostic>,
    /// Verbatim blocks that nothing closes.
    pub unclosed: Vec<UnclosedBlock>,
    /// Whether the file is a generated index page, which is not a plan.
    pub is_index: bool,
    pub(crate) ids: NameIndex,
}

/// `<!-- long-term-plan:format=v1 -->`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub span: Span,
    pub version: Span,
    pub attributes: Span,
    pub marker_style: MarkerStyle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Number of `#`.
    pub level: usize,
    /// 1-based.
    pub line: usize,
    /// The line with its ending.
    pub span: Span,
    pub name: Span,
    /// Index of the enclosing heading; never one of level 1.
    pub parent: Option<usize>,
    /// End of the content before the next heading, without trailing blank lines.
    pub content_end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// 1-based.
    pub line: usize,
    /// Last line of its block, 1-based.
    pub last_line: usize,
    /// Width of the white space before it.
    pub indent: usize,
    /// The line without its ending.
    pub span: Span,
    /// The task line and everything indented under it, line endings included.
    pub block: Span,
    /// The checkbox with its brackets.
    pub checkbox: Span,
    pub title: Span,
    pub comment: Span,
    pub id: Span,
    /// Everything after the id in the comment.
    pub attributes: Span,
    pub status: Status,
    pub body: Option<Body>,
    /// Index of the heading above it.
    pub section: Option<usize>,
    /// Index of the task that it is indented under.
    pub parent: Option<usize>,
    /// Number of direct subtasks.
    pub children: usize,
    /// Index of the first task after it that is not one of its descendants.
    pub subtree_end: usize,
}

/// Number of tasks by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatusCounts {
    pub total: u32,
    pub todo: u32,
    pub doing: u32,
    pub done: u32,
}

impl Plan {
    pub fn marker_style(&self) -> MarkerStyle {
        self.header.map(|header| header.marker_style).unwrap_or_default()
    }

    /// The title; `None` without a heading of level 1.
    pub fn title<'t>(&self, text: &'t str) -> Option<&'t str> {
        Some(self.headings.get(self.title?)?.name.of(text))
    }

    /// Index of the task with this id.
    pub fn find(&self, text: &str, id: &str) -> Option<usize> {
        self.ids.find(id, &|index| self.tasks.get(index).map_or("", |task| task.id.of(text)))
    }

    /// Indexes of the tasks with generated ids that have this ending of at least four characters, in any case.
    pub fn find_by_ending(&self, text: &str, ending: &str) -> impl Iterator<Item = usize> {
        const SHORTEST: usize = 4;
        let tasks = if ending.len() < SHORTEST { &[] } else { self.tasks.as_slice() };
        let has_ending = move |id: &str| {
            let end = id.len().checked_sub(ending.len()).and_then(|start| id.get(start..));
            end.is_some_and(|end| end.eq_ignore_ascii_case(ending)) && id_time(id).is_some()
        };
        tasks.iter().enumerate().filter(move |(_, task)| has_ending(task.id.of(text))).map(|(index, _)| index)
    }

    /// Names of the headings that lead to the heading with index `section`, outermost first, without level 1.
    pub fn section_path<'t>(&self, text: &'t str, section: Option<usize>) -> Vec<&'t str> {
        let mut path = Vec::new();
        let mut next = section;
        while let Some(heading) = next.and_then(|index| self.headings.get(index)) {
            if heading.level > 1 {
                path.push(heading.name.of(text));
            }
            next = heading.parent;
        }
        path.reverse();
        path
    }

    /// The diagnostics because of which the plan cannot be written.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|each| each.severity == Severity::Error)
    }

    /// Whether the file is a plan of this format, however broken.
    pub fn has_header(&self) -> bool {
        let refuses =
            |code| matches!(code, DiagnosticCode::MissingFormatHeader | DiagnosticCode::UnsupportedFormatVersion);
        !self.diagnostics.iter().any(|each| refuses(each.code))
    }

    /// Whether git left a conflict in the file.
    pub fn has_conflict(&self) -> bool {
        self.diagnostics.iter().any(|each| each.code == DiagnosticCode::ConflictMarker)
    }

    pub fn status_counts(&self) -> StatusCounts {
        let mut counts = StatusCounts::default();
        for task in &self.tasks {
            counts.total += 1;
            match task.status {
                Status::Todo => counts.todo += 1,
                Status::Doing => counts.doing += 1,
                Status::Done => counts.done += 1,
            }
        }
        counts
    }
}

impl Task {
    pub fn attributes<'t>(&self, text: &'t str) -> Attributes<'t> {
        Attributes::new(text, self.attributes)
    }

    /// The first attribute with this key.
    pub fn attribute(&self, text: &str, key: AttributeKey) -> Option<Attribute> {
        self.attributes(text).find(|attribute| attribute.key.of(text) == key.as_str())
    }

    /// Whether its folded title, tags or body may contain `word`, which is folded. `false` is certain. Allocates nothing, and
    /// rules out most tasks of a search.
    pub fn may_contain_folded(&self, text: &str, word: &str) -> bool {
        may_contain_folded(self.title.of(text), word)
            || self.body.is_some_and(|body| may_contain_folded(body.span.of(text), word))
            // Tags are percent-encoded in the text.
            || (!self.attributes.is_empty() && self.attribute(text, AttributeKey::Tags).is_some())
    }

    /// The decoded value of an attribute; one that cannot be decoded is returned unchanged.
    pub fn value(&self, text: &str, key: AttributeKey) -> Option<String> {
        Some(decode_or_keep(self.attribute(text, key)?.value.of(text)).into_owned())
    }

    /// The decoded elements of a list attribute.
    pub fn list(&self, text: &str, key: AttributeKey) -> Vec<String> {
        self.elements(text, key).map(Cow::into_owned).collect()
    }

    /// Like [`Task::list`], but borrowed where decoding changes nothing.
    pub(super) fn elements<'t>(&self, text: &'t str, key: AttributeKey) -> impl Iterator<Item = Cow<'t, str>> {
        decode_list(self.attribute(text, key).map_or("", |attribute| attribute.value.of(text)))
    }
}
