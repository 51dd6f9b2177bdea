//! Whole lines put into a text and taken out of it, so that every other line keeps its ending.

use crate::plan::{Body, Document, INDENT_STEP, Kind, Task, shape};
use crate::text::{Replacement, Span, ending_at, line_before, line_end, lines};

/// Inserts lines, given without a last ending, at `offset`: the start of a line, or the end of the text.
pub(super) fn insert_lines(text: &str, offset: usize, lines: &str) -> Replacement {
    let ending = ending_at(text, offset);
    let above = text.get(..offset).unwrap_or_default();
    let starts_line = matches!(above, "" | "\u{feff}") || above.ends_with(['\n', '\r']);
    let text = if starts_line { format!("{lines}{ending}") } else { format!("{ending}{lines}") };
    Replacement { span: Span::at(offset), text }
}

/// Takes out whole lines. A text without an ending on its last line stays one.
pub(super) fn delete_lines(text: &str, span: Span) -> Span {
    let (above, below) = (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    let last_ending = line_before(text, span.end).map_or(0, |last| last.ending.as_str().len());
    if above.ends_with('\r') && below.starts_with('\n') {
        // The two would become one line ending, so the line above takes over the last one's.
        return Span::new(span.start - 1, span.end - last_ending);
    }
    if last_ending > 0 || above.is_empty() {
        return span;
    }
    Span::new(line_before(text, span.start).map_or(span.start, |line| line.content.end), span.end)
}

/// Takes out a task's block. What follows must not become the body of the task or plan above, which it would if it is a
/// blockquote: then a line that separates the two is left behind.
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

/// A line that keeps a blockquote after `task` apart from what stands above, if that would take it for its body.
fn separator_between(document: &Document, task: &Task) -> Option<&'static str> {
    let (text, plan) = (document.text(), document.plan());
    let below = text.get(task.block.end..)?;
    if task.block.start == 0 && below.starts_with('\u{feff}') {
        // At the start of the file this character is a mark, and the rest of its line would be read.
        return Some("");
    }
    let title = plan.title.and_then(|title| plan.headings.get(title));
    let is_under_title = title.is_some_and(|title| {
        title.span.end <= task.block.start && is_blank(Span::new(title.span.end, task.block.start).of(text))
    });
    if is_under_title {
        // Blank lines may stand between a title and the plan's body, so only something visible separates.
        return below.trim_start_matches(BLANK).starts_with('>').then_some(INVISIBLE);
    }
    let next = shape(text, lines(below).next()?.content.shifted(task.block.end));
    let ends_here = |body: Option<Body>| body.is_some_and(|body| body.span.end == task.block.start);
    let number = plan.tasks.partition_point(|other| other.block.start < task.block.start);
    let above = number.checked_sub(1).and_then(|number| plan.tasks.get(number));
    let joins_task = above.is_some_and(|above| {
        let is_deep_enough = !next.has_tab && next.columns >= above.indent + INDENT_STEP;
        is_deep_enough && (ends_here(above.body) || line_end(text, above.span.end) == task.block.start)
    });
    (next.kind == Kind::Quote && (joins_task || ends_here(plan.body))).then_some("")
}

/// What blank lines are made of.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

fn is_blank(text: &str) -> bool {
    text.trim_start_matches(BLANK).is_empty()
}

/// A line that Markdown does not show.
pub(super) const INVISIBLE: &str = "<!-- -->";
