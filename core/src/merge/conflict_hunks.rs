//! Finds conflicts by their markers.

use crate::plan::conflict_marker;
use crate::text::{Span, TextEdit, lines, without_bom};

use super::{OURS, Side};

/// A conflict in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictHunk {
    /// 1-based line of its first marker.
    pub line: usize,
    /// Includes the markers.
    pub span: Span,
    pub ours: Span,
    /// What the base says, if the conflict shows it.
    pub base: Option<Span>,
    pub theirs: Span,
}

/// The conflicts of a text, in order. Those without a last marker are ignored.
///
/// ```
/// use long_term_plan_core::merge::conflict_hunks;
/// let text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd\n";
/// let found = conflict_hunks(text);
/// assert_eq!((found[0].line, found[0].ours.of(text), found[0].theirs.of(text)), (2, "b\n", "c\n"));
/// ```
pub fn conflict_hunks(text: &str) -> Vec<ConflictHunk> {
    let mut found = Vec::new();
    let mut open: Option<(ConflictHunk, usize, Part)> = None;
    for line in lines(text) {
        let content = without_bom(text, &line);
        let (content, start, end) = (content.of(text), content.start, line.end());
        if let Some(size) = conflict_marker(content, b'<') {
            let nothing = Span::at(end);
            let span = Span::new(start, end);
            let hunk = ConflictHunk { line: line.number, span, ours: nothing, base: None, theirs: nothing };
            open = Some((hunk, size, Part::Ours));
            continue;
        }
        let Some((mut hunk, size, mut part)) = open.take() else { continue };
        let is_marker = |mark: u8| conflict_marker(content, mark) == Some(size);
        match part {
            Part::Ours if is_marker(b'|') => (part, hunk.base) = (Part::Base, Some(Span::at(end))),
            Part::Ours | Part::Base if is_marker(b'=') => (part, hunk.theirs) = (Part::Theirs, Span::at(end)),
            Part::Ours => hunk.ours.end = end,
            Part::Base => hunk.base = hunk.base.map(|base| Span::new(base.start, end)),
            Part::Theirs if is_marker(b'>') => {
                hunk.span.end = end;
                found.push(hunk);
                continue;
            }
            Part::Theirs => hunk.theirs.end = end,
        }
        open = Some((hunk, size, part));
    }
    found
}

#[derive(Clone, Copy)]
enum Part {
    Ours,
    Base,
    Theirs,
}

/// The text with every conflict resolved to one side.
pub(super) fn resolved_to(side: Side, text: &str) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut kept = 0;
    for hunk in conflict_hunks(text) {
        resolved.push_str(Span::new(kept, hunk.span.start).of(text));
        resolved.push_str(if side == OURS { hunk.ours } else { hunk.theirs }.of(text));
        kept = hunk.span.end;
    }
    resolved.push_str(text.get(kept..).unwrap_or_default());
    resolved
}

/// The text with some of its conflicts replaced.
pub(super) fn conflicts_replaced(text: &str, replacement: impl Fn(&ConflictHunk) -> Option<String>) -> String {
    let mut edit = TextEdit::default();
    for hunk in conflict_hunks(text) {
        if let Some(new) = replacement(&hunk) {
            edit.push(text, hunk.span, &new);
        }
    }
    edit.apply(text)
}

/// The text whose conflicts do not show what the base says.
pub(super) fn without_bases(text: &str) -> String {
    let mut edit = TextEdit::default();
    for hunk in conflict_hunks(text) {
        if let Some(base) = hunk.base {
            edit.push(text, Span::new(hunk.ours.end, base.end), "");
        }
    }
    edit.apply(text)
}
