//! ATX headings: `## Name`.

use crate::text::Span;

const DEEPEST: usize = 6;
/// Markdown reads a line with more spaces before it as code.
pub const MAX_INDENT: usize = 3;

/// Level and name of the heading on `line`, a line of `text` without its ending. A closing run of `#` is not part of the
/// name.
///
/// ```
/// use long_term_plan_format::{markdown::heading, text::Span};
/// let line = "## Name ##";
/// let (level, name) = heading(line, Span::new(0, line.len())).unwrap();
/// assert_eq!((level, name.of(line)), (2, "Name"));
/// ```
pub fn heading(text: &str, line: Span) -> Option<(usize, Span)> {
    let bytes = line.of(text).as_bytes();
    let indent = bytes.iter().take_while(|byte| **byte == b' ').count();
    let level = bytes.iter().skip(indent).take_while(|byte| **byte == b'#').count();
    let is_heading = indent <= MAX_INDENT
        && (1..=DEEPEST).contains(&level)
        && matches!(bytes.get(indent + level), None | Some(b' ' | b'\t'));
    if !is_heading {
        return None;
    }
    let name = Span::new(line.start + indent + level, line.end);
    let trimmed = name.of(text).trim_end_matches([' ', '\t']);
    let unclosed = trimmed.trim_end_matches('#');
    let length = if unclosed.ends_with([' ', '\t']) { unclosed.len() } else { trimmed.len() };
    Some((level, Span::new(name.start, name.start + length).trimmed(text)))
}

/// Whether a heading of this name drops its end: a run of `#` by itself is not part of the name, but `C#` is.
pub fn drops_end(name: &str) -> bool {
    let undecorated = name.trim_end_matches('#');
    undecorated.len() < name.len() && (undecorated.is_empty() || undecorated.ends_with([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(usize, &str)>) {
        let found = heading(line, Span::new(0, line.len()));
        assert_eq!(found.map(|(level, name)| (level, name.of(line))), expected, "{line}");
    }

    #[test]
    fn a_heading_is_one_to_six_signs_and_a_name() {
        check("# Plan", Some((1, "Plan")));
        check("#\tPlan \t", Some((1, "Plan")));
        check("###### Deep", Some((6, "Deep")));
        check("##", Some((2, "")));
        check("####### seven", None);
        check("#tag", None);
        check("", None);
    }

    #[test]
    fn a_closing_run_is_not_part_of_the_name() {
        check("###### Deep ## ", Some((6, "Deep")));
        check("## C#", Some((2, "C#")));
        check("## ##", Some((2, "")));
    }

    #[test]
    fn only_a_separate_run_at_the_end_is_dropped() {
        for (name, is_dropped) in [("C#", false), ("C #", true), ("#", true), ("# C", false), ("C", false), ("", false)]
        {
            assert_eq!(drops_end(name), is_dropped, "{name}");
            let line = format!("## {name}");
            let found = heading(&line, Span::new(0, line.len())).unwrap();
            assert_eq!(found.1.of(&line) != name, is_dropped, "{name}");
        }
    }

    #[test]
    fn a_heading_is_indented_by_three_spaces_at_most() {
        check("   # Name", Some((1, "Name")));
        check("    # code", None);
        check("\t# code", None);
    }
}
