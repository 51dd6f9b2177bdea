//! Indentation: moves a block to another level, and indents all tasks by two spaces per level.

use crate::plan::{
    INDENT_STEP, LineKind, LineShape, OpenItem, OpenItems, OpenVerbatim, TAB_WIDTH, VerbatimLine, classify_line,
    conflict_marker, indentation,
};
use crate::text::{Replacement, Span, TextEdit, ending_at, line_before, lines, without_bom};

/// A copy of `block` in which its task is indented by `to` instead of `from` columns.
pub(super) fn reindent_copy(text: &str, block: Span, from: usize, to: usize) -> String {
    let block_text = block.of(text);
    let edit = reindent_in_place(block_text, Span::new(0, block_text.len()), from, to);
    edit.apply(block_text)
}

/// The edit that re-indents a block in place.
pub(super) fn reindent_in_place(text: &str, block: Span, from: usize, to: usize) -> TextEdit {
    if from == to {
        return TextEdit::default();
    }
    let moved = |columns: usize| (columns + to).saturating_sub(from);
    let mut structure = Structure::default();
    let replacements = lines(block.of(text)).filter_map(|line| {
        let line = line.content.shifted(block.start);
        let shape = classify_line(text, line);
        if shape.kind == LineKind::Blank {
            return None;
        }
        if structure.is_verbatim(text, &shape) {
            let item = structure.items.iter().next()?;
            return shift_verbatim_line(text, line, item.columns, item.value);
        }
        structure.items.close(shape.columns, drop);
        structure.open(text, &shape, moved(shape.columns));
        shift_line(text, line, moved)
    });
    replacements.collect()
}

/// The list items and the verbatim block that the current line may belong to.
#[derive(Default)]
struct Structure {
    /// With their new columns.
    items: OpenItems<usize>,
    verbatim: Option<OpenVerbatim>,
}

impl Structure {
    /// Advances to a line that is not blank, and returns whether it is in a verbatim block that a line above opened.
    fn is_verbatim(&mut self, text: &str, line: &LineShape) -> bool {
        let Some(open) = self.verbatim else { return false };
        let place = open.read(text, line);
        if place != VerbatimLine::Inside {
            self.verbatim = None;
        }
        place != VerbatimLine::After
    }

    /// Opens what a line outside of verbatim blocks opens. The line moves to `columns`.
    fn open(&mut self, text: &str, line: &LineShape, columns: usize) {
        if matches!(line.kind, LineKind::Item { .. }) {
            self.items.open(line.columns, columns);
        }
        self.verbatim = OpenVerbatim::opened_by(text, line, &self.items);
    }
}

/// Changes the indentation of a line from `n` to `new_columns(n)` columns. Blank lines stay unchanged.
///
/// Spaces are added or removed. Tabs are replaced, because their width depends on their position.
fn shift_line(text: &str, line: Span, new_columns: impl Fn(usize) -> usize) -> Option<Replacement> {
    let indent = indentation(text, line);
    if indent.span == line {
        return None;
    }
    let wanted = new_columns(indent.columns);
    if wanted == indent.columns && !indent.has_tab {
        return None;
    }
    if indent.has_tab {
        return Some(Replacement { span: indent.span, text: replace_tabs(text, line, wanted) });
    }
    let start = indent.span.start;
    Some(if wanted > indent.columns {
        Replacement { span: Span::at(start), text: " ".repeat(wanted - indent.columns) }
    } else {
        Replacement { span: Span::new(start, start + indent.columns - wanted), text: String::new() }
    })
}

/// Moves a line of a verbatim block whose list item moves from `from` to `to`. Tabs behind enough spaces are part of the code.
fn shift_verbatim_line(text: &str, line: Span, from: usize, to: usize) -> Option<Replacement> {
    let spaces = line.of(text).bytes().take_while(|byte| *byte == b' ').count();
    if spaces <= from {
        return shift_line(text, line, |columns| (columns + to).saturating_sub(from));
    }
    let removed = Span::new(line.start, line.start + from.saturating_sub(to));
    Some(Replacement { span: removed, text: " ".repeat(to.saturating_sub(from)) })
}

