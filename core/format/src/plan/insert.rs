//! Reads an added task alone instead of the whole file, so that adding many tasks at once parses the file once.
//!
//! Invariant: the result equals the plan of the whole edited text. It holds because the parser itself reads the new lines, and
//! because they are complete: what follows is blank, another task that they do not enclose, a heading, or the end. Whenever
//! something else could change, there is no [`TaskInsertion`], and the whole text is parsed.

use crate::text::{Replacement, Span, TextEdit, line_end, lines};

use super::parse::{parse, parse_task_line};
use super::{Body, Heading, INDENT_STEP, LineKind, Plan, Task, classify_line};

/// The lines of one task and its body, inserted between other lines.
#[derive(Debug)]
pub(super) struct TaskInsertion<'e> {
    offset: usize,
    inserted: &'e str,
    /// Number of inserted lines.
    lines: usize,
    /// Index of the new task.
    index: usize,
    /// As it will be in the plan.
    task: Task,
}

impl<'e> TaskInsertion<'e> {
    /// Reads the lines that `edit` inserts. `plan` is the plan of `text`.
    pub(super) fn new(plan: &Plan, text: &str, edit: &'e TextEdit) -> Option<Self> {
        let [Replacement { span, text: inserted }] = edit.replacements() else { return None };
        let offset = span.start;
        let is_clean = plan.diagnostics.is_empty() && plan.unclosed.is_empty() && !plan.is_index;
        let is_whole_lines = text.get(..offset)?.ends_with('\n') && inserted.ends_with('\n');
        if !span.is_empty() || !is_clean || !is_whole_lines || plan.header.is_none_or(|header| header.span.end > offset)
        {
            return None;
        }
        let index = plan.tasks.partition_point(|task| task.block.start < offset);
        let section = plan.headings.partition_point(|heading| heading.span.start < offset);
        let next_task = plan.tasks.get(index);
        let next_heading = plan.headings.get(section).map_or(text.len(), |heading| heading.span.start);
        let next = next_task.map_or(text.len(), |task| task.block.start).min(next_heading);
        let between = text.get(offset..next)?;
        let mut new = Self::read(plan, inserted, offset)?;
        let encloses_next = next_task.is_some_and(|task| task.block.start == next && task.indent > new.task.indent);
        let is_known =
            plan.find(text, Span::new(new.task.id.start - offset, new.task.id.end - offset).of(inserted)).is_some();
        if encloses_next || is_known || !between.trim_start_matches([' ', '\t', '\n', '\r']).is_empty() {
            return None;
        }
        let number = line_number(plan, text, offset, index, section);
        new.index = index;
        new.task.section = section.checked_sub(1);
        new.task.subtree_end = index + 1;
        new.task.line += number;
        new.task.last_line += number;
        for line in new.task.body.iter_mut().flat_map(|body| [&mut body.first_line, &mut body.last_line]) {
            *line += number;
        }
        if new.task.indent > 0 {
            new.task.parent = Some(parent(plan, text, &new)?);
        }
        Some(new)
    }

    /// The new task with its body. Its lines are counted from 0.
    fn read(plan: &Plan, inserted: &'e str, offset: usize) -> Option<Self> {
        let mut rest = lines(inserted);
        let first = rest.next()?;
        let read = parse_task_line(first.content.of(inserted), 0, plan.header)?;
        let mut count = 1;
        for line in rest {
            let shape = classify_line(inserted, line.content);
            let is_body = !shape.has_tab && shape.columns >= read.indent + INDENT_STEP;
            if shape.kind != LineKind::Quote || !is_body {
                return None;
            }
            count += 1;
        }
        let body_start = first.end();
        let body = (count > 1).then(|| Body {
            span: Span::new(body_start, inserted.len()).shifted(offset),
            first_line: 1,
            last_line: count - 1,
        });
        let [span, checkbox, title, comment, id, attributes] =
            [read.span, read.checkbox, read.title, read.comment, read.id, read.attributes]
                .map(|span| span.shifted(offset));
        let block = Span::new(0, inserted.len()).shifted(offset);
        let task = Task { span, block, checkbox, title, comment, id, attributes, body, last_line: count - 1, ..read };
        Some(Self { offset, inserted, lines: count, index: 0, task })
    }

