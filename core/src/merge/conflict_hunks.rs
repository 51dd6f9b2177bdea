//! The conflicts that a merge left in a text, found by their markers.

use crate::plan::conflict_marker;
use crate::text::{Span, lines, without_bom};

use super::{OURS, Side};

/// A conflict in a text, markers included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedConflict {
    /// 1-based line of its first marker.
    pub line: usize,
    /// The whole of it.
    pub span: Span,
    /// Our lines.
    pub ours: Span,
    /// Their lines.
    pub theirs: Span,
}

/// The conflicts of a text, in order. One that is not closed is none.
///
/// ```
/// use long_term_plan_core::merge::marked_conflicts;
/// let text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd\n";
/// let found = marked_conflicts(text);
/// assert_eq!((found[0].line, found[0].ours.of(text), found[0].theirs.of(text)), (2, "b\n", "c\n"));
/// ```
pub fn marked_conflicts(text: &str) -> Vec<MarkedConflict> {
    let mut found = Vec::new();
    let mut open: Option<(MarkedConflict, usize, Part)> = None;
    for line in lines(text) {
        let content = without_bom(text, &line);
        let (content, start, end) = (content.of(text), content.start, line.end());
        if let Some(size) = conflict_marker(content, b'<') {
            let nothing = Span::at(end);
            let hunk =
                MarkedConflict { line: line.number, span: Span::new(start, end), ours: nothing, theirs: nothing };
            open = Some((hunk, size, Part::Ours));
            continue;
        }
        let Some((mut hunk, size, mut part)) = open.take() else { continue };
        let is_marker = |symbol: u8| conflict_marker(content, symbol) == Some(size);
        match part {
            Part::Ours if is_marker(b'|') => part = Part::Base,
            Part::Ours | Part::Base if is_marker(b'=') => (part, hunk.theirs) = (Part::Theirs, Span::at(end)),
            Part::Ours => hunk.ours.end = end,
            Part::Base => {}
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

/// The text with every conflict decided for one side.
pub(super) fn decided_for(side: Side, text: &str) -> String {
    let mut decided = String::with_capacity(text.len());
    let mut kept = 0;
    for hunk in marked_conflicts(text) {
        decided.push_str(Span::new(kept, hunk.span.start).of(text));
        decided.push_str(if side == OURS { hunk.ours } else { hunk.theirs }.of(text));
        kept = hunk.span.end;
    }
    decided.push_str(text.get(kept..).unwrap_or_default());
    decided
}