/// The indentation of `wanted` columns for a line that was indented with a tab: spaces. But a blockquote that is not a body
/// because of its tab must not become one, so it keeps a tab or is separated from the task above by a blank line.
fn replace_tabs(text: &str, line: Span, wanted: usize) -> String {
    let spaces = " ".repeat(wanted);
    if classify_line(text, line).kind != LineKind::Quote {
        return spaces;
    }
    if wanted >= TAB_WIDTH {
        return "\t".repeat(wanted / TAB_WIDTH) + &" ".repeat(wanted % TAB_WIDTH);
    }
    let above = line_before(text, line.start).map(|above| classify_line(text, above.content));
    let could_be_body = above.is_some_and(|above| match above.kind {
        LineKind::Item { checkbox, .. } => checkbox.is_some(),
        LineKind::Quote => !above.has_tab,
        _ => false,
    });
    if could_be_body { format!("{}{spaces}", ending_at(text, line.start)) } else { spaces }
}

/// The edit that indents every task by two spaces per level, and the lines of the list items that it moves.
///
/// Other lines keep their distance from the item that encloses them. List items that are not tasks move only as far as needed
/// to stay unambiguous.
pub(super) fn normalize_indent(text: &str) -> (TextEdit, Vec<usize>) {
    let mut structure = Structure::default();
    let mut replacements = Vec::new();
    let mut moved = Vec::new();
    for line in lines(text) {
        let content = without_bom(text, &line);
        let shape = classify_line(text, content);
        if shape.kind == LineKind::Blank {
            continue;
        }
        if structure.is_verbatim(text, &shape) {
            let item = structure.items.iter().next().filter(|item| item.columns != item.value);
            replacements.extend(item.and_then(|item| shift_verbatim_line(text, content, item.columns, item.value)));
            continue;
        }
        // A line that closed an item must not get under it when the item moves to the left.
        let mut leftmost_closed = usize::MAX;
        let closed = |item: OpenItem<usize>| leftmost_closed = leftmost_closed.min(item.value);
        let is_task = matches!(shape.kind, LineKind::Item { checkbox: Some(_), .. });
        if is_task {
            structure.items.close_for_task(shape.columns, closed);
        } else {
            structure.items.close(closing_columns(text, &shape, &structure.items), closed);
        }
        let enclosing = structure.items.iter().next().copied();
        let child_columns = enclosing.map_or(0, |item| item.value + INDENT_STEP);
        let shifted = enclosing.map_or(shape.columns, |item| {
            let inside = shape.columns.saturating_sub(item.columns).max(1);
            item.value + inside
        });
        let columns = match shape.kind {
            LineKind::Item { checkbox: Some(_), .. } => child_columns,
            LineKind::Item { checkbox: None, .. } if enclosing.is_some() => {
                shifted.min(leftmost_closed).max(child_columns)
            }
            _ => shifted.min(leftmost_closed),
        };
        structure.open(text, &shape, columns);
        // Tabs are replaced only where they are a problem: before a task, or on a line that moves.
        if columns != shape.columns || (is_task && shape.has_tab) {
            replacements.extend(shift_line(text, content, |_| columns));
            moved.extend(matches!(shape.kind, LineKind::Item { .. }).then_some(line.number));
        }
    }
    (replacements.into_iter().collect(), moved)
}

/// The column from which on a line that is not a task closes items: its own. But text that would become a heading or a
/// conflict marker in the first column goes under the item that moves there instead.
fn closing_columns(text: &str, shape: &LineShape, open_items: &OpenItems<usize>) -> usize {
    let content = shape.content.of(text);
    let means_more_in_first_column = content.starts_with('#') || conflict_marker(content, b'<').is_some();
    if shape.kind != LineKind::Other || shape.columns == 0 || !means_more_in_first_column {
        return shape.columns;
    }
    match open_items.iter().last() {
        Some(item) if item.value == 0 && item.columns >= shape.columns => item.columns + 1,
        _ => shape.columns,
    }
}