    /// Applies the edit to the text and its plan.
    pub(super) fn apply_to(self, text: &mut String, plan: &mut Plan) {
        text.insert_str(self.offset, self.inserted);
        self.apply_to_plan(text, plan);
    }

    /// Applies the edit to the plan alone. `text` is already edited.
    pub(super) fn apply_to_plan(self, text: &str, plan: &mut Plan) {
        let Self { offset, index, task, .. } = self;
        let (heading, end) = match task.section {
            Some(section) => (Some(section), &mut plan.headings[section].content_end),
            None => (None, &mut plan.preamble_end),
        };
        *end = self.extended(*end);
        for later in plan.headings.iter_mut().skip(heading.map_or(0, |heading| heading + 1)) {
            let Heading { line, span, name, content_end, .. } = later;
            *line += self.lines;
            *content_end += self.inserted.len();
            [*span, *name] = [*span, *name].map(|span| span.shifted(self.inserted.len()));
        }
        plan.body = plan.body.map(|body| if body.span.start < offset { body } else { self.shifted_body(body) });
        for later in plan.tasks.iter_mut().skip(index) {
            self.shift(later);
        }
        let mut ancestor = task.parent;
        while let Some(enclosing) = ancestor.and_then(|at| plan.tasks.get_mut(at)) {
            enclosing.last_line =
                if enclosing.block.end <= offset { task.last_line } else { enclosing.last_line + self.lines };
            enclosing.block.end = self.extended(enclosing.block.end);
            enclosing.subtree_end += 1;
            ancestor = enclosing.parent;
        }
        if let Some(parent) = task.parent.and_then(|at| plan.tasks.get_mut(at)) {
            parent.children += 1;
        }
        plan.tasks.insert(index, task);
        plan.ids.make_room(index);
        let tasks = &plan.tasks;
        plan.ids.insert(task.id.of(text), index, &|at| tasks.get(at).map_or("", |task| task.id.of(text)));
    }

    /// The end of something that contains the new task: it ended at or after the insertion.
    fn extended(&self, end: usize) -> usize {
        end.max(self.offset) + self.inserted.len()
    }

    fn shifted_body(&self, body: Body) -> Body {
        Body {
            span: body.span.shifted(self.inserted.len()),
            first_line: body.first_line + self.lines,
            last_line: body.last_line + self.lines,
        }
    }

    /// Moves a task that comes after the new one.
    fn shift(&self, later: &mut Task) {
        let Task { span, block, checkbox, title, comment, id, attributes, body, .. } = later;
        for span in [span, block, checkbox, title, comment, id, attributes] {
            *span = span.shifted(self.inserted.len());
        }
        *body = body.map(|body| self.shifted_body(body));
        later.line += self.lines;
        later.last_line += self.lines;
        later.subtree_end += 1;
        later.parent = later.parent.map(|parent| parent + usize::from(parent >= self.index));
    }
}

/// Number of the line that starts at `offset`. `index` and `section` are those of the next task and heading.
fn line_number(plan: &Plan, text: &str, offset: usize, index: usize, section: usize) -> usize {
    let above = index.checked_sub(1).and_then(|above| plan.tasks.get(above)).map(|above| match above.body {
        Some(body) => (body.span.end, body.last_line),
        None => (line_end(text, above.span.end), above.line),
    });
    let heading = section.checked_sub(1).and_then(|above| plan.headings.get(above));
    let heading = heading.map(|heading| (heading.span.end, heading.line));
    let (end, line) = above.max(heading).unwrap_or_default();
    line + 1 + lines(Span::new(end, offset).of(text)).count()
}

/// The parent of an indented task. The block of the task at the top level above it is parsed together with the new lines,
/// because list items that are not tasks count too.
fn parent(plan: &Plan, text: &str, new: &TaskInsertion<'_>) -> Option<usize> {
    let mut root = new.index.checked_sub(1)?;
    while let Some(above) = plan.tasks[root].parent {
        root = above;
    }
    let block = plan.tasks[root].block;
    if plan.tasks[root].indent > 0 || block.end < new.offset {
        return None;
    }
    let header = plan.header?.span.of(text);
    let above = Span::new(block.start, new.offset).of(text);
    let part = parse(&format!("{header}\n{above}{}", new.inserted));
    let is_same = part.diagnostics.is_empty() && part.unclosed.is_empty() && part.tasks.len() == new.index - root + 1;
    Some(part.tasks.last().filter(|_| is_same)?.parent? + root)
}
