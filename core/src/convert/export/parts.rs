//! A plan in the order in which it is read: headings, text and tasks.

use crate::plan::{Document, Task};
use crate::text::{Span, lines};

/// A part of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The heading with this number.
    Heading(usize),
    /// Text that belongs to no task, as Markdown.
    Prose(String),
    /// The task with this number, which is nobody's child, with all that is under it.
    Task(usize),
}

/// The parts of a plan but for its title and its body.
pub(super) fn outline(document: &Document) -> Vec<Part> {
    let (text, plan) = (document.text(), document.plan());
    let headings =
        plan.headings.iter().enumerate().map(|(number, heading)| (heading.span, Some(Part::Heading(number))));
    let title = plan.title;
    let headings =
        headings.map(|(span, part)| (span, part.filter(|part| *part != Part::Heading(title.unwrap_or(usize::MAX)))));
    let roots = plan.tasks.iter().enumerate().filter(|(_, task)| task.parent.is_none());
    let tasks = roots.map(|(number, task)| (task.block, Some(Part::Task(number))));
    let silent = plan.header.map(|header| (header.span, None)).into_iter();
    let body = plan.body.map(|body| (body.span, None)).into_iter();
    let mut marks: Vec<(Span, Option<Part>)> = headings.chain(tasks).chain(silent).chain(body).collect();
    marks.sort_by_key(|(span, _)| span.start);
    let mut parts = Vec::new();
    let mut read_to = 0;
    for (span, part) in marks {
        parts.extend(prose(text, Span::new(read_to, span.start)));
        read_to = read_to.max(span.end);
        parts.extend(part);
    }
    parts.extend(prose(text, Span::new(read_to, text.len())));
    parts
}

fn prose(text: &str, span: Span) -> Option<Part> {
    let markdown = span.of(text).trim_matches(['\n', '\r', '\u{feff}']).trim_end().replace("\r\n", "\n");
    let is_visible = !matches!(markdown.trim(), "" | "<!-- -->");
    is_visible.then_some(Part::Prose(markdown))
}

/// What stands in a task's block besides its line, its body and its subtasks, as Markdown.
pub(super) fn notes(document: &Document, number: usize) -> String {
    let (text, plan) = (document.text(), document.plan());
    let Some(task) = plan.tasks.get(number) else { return String::new() };
    let under = plan.tasks.get(number + 1..task.subtree_end).unwrap_or_default();
    let mut taken = vec![Span::new(task.block.start, task.span.end)];
    taken.extend(task.body.map(|body| body.span));
    taken.extend(under.iter().filter(|child| child.parent == Some(number)).map(|child| child.block));
    let mut notes = String::new();
    let ends = taken.iter().skip(1).map(|next| next.start).chain([task.block.end]);
    for (before, end) in taken.iter().zip(ends) {
        let gap = Span::new(before.end, end.max(before.end)).of(text);
        for line in lines(gap) {
            let content = line.content.of(gap);
            let indent = content.bytes().take(task.indent + 2).take_while(|byte| *byte == b' ').count();
            notes.push_str(&content[indent..]);
            notes.push('\n');
        }
    }
    notes.trim_matches('\n').trim_end().to_owned()
}

/// How many tasks a task stands under.
pub(super) fn depths(tasks: &[Task]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(tasks.len());
    for task in tasks {
        depths.push(task.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}
