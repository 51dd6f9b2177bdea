//! Blocks moved to another level: each line by the same number of columns, nothing else changed.

use crate::plan::indentation;
use crate::text::{Replacement, Span, TextEdit, lines};

/// The lines of `block`, whose task stands at `from` columns, as they look with the task at `to` columns.
pub(super) fn reindented(text: &str, block: Span, from: usize, to: usize) -> String {
    let block_text = block.of(text);
    let edit = reindent_in_place(block_text, Span::new(0, block_text.len()), from, to);
    edit.apply(block_text)
}

/// The edit that brings a block to another level where it stands.
pub(super) fn reindent_in_place(text: &str, block: Span, from: usize, to: usize) -> TextEdit {
    if from == to {
        return TextEdit::default();
    }
    let replacements = lines(block.of(text)).filter_map(|line| {
        shift_line(text, line.content.shifted(block.start), |columns| (columns + to).saturating_sub(from))
    });
    replacements.collect()
}

/// Gives a line other indentation: `new_columns` says how much, from how much there is. A blank line is left alone.
///
/// Spaces are added or removed; a tab, whose width depends on where it stands, is written out as spaces. Only a blockquote
/// keeps its tab, and stays where it is rather than go to the left: with spaces alone it could become a task's body.
pub(super) fn shift_line(text: &str, line: Span, new_columns: impl Fn(usize) -> usize) -> Option<Replacement> {
    let indent = indentation(text, line);
    if indent.span == line {
        return None;
    }
    let wanted = new_columns(indent.columns);
    if wanted == indent.columns && !indent.has_tab {
        return None;
    }
    if indent.has_tab && Span::new(indent.span.end, line.end).of(text).starts_with('>') {
        let more = wanted.saturating_sub(indent.columns);
        return (more > 0).then(|| Replacement { span: Span::at(indent.span.end), text: " ".repeat(more) });
    }
    if indent.has_tab {
        return Some(Replacement { span: indent.span, text: " ".repeat(wanted) });
    }
    let start = indent.span.start;
    Some(if wanted > indent.columns {
        Replacement { span: Span::at(start), text: " ".repeat(wanted - indent.columns) }
    } else {
        Replacement { span: Span::new(start, start + indent.columns - wanted), text: String::new() }
    })
}
