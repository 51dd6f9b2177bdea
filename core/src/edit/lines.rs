//! Inserts and deletes whole lines. All other lines keep their endings.

use crate::plan::{Body, Document, INDENT_STEP, LineKind, Task, classify_line};
use crate::sort::sort_by_key;
use crate::text::{Replacement, Span, ending_at, line_before, line_end, lines};

/// Sorts replacements as a text edit needs them.
pub(crate) fn sort_by_position(replacements: &mut Vec<Replacement>) {
    sort_by_key(replacements, |each| each.span);
}

/// Inserts lines, given without the last ending, at `offset`, which is the start of a line or the end of the text.
pub(super) fn insert_lines(text: &str, offset: usize, lines: &str) -> Replacement {
    let ending = ending_at(text, offset);
    let above = text.get(..offset).unwrap_or_default();
    let starts_line = matches!(above, "" | "\u{feff}") || above.ends_with(['\n', '\r']);
    let text = if starts_line { format!("{lines}{ending}") } else { format!("{ending}{lines}") };
    Replacement { span: Span::at(offset), text }
}

/// What to delete to remove whole lines. If the last line of the text has no ending, that stays so.
pub(super) fn delete_lines(text: &str, span: Span) -> Span {
    let (above, below) = (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    let last_ending = line_before(text, span.end).map_or(0, |last| last.ending.as_str().len());
    if above.ends_with('\r') && below.starts_with('\n') {
        // `\r` and `\n` would become one line ending, so the line above gets the ending of the last deleted line.
        return Span::new(span.start - 1, span.end - last_ending);
    }
    if last_ending > 0 || above.is_empty() {
        return span;
    }
    Span::new(line_before(text, span.start).map_or(span.start, |line| line.content.end), span.end)
}

/// Deletes a task's block. A blockquote after it must not become the body of the task or plan above, so a separating line is
/// left behind if needed.
pub(super) fn delete_block(document: &Document, task: &Task) -> Replacement {
    let text = document.text();
    match separator_between(document, task) {
        Some(separator) => {
            let ending = ending_at(text, task.block.start);
            Replacement { span: task.block, text: format!("{separator}{ending}") }
        }
        None => Replacement { span: delete_lines(text, task.block), text: String::new() },
    }
}

/// The line that must separate a blockquote after `task` from what is above it.
fn separator_between(document: &Document, task: &Task) -> Option<&'static str> {
    let (text, plan) = (document.text(), document.plan());
    let below = text.get(task.block.end..)?;
    if task.block.start == 0 && below.starts_with('\u{feff}') {
        // At the start of the file this character would become a byte order mark.
        return Some("");
    }
    let title = plan.title.and_then(|title| plan.headings.get(title));
    let is_under_title = title.is_some_and(|title| {
        title.span.end <= task.block.start && is_blank(Span::new(title.span.end, task.block.start).of(text))
    });
    if is_under_title {
        // Blank lines are allowed between the title and the plan's body, so they do not separate.
        return below.trim_start_matches(BLANK).starts_with('>').then_some(INVISIBLE);
    }
    let next = classify_line(text, lines(below).next()?.content.shifted(task.block.end));
    let ends_here = |body: Option<Body>| body.is_some_and(|body| body.span.end == task.block.start);
    let index = plan.tasks.partition_point(|other| other.block.start < task.block.start);
    let above = index.checked_sub(1).and_then(|index| plan.tasks.get(index));
    let joins_task = above.is_some_and(|above| {
        let is_deep_enough = !next.has_tab && next.columns >= above.indent + INDENT_STEP;
        is_deep_enough && (ends_here(above.body) || line_end(text, above.span.end) == task.block.start)
    });
    (next.kind == LineKind::Quote && (joins_task || ends_here(plan.body))).then_some("")
}

const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

fn is_blank(text: &str) -> bool {
    text.trim_start_matches(BLANK).is_empty()
}

/// A line that Markdown does not render.
pub(super) const INVISIBLE: &str = "<!-- -->";
