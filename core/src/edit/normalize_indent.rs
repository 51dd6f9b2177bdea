//! Tasks indented by two spaces a level, and everything under them moved along.

use crate::plan::{INDENT_STEP, Kind, Nesting, OpenItem, Shape, shape};
use crate::text::{TextEdit, lines, without_bom};

use super::reindent::shift_line;

/// The edit that brings every task to two spaces a level, and the lines of the list items that it moves.
///
/// Lines that are no tasks keep their distance to the item they stand under. A list item that is no task is moved only as
/// far as needed to stay decidable.
pub(super) fn normalize_indent(text: &str) -> (TextEdit, Vec<usize>) {
    // Open items with the columns they end up at.
    let mut nesting: Nesting<usize> = Nesting::default();
    let mut replacements = Vec::new();
    let mut moved = Vec::new();
    for line in lines(text) {
        let content = without_bom(text, &line);
        let shape = shape(text, content);
        // A line that ended an item must not slip under it when the item moves to the left.
        let mut leftmost_closed = usize::MAX;
        let closed = |item: OpenItem<usize>| leftmost_closed = leftmost_closed.min(item.value);
        let is_task = matches!(shape.kind, Kind::Item { marker: Some(_), .. });
        match shape.kind {
            Kind::Blank => continue,
            _ if is_task => drop(nesting.close_for_task(shape.columns, closed)),
            _ => nesting.close(closing_columns(text, &shape, &nesting), closed),
        }
        let enclosing = nesting.open_items().next().copied();
        let child_columns = enclosing.map_or(0, |item| item.value + INDENT_STEP);
        let shifted = enclosing.map_or(shape.columns, |item| {
            let inside = shape.columns.saturating_sub(item.columns).max(1);
            item.value + inside
        });
        let columns = match shape.kind {
            Kind::Item { marker: Some(_), .. } => child_columns,
            Kind::Item { marker: None, .. } if enclosing.is_some() => shifted.min(leftmost_closed).max(child_columns),
            _ => shifted.min(leftmost_closed),
        };
        let is_item = matches!(shape.kind, Kind::Item { .. });
        if is_item {
            nesting.open(shape.columns, columns);
        }
        // A tab is written out only where something is wrong with it: before a task, or on a line that moves.
        if columns != shape.columns || (is_task && shape.has_tab) {
            replacements.extend(shift_line(text, content, |_| columns));
            moved.extend(is_item.then_some(line.number));
        }
    }
    (replacements.into_iter().collect(), moved)
}

/// From which column on a line that is no task ends the items above it: its own. But text that would become a heading or
/// the trace of a conflict at the margin rather goes under the item that moves there.
fn closing_columns(text: &str, shape: &Shape, nesting: &Nesting<usize>) -> usize {
    if shape.kind != Kind::Other || shape.columns == 0 || !shape.content.of(text).starts_with(['#', '<']) {
        return shape.columns;
    }
    match nesting.open_items().last() {
        Some(item) if item.value == 0 && item.columns >= shape.columns => item.columns + 1,
        _ => shape.columns,
    }
}
