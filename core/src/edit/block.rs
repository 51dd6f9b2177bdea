//! Whole lines put into a text and taken out of it, so that every other line keeps its ending.

use crate::plan::{Document, Task};
use crate::text::{Line, LineEnding, Replacement, Span, lines};

/// The ending that a line at `offset` gets: that of its neighbour above, else of the first line, else `\n`.
pub(super) fn ending_at(text: &str, offset: usize) -> &'static str {
    let above = text.get(..offset).unwrap_or(text).as_bytes();
    let found = match memchr::memrchr2(b'\n', b'\r', above).map(|at| (at, above.get(at))) {
        Some((at, Some(b'\n'))) if at > 0 && above.get(at - 1) == Some(&b'\r') => Some(LineEnding::CrLf),
        Some((_, Some(b'\n'))) => Some(LineEnding::Lf),
        Some(_) => Some(LineEnding::Cr),
        None => lines(text).next().map(|line| line.ending),
    };
    found.filter(|ending| *ending != LineEnding::None).unwrap_or(LineEnding::Lf).as_str()
}

/// Inserts lines, given without a last ending, at `offset`: the start of a line, or the end of the text.
pub(super) fn insert_lines(text: &str, offset: usize, lines: &str) -> Replacement {
    let ending = ending_at(text, offset);
    let above = text.get(..offset).unwrap_or_default();
    let starts_line = above.is_empty() || above.ends_with(['\n', '\r', '\u{feff}']);
    let text = if starts_line { format!("{lines}{ending}") } else { format!("{ending}{lines}") };
    Replacement { span: Span::at(offset), text }
}

/// Takes out whole lines. A text without an ending on its last line stays one.
pub(super) fn delete_lines(text: &str, span: Span) -> Span {
    let is_open_end = span.end == text.len() && !span.of(text).ends_with(['\n', '\r']);
    if !is_open_end || span.start == 0 {
        return span;
    }
    Span::new(line_before(text, span.start).map_or(span.start, |line| line.content.end), span.end)
}

/// Takes out a task's block. What follows must not become the body of the task or plan above, which it would if it is a
/// blockquote: then a line that separates the two is left behind.
pub(super) fn delete_block(document: &Document, task: &Task) -> Replacement {
    let text = document.text();
    let next = lines(text.get(task.block.end..).unwrap_or_default()).next();
    let follows = next.map(|line| line.content.shifted(task.block.end));
    let separator = match follows {
        Some(line) if line.of(text).trim_start().starts_with('>') => separator_between(document, task),
        _ => None,
    };
    match separator {
        Some(separator) => {
            let ending = ending_at(text, task.block.end);
            Replacement { span: task.block, text: format!("{separator}{ending}") }
        }
        None => Replacement { span: delete_lines(text, task.block), text: String::new() },
    }
}

/// A line that keeps a blockquote after `task` apart from the body above it, if that is needed.
fn separator_between(document: &Document, task: &Task) -> Option<&'static str> {
    let (text, plan) = (document.text(), document.plan());
    let above = line_before(text, task.block.start)?;
    let body_ends_at = |end: Option<usize>| end == Some(task.block.start);
    let touches_task = plan.tasks.iter().any(|other| {
        let own_line_ends = other.span.end == above.content.end;
        own_line_ends || body_ends_at(other.body.map(|body| body.span.end))
    });
    // Blank lines may stand between a title and the plan's body, so only something visible to the parser separates.
    let title_end = plan.title.and_then(|title| plan.headings.get(title)).map(|title| title.span.end);
    let is_under_title = title_end
        .is_some_and(|end| end <= task.block.start && Span::new(end, task.block.start).of(text).trim().is_empty());
    let touches_plan_body = is_under_title || body_ends_at(plan.body.map(|body| body.span.end));
    if touches_plan_body { Some(INVISIBLE) } else { touches_task.then_some("") }
}

/// A line that Markdown does not show.
pub(super) const INVISIBLE: &str = "<!-- -->";

/// The line that ends where the line at `offset` starts.
pub(super) fn line_before(text: &str, offset: usize) -> Option<Line> {
    let above = text.get(..offset).filter(|above| !above.is_empty())?;
    let ending = if above.ends_with("\r\n") {
        LineEnding::CrLf
    } else if above.ends_with('\n') {
        LineEnding::Lf
    } else if above.ends_with('\r') {
        LineEnding::Cr
    } else {
        LineEnding::None
    };
    let end = above.len() - ending.as_str().len();
    let start = memchr::memrchr2(b'\n', b'\r', &above.as_bytes()[..end]).map_or(0, |at| at + 1);
    Some(Line { number: 0, content: Span::new(start, end), ending })
}
