//! Lines of Markdown taken out of the list items they stand in.

use std::ops::Range;

/// What Markdown takes for white space between blocks. Other scripts' white space is text to it.
pub(super) const BLANK: [char; 3] = [' ', '\t', '\n'];
/// A tab reaches to the next multiple of this.
const TAB_WIDTH: usize = 4;

/// The column at which an offset stands in its line.
pub(super) fn column(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default();
    line.chars().fold(0, |column, character| match character {
        '\t' => column / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH,
        _ => column + 1,
    })
}

/// The lines of a range without their indentation up to `columns`, and without blank lines around them.
pub(super) fn dedented(text: &str, range: Range<usize>, columns: usize) -> String {
    let starts_line = range.start == 0 || text.get(..range.start).is_some_and(|before| before.ends_with('\n'));
    let mut lines: Vec<String> = Vec::new();
    for (number, line) in text.get(range).unwrap_or_default().split('\n').enumerate() {
        let is_whole = number > 0 || starts_line;
        lines.push(if is_whole { without_indent(line, columns) } else { line.trim_start_matches(BLANK).to_owned() });
    }
    trimmed(&lines.join("\n"))
}

/// A text without blank lines at its start, and without white space at its end.
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
            // A tab that reaches further leaves the rest of its width behind.
            return " ".repeat(column - columns) + &line[at + 1..];
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indentation_is_taken_away_by_columns() {
        assert_eq!(without_indent("    a", 2), "  a");
        assert_eq!(without_indent(" a", 2), "a");
        assert_eq!(without_indent("\ta", 2), "  a");
        assert_eq!(without_indent("  ", 4), "");
        assert_eq!(dedented("- x\n\n  a\n\n    b\n", 3..16, 2), "a\n\n  b");
    }
}
