//! Blocks moved to another level: each line by the same number of columns, nothing else changed.

use crate::plan::{Kind, TAB_WIDTH, indentation, shape};
use crate::text::{Replacement, Span, TextEdit, ending_at, line_before, lines};

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
/// Spaces are added or removed; a tab, whose width depends on where it stands, is written anew.
pub(super) fn shift_line(text: &str, line: Span, new_columns: impl Fn(usize) -> usize) -> Option<Replacement> {
    let indent = indentation(text, line);
    if indent.span == line {
        return None;
    }
    let wanted = new_columns(indent.columns);
    if wanted == indent.columns && !indent.has_tab {
        return None;
    }
    if indent.has_tab {
        return Some(Replacement { span: indent.span, text: instead_of_tab(text, line, wanted) });
    }
    let start = indent.span.start;
    Some(if wanted > indent.columns {
        Replacement { span: Span::at(start), text: " ".repeat(wanted - indent.columns) }
    } else {
        Replacement { span: Span::new(start, start + indent.columns - wanted), text: String::new() }
    })
}

/// Indentation of `wanted` columns for a line that had a tab in it: spaces. Only a blockquote, which is no body because of
/// its tab, keeps one, or a blank line keeps it apart from the task above.
fn instead_of_tab(text: &str, line: Span, wanted: usize) -> String {
    let spaces = " ".repeat(wanted);
    if shape(text, line).kind != Kind::Quote {
        return spaces;
    }
    if wanted >= TAB_WIDTH {
        return "\t".repeat(wanted / TAB_WIDTH) + &" ".repeat(wanted % TAB_WIDTH);
    }
    let above = line_before(text, line.start).map(|above| shape(text, above.content));
    let could_be_body = above.is_some_and(|above| match above.kind {
        Kind::Item { marker, .. } => marker.is_some(),
        Kind::Quote => !above.has_tab,
        _ => false,
    });
    if could_be_body { format!("{}{spaces}", ending_at(text, line.start)) } else { spaces }
}
