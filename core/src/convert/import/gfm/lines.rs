//! Extracts lines of Markdown from list items.

use std::ops::Range;

use crate::plan::TAB_WIDTH;

/// White space between blocks. To Markdown, other Unicode white space is text.
pub(super) const BLANK: [char; 3] = [' ', '\t', '\n'];

/// The column of an offset in its line.
pub(super) fn column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default();
    line.chars().fold(0, |column, character| match character {
        '\t' => column / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH,
        _ => column + 1,
    })
}

/// The lines of a range without up to `columns` of indentation, and without surrounding blank lines.
pub(super) fn dedented(text: &str, range: Range<usize>, columns: usize) -> String {
    let starts_line = range.start == 0 || text.get(..range.start).is_some_and(|before| before.ends_with('\n'));
    let mut lines: Vec<String> = Vec::new();
    for (index, line) in text.get(range).unwrap_or_default().split('\n').enumerate() {
        let is_whole = index > 0 || starts_line;
        lines.push(if is_whole { without_indent(line, columns) } else { line.trim_start_matches(BLANK).to_owned() });
    }
    trimmed(&lines.join("\n"))
}

/// A text without leading blank lines and trailing white space.
pub(super) fn trimmed(text: &str) -> String {
    let mut text = text;
    while let Some((_, rest)) = text.split_once('\n').filter(|(first, _)| first.trim_matches(BLANK).is_empty()) {
        text = rest;
    }
    text.trim_end_matches(BLANK).to_owned()
}

fn without_indent(line: &str, columns: usize) -> String {
    let mut column = 0;
    for (at, character) in line.char_indices() {
        let next = match character {
            ' ' => column + 1,
            '\t' => column / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH,
            _ => column,
        };
        if column >= columns || next == column {
            return line[at..].to_owned();
        }
        column = next;
        if column > columns {
            // The rest of a tab that extends further becomes spaces.
            return " ".repeat(column - columns) + &line[at + 1..];
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_is_removed_by_columns() {
        assert_eq!(without_indent("    a", 2), "  a");
        assert_eq!(without_indent(" a", 2), "a");
        assert_eq!(without_indent("\ta", 2), "  a");
        assert_eq!(without_indent("  ", 4), "");
        assert_eq!(dedented("- x\n\n  a\n\n    b\n", 3..16, 2), "a\n\n  b");
    }
}
