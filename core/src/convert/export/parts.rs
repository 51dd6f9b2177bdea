//! The parts of a plan in reading order: headings, prose and tasks.

use crate::plan::{Document, Task};
use crate::text::{Span, lines};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Index of the heading.
    Heading(usize),
    /// Markdown that belongs to no task.
    Prose(String),
    /// Index of a top-level task; stands for its subtasks too.
    Task(usize),
}

/// The parts of a plan, without its title and body.
pub(super) fn parts(document: &Document) -> Vec<Part> {
    let (text, plan) = (document.text(), document.plan());
    let headings = plan.headings.iter().enumerate().map(|(index, heading)| (heading.span, Some(Part::Heading(index))));
    let title = plan.title;
    let headings =
        headings.map(|(span, part)| (span, part.filter(|part| *part != Part::Heading(title.unwrap_or(usize::MAX)))));
    let roots = plan.tasks.iter().enumerate().filter(|(_, task)| task.parent.is_none());
    let tasks = roots.map(|(index, task)| (task.block, Some(Part::Task(index))));
    let header = plan.header.map(|header| (header.span, None)).into_iter();
    let body = plan.body.map(|body| (body.span, None)).into_iter();
    let mut marks: Vec<(Span, Option<Part>)> = headings.chain(tasks).chain(header).chain(body).collect();
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

/// The Markdown in a task's block that is neither its line nor its body nor a subtask.
pub(super) fn prose_of_task(document: &Document, index: usize) -> String {
    let (text, plan) = (document.text(), document.plan());
    let Some(task) = plan.tasks.get(index) else { return String::new() };
    let under = plan.tasks.get(index + 1..task.subtree_end).unwrap_or_default();
    let mut taken = vec![Span::new(task.block.start, task.span.end)];
    taken.extend(task.body.map(|body| body.span));
    taken.extend(under.iter().filter(|child| child.parent == Some(index)).map(|child| child.block));
    let mut markdown = String::new();
    let ends = taken.iter().skip(1).map(|next| next.start).chain([task.block.end]);
    for (before, end) in taken.iter().zip(ends) {
        let gap = Span::new(before.end, end.max(before.end)).of(text);
        for line in lines(gap) {
            let content = line.content.of(gap);
            let indent = content.bytes().take(task.indent + 2).take_while(|byte| *byte == b' ').count();
            markdown.push_str(&content[indent..]);
            markdown.push('\n');
        }
    }
    markdown.trim_matches('\n').trim_end().to_owned()
}

/// Number of ancestors of each task.
pub(super) fn depths(tasks: &[Task]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(tasks.len());
    for task in tasks {
        depths.push(task.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}
