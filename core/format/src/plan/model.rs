//! The model of a plan file: byte ranges into its text, in document order.

use std::borrow::Cow;

use crate::text::{NameIndex, Span, may_hold_folded};
use crate::word::Word;

use super::{Attribute, Attributes, Body, Code, Diagnostic, Key, Markers, Severity, Status, decode_value};

/// A parsed plan. Headings and tasks refer to each other by their number in `headings` and `tasks`.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The format header, wherever it stands in the first lines.
    pub header: Option<Header>,
    /// Number of the heading that gives the plan its title: the first of level 1.
    pub title: Option<usize>,
    /// The blockquote under the title.
    pub body: Option<Body>,
    /// Where the content before the first heading ends: after its last line that is not blank.
    pub preamble_end: usize,
    /// All headings.
    pub headings: Vec<Heading>,
    /// All tasks that have an id.
    pub tasks: Vec<Task>,
    /// What is wrong with the file, line by line. [`super::validate`] adds what shows only across tasks.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the file says that a tool generates it as an overview, so that it is no plan.
    pub is_index: bool,
    pub(crate) ids: NameIndex,
}

/// `<!-- long-term-plan:format=v1 -->`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The whole comment.
    pub span: Span,
    /// The version it names.
    pub version: Span,
    /// Its attributes.
    pub attributes: Span,
    /// Which boxes the plan uses.
    pub markers: Markers,
}

/// A heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Number of `#`.
    pub level: usize,
    /// 1-based line.
    pub line: usize,
    /// The line with its ending.
    pub span: Span,
    /// The text.
    pub name: Span,
    /// The heading that it stands under; never one of level 1.
    pub parent: Option<usize>,
    /// Where its own content ends: after the last line that is not blank before the next heading.
    pub content_end: usize,
}

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// 1-based line.
    pub line: usize,
    /// 1-based number of the last line of its block.
    pub last_line: usize,
    /// Width of the white space before it.
    pub indent: usize,
    /// The line without its ending.
    pub span: Span,
    /// The task with all that is indented under it, line endings included.
    pub block: Span,
    /// The box with its brackets.
    pub marker: Span,
    /// The title.
    pub title: Span,
    /// The comment with the id.
    pub comment: Span,
    /// The id.
    pub id: Span,
    /// What follows the id in the comment.
    pub attributes: Span,
    /// What the box says.
    pub status: Status,
    /// The blockquote under it.
    pub body: Option<Body>,
    /// The heading that it stands under.
    pub section: Option<usize>,
    /// The task that it is indented under.
    pub parent: Option<usize>,
    /// Number of tasks directly under it.
    pub children: usize,
    /// Number of the first task after it that is not somewhere under it.
    pub subtree_end: usize,
}

/// How many tasks there are of each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// All.
    pub total: usize,
    /// Not started.
    pub todo: usize,
    /// In progress.
    pub doing: usize,
    /// Done.
    pub done: usize,
}

impl Plan {
    /// Which boxes the plan uses.
    pub fn markers(&self) -> Markers {
        self.header.map(|header| header.markers).unwrap_or_default()
    }

    /// The title; `None` without a heading of level 1.
    pub fn title<'t>(&self, text: &'t str) -> Option<&'t str> {
        Some(self.headings.get(self.title?)?.name.of(text))
    }

    /// Number of the task with this id.
    pub fn find(&self, text: &str, id: &str) -> Option<usize> {
        self.ids.find(id, &|number| self.tasks.get(number).map_or("", |task| task.id.of(text)))
    }

    /// The names of the headings that lead to heading `section`, from the outermost; level 1 is left out.
    pub fn section_path<'t>(&self, text: &'t str, section: Option<usize>) -> Vec<&'t str> {
        let mut path = Vec::new();
        let mut next = section;
        while let Some(heading) = next.and_then(|number| self.headings.get(number)) {
            if heading.level > 1 {
                path.push(heading.name.of(text));
            }
            next = heading.parent;
        }
        path.reverse();
        path
    }

    /// The findings that keep the plan from being written.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|each| each.code.severity() == Severity::Error)
    }

    /// Whether the file is a plan of this format at all, however broken.
    pub fn has_header(&self) -> bool {
        let refuses = |code| matches!(code, Code::MissingFormatHeader | Code::UnsupportedFormatVersion);
        !self.diagnostics.iter().any(|each| refuses(each.code))
    }

    /// How many tasks there are of each status.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { total: self.tasks.len(), ..Stats::default() };
        for task in &self.tasks {
            match task.status {
                Status::Todo => stats.todo += 1,
                Status::Doing => stats.doing += 1,
                Status::Done => stats.done += 1,
            }
        }
        stats
    }
}

impl Task {
    /// Its attributes, in order.
    pub fn attributes<'t>(&self, text: &'t str) -> Attributes<'t> {
        Attributes::new(text, self.attributes)
    }

    /// The first attribute with this key.
    pub fn attribute(&self, text: &str, key: Key) -> Option<Attribute> {
        self.attributes(text).find(|attribute| attribute.key.of(text) == key.as_str())
    }

    /// Whether its title, tags or body may hold a word once they are folded, which the word is: if this says no, they do not.
    /// It copies nothing, and leaves few tasks to be looked at more closely.
    pub fn may_hold_folded(&self, text: &str, word: &str) -> bool {
        may_hold_folded(self.title.of(text), word)
            || self.body.is_some_and(|body| may_hold_folded(body.span.of(text), word))
            // Tags are written in another way than they read.
            || (!self.attributes.is_empty() && self.attribute(text, Key::Tags).is_some())
    }

    /// The decoded value of an attribute; a value that cannot be decoded is returned as it stands.
    pub fn value(&self, text: &str, key: Key) -> Option<String> {
        let encoded = self.attribute(text, key)?.value.of(text);
        Some(decode_value(encoded).map_or_else(|_| encoded.to_owned(), Into::into))
    }

    /// The decoded elements of an attribute that holds a list.
    pub fn list(&self, text: &str, key: Key) -> Vec<String> {
        self.elements(text, key).map(Cow::into_owned).collect()
    }

    /// The same one by one; most of them stand in the text as they are.
    pub(super) fn elements<'t>(&self, text: &'t str, key: Key) -> impl Iterator<Item = Cow<'t, str>> {
        let encoded = self.attribute(text, key).map_or("", |attribute| attribute.value.of(text));
        let elements = encoded.split(',').filter(|element| !element.is_empty());
        elements.map(|element| decode_value(element).unwrap_or(Cow::Borrowed(element)))
    }
}
