//! Changes to the lines of a plan, as people make them in an editor.

use long_term_plan_core::plan::{parse, validate};
use long_term_plan_core::text::lines;
use proptest::prelude::*;

use super::generators::{section_name, words};

/// A change to lines that no operation makes. Numbers select lines, and are taken modulo their count.
#[derive(Clone, Debug)]
pub(super) enum LineEdit {
    /// Changes the level of a heading, and of those under it.
    Level {
        heading: usize,
        deeper: bool,
    },
    Rename {
        heading: usize,
        name: String,
    },
    /// Puts a heading above another one, which goes under it.
    Wrap {
        heading: usize,
        name: String,
    },
    /// Moves a heading with everything under it before another one.
    Move {
        heading: usize,
        before: usize,
    },
    Insert {
        line: usize,
        text: String,
    },
    Delete {
        line: usize,
    },
}

const LINES: std::ops::Range<usize> = 0..40;

pub(super) fn line_edit() -> impl Strategy<Value = LineEdit> {
    prop_oneof![
        4 => heading_edit(),
        1 => (LINES, words()).prop_map(|(line, text)| LineEdit::Insert { line, text }),
        1 => LINES.prop_map(|line| LineEdit::Delete { line }),
    ]
}

pub(super) fn heading_edit() -> impl Strategy<Value = LineEdit> {
    prop_oneof![
        (LINES, any::<bool>()).prop_map(|(heading, deeper)| LineEdit::Level { heading, deeper }),
        (LINES, words()).prop_map(|(heading, name)| LineEdit::Rename { heading, name }),
        (LINES, section_name()).prop_map(|(heading, name)| LineEdit::Wrap { heading, name }),
        (LINES, LINES).prop_map(|(heading, before)| LineEdit::Move { heading, before }),
    ]
}

/// The plan after those changes to lines that leave it valid.
pub(super) fn with_line_edits(text: String, edits: &[LineEdit]) -> String {
    edits.iter().fold(text, |text, edit| {
        let edited = with_line_edit(&text, edit);
        if validate(&edited).errors.is_empty() { edited } else { text }
    })
}

fn with_line_edit(text: &str, edit: &LineEdit) -> String {
    let plan = parse(text);
    let mut lines: Vec<String> = lines(text).map(|line| text[line.content.start..line.end()].to_owned()).collect();
    // The first heading is often the title.
    let headings: Vec<(usize, usize)> = plan.headings.iter().skip(1).map(|each| (each.line - 1, each.level)).collect();
    let pick = |number: usize| headings.get(number % headings.len().max(1)).copied();
    let end_of = |(line, level): (usize, usize)| {
        let next = headings.iter().find(|(other, other_level)| *other > line && *other_level <= level);
        next.map_or(lines.len(), |(other, _)| *other)
    };
    match edit {
        LineEdit::Level { heading, deeper } => {
            let Some(found) = pick(*heading) else { return text.to_owned() };
            let end = end_of(found);
            for (line, level) in headings.iter().filter(|(line, _)| (found.0..end).contains(line)) {
                let rest = lines[*line].trim_start_matches('#').to_owned();
                let level = if *deeper { (level + 1).min(6) } else { (level - 1).max(2) };
                lines[*line] = format!("{}{rest}", "#".repeat(level));
            }
        }
        LineEdit::Rename { heading, name } => {
            let Some((line, level)) = pick(*heading) else { return text.to_owned() };
            lines[line] = format!("{} {name}\n", "#".repeat(level));
        }
        LineEdit::Wrap { heading, name } => {
            let Some((line, level)) = pick(*heading) else { return text.to_owned() };
            let rest = lines[line].trim_start_matches('#').to_owned();
            lines[line] = format!("{} {name}\n{}{rest}", "#".repeat(level), "#".repeat((level + 1).min(6)));
        }
        LineEdit::Move { heading, before } => {
            let (Some(found), Some((before, _))) = (pick(*heading), pick(*before)) else { return text.to_owned() };
            let end = end_of(found);
            if !(found.0..=end).contains(&before) {
                let moved: Vec<String> = lines.drain(found.0..end).collect();
                let at = if before > found.0 { before - moved.len() } else { before };
                lines.splice(at..at, moved);
            }
        }
        LineEdit::Insert { line, text } => {
            let at = *line % (lines.len() + 1);
            lines.insert(at, format!("{text}\n"));
        }
        LineEdit::Delete { line } => {
            let at = *line % lines.len().max(1);
            lines.drain(at..(at + 1).min(lines.len()));
        }
    }
    lines.concat()
}
