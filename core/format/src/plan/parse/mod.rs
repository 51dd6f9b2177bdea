//! The parser: one pass over the lines, without backtracking or recursion. It never fails.

mod conflict;
mod task_line;
mod verbatim;
mod wrapped;

use crate::text::{Line, LineEnding, NameIndex, Span, bom_length, lines, without_bom};

use super::indent::{IndentProblem, OpenItems};
use super::line::{self, LineKind, LineShape};
use super::{Body, Diagnostic, DiagnosticCode, Fix, Header, Heading, INDENT_STEP, Plan, Task};
use conflict::OpenConflict;
use verbatim::ParsedVerbatim;
use wrapped::UnfinishedTask;

/// Parses any text into a plan and its diagnostics.
///
/// ```
/// use long_term_plan_format::plan::{parse, Status};
/// let text = "<!-- long-term-plan:format=v1 -->\n# Demo\n## Now\n- [*] Write <!-- long-term-plan:id=t_1 -->\n";
/// let plan = parse(text);
/// assert_eq!(plan.title(text), Some("Demo"));
/// assert_eq!(plan.tasks[0].title.of(text), "Write");
/// assert_eq!(plan.tasks[0].status, Status::Doing);
/// assert_eq!(plan.section_path(text, plan.tasks[0].section), ["Now"]);
/// assert!(plan.diagnostics.is_empty());
/// ```
pub fn parse(text: &str) -> Plan {
    let plan = Plan { ids: NameIndex::for_text_of(text.len()), ..super::header::find(text) };
    let mut parser = Parser::new(text, plan);
    for line in lines(text) {
        parser.line(line);
    }
    parser.finish()
}

/// Parses a task line alone; `None` if it is not a task or has diagnostics. Spans are relative to the line, and fields that
/// depend on other lines are not set.
pub(super) fn parse_task_line(text: &str, number: usize, header: Option<Header>) -> Option<Task> {
    let line = Line { number, content: Span::new(0, text.len()), ending: LineEnding::None };
    let mut parser = Parser::new(text, Plan { header, ..Plan::default() });
    let shape = line::classify_line(text, without_bom(text, &line));
    let LineKind::Item { bullet, checkbox: Some(checkbox) } = shape.kind else { return None };
    let task = parser.task(line, &shape, bullet, checkbox);
    task.filter(|_| parser.plan.diagnostics.is_empty())
}

struct Parser<'t> {
    text: &'t str,
    plan: Plan,
    /// The open list items, with the indexes of those that are tasks.
    open_items: OpenItems<Option<usize>>,
    /// End and number of the last line that is not blank: the end of an open block if it is closed now.
    content_end: usize,
    content_line: usize,
    /// What a blockquote on the next line belongs to.
    quote: QuoteOwner,
    /// The block that the next line may belong to.
    verbatim: Option<ParsedVerbatim>,
    /// The task that the next line may belong to.
    unfinished: Option<UnfinishedTask>,
    conflict: Option<OpenConflict>,
}

/// What a blockquote belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteOwner {
    None,
    /// The plan: right below its title, or inside its body.
    Plan,
    Task(usize),
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, plan: Plan) -> Self {
        Self {
            text,
            plan,
            open_items: OpenItems::default(),
            content_end: bom_length(text),
            content_line: 0,
            quote: QuoteOwner::None,
            verbatim: None,
            unfinished: None,
            conflict: None,
        }
    }

    fn line(&mut self, line: Line) {
        // The byte order mark belongs to no line: nothing may be written before it.
        let line = Line { content: without_bom(self.text, &line), ..line };
        if self.conflict_marker(line) || (self.verbatim.is_some() && self.continue_verbatim(line)) {
            return;
        }
        let shape = line::classify_line(self.text, line.content);
        let unfinished = self.unfinished.take();
        match shape.kind {
            LineKind::Blank => return self.blank_line(),
            LineKind::Heading { level, name } => self.heading(line, level, name),
            LineKind::Item { bullet, checkbox } => self.item(line, &shape, bullet, checkbox),
            LineKind::Quote => self.quote(line, &shape),
            LineKind::Other => self.text_line(line, &shape, unfinished),
        }
        self.end_line(line);
    }

    /// Advances to the end of a line that is not blank.
    fn end_line(&mut self, line: Line) {
        self.content_end = line.end();
        self.content_line = line.number;
    }

    /// A blank line ends a body, but blank lines are allowed between the title and the plan's body.
    fn blank_line(&mut self) {
        if self.quote != QuoteOwner::Plan || self.plan.body.is_some() {
            self.quote = QuoteOwner::None;
        }
    }

    fn text_line(&mut self, line: Line, shape: &LineShape, unfinished: Option<UnfinishedTask>) {
        self.close(shape.columns);
        self.quote = QuoteOwner::None;
        self.open_verbatim(line, shape);
        let continues = |task| self.verbatim.is_none() && self.continue_task(task, shape);
        if !unfinished.is_some_and(continues) {
            self.stray_id(line.number, shape.content);
        }
    }

    /// Ends the blocks of all items that do not enclose a line at `columns`.
    fn close(&mut self, columns: usize) {
        let ends = BlockEnds::of(self);
        self.open_items.close(columns, |item| ends.set(&mut self.plan.tasks, item.value));
    }

    fn heading(&mut self, line: Line, level: usize, name: Span) {
        self.close(0);
        self.stray_id(line.number, line.content);
        let index = self.plan.headings.len();
        self.end_section();
        let parent = self.enclosing_heading(level);
        let span = Span::new(line.content.start, line.end());
        self.plan.headings.push(Heading { level, line: line.number, span, name, parent, content_end: line.end() });
        self.quote = QuoteOwner::None;
        if level == 1 && self.plan.title.is_none() {
            self.plan.title = Some(index);
            self.quote = QuoteOwner::Plan;
        }
    }

    /// The parent of a new heading: the nearest heading above it with a smaller level. Each step goes up at least one level.
    fn enclosing_heading(&self, level: usize) -> Option<usize> {
        let mut candidate = self.plan.headings.len().checked_sub(1);
        while let Some(heading) = candidate.and_then(|index| self.plan.headings.get(index)) {
            if heading.level < level {
                return candidate.filter(|_| heading.level > 1);
            }
            candidate = heading.parent;
        }
        None
    }

    /// Sets where the content under the last heading, or before the first one, ends.
    fn end_section(&mut self) {
        match self.plan.headings.last_mut() {
            Some(last) => last.content_end = self.content_end,
            None => self.plan.preamble_end = self.content_end,
        }
    }

    fn quote(&mut self, line: Line, shape: &LineShape) {
        let body = match self.quote {
            QuoteOwner::None => None,
            QuoteOwner::Plan => Some(&mut self.plan.body),
            QuoteOwner::Task(index) => self
                .plan
                .tasks
                .get_mut(index)
                .filter(|task| !shape.has_tab && shape.columns >= task.indent + INDENT_STEP)
                .map(|task| &mut task.body),
        };
        match body {
            Some(body) => {
                let first =
                    Body { span: Span::at(line.content.start), first_line: line.number, last_line: line.number };
                let body = body.get_or_insert(first);
                body.span.end = line.end();
                body.last_line = line.number;
            }
            None => self.quote = QuoteOwner::None,
        }
        self.close(shape.columns);
    }

    fn item(&mut self, line: Line, shape: &LineShape, bullet: Span, checkbox: Option<Span>) {
        self.quote = QuoteOwner::None;
        let Some(checkbox) = checkbox else {
            self.close(shape.columns);
            self.stray_id(line.number, shape.content);
            self.open_items.open(shape.columns, None);
            self.open_verbatim(line, shape);
            return;
        };
        self.place(line.number, shape);
        let Some(task) = self.task(line, shape, bullet, checkbox) else {
            self.open_items.open(shape.columns, None);
            return;
        };
        let index = self.plan.tasks.len();
        let section = self.plan.headings.len().checked_sub(1);
        let parent = self.open_items.iter().find_map(|item| item.value);
        if let Some(parent) = parent.and_then(|parent| self.plan.tasks.get_mut(parent)) {
            parent.children += 1;
        }
        self.plan.tasks.push(Task { section, parent, subtree_end: index + 1, ..task });
        self.register(index);
        self.open_items.open(shape.columns, Some(index));
        self.quote = QuoteOwner::Task(index);
    }

    /// Closes the items that do not enclose a task.
    fn place(&mut self, line: usize, shape: &LineShape) {
        let ends = BlockEnds::of(self);
        let problem = self.open_items.close_for_task(shape.columns, |item| ends.set(&mut self.plan.tasks, item.value));
        let message = match problem {
            _ if shape.has_tab => {
                "the task is indented with a tab, whose width is not defined; use two spaces per level"
            }
            Some(IndentProblem::OneColumn) => {
                "the task is indented by one space more than the item above, so it is neither its sibling nor its subtask; use two spaces per level"
            }
            Some(IndentProblem::Orphan) => {
                "the task is indented, but no task or list item above encloses it; remove the indentation or move it under its parent"
            }
            None => return,
        };
        self.report(DiagnosticCode::InvalidIndent, line, shape.content, message.into(), Some(Fix::Indent));
    }

    /// Adds the newest task to the index of ids.
    fn register(&mut self, index: usize) {
        let (tasks, text) = (&self.plan.tasks, self.text);
        let Some(task) = tasks.get(index) else { return };
        let (id, line) = (task.id, task.line);
        let first = self.plan.ids.insert(id.of(text), index, &|index| tasks[index].id.of(text));
        if let Some(first) = first.and_then(|index| tasks.get(index)) {
            let message = format!(
                "the id {} is already used on line {}; give this task its own with the repair dedupeIds",
                id.of(text),
                first.line
            );
            self.report(DiagnosticCode::DuplicateTaskId, line, id, message, Some(Fix::ReplaceId { id }));
        }
    }

    /// Reports a line that is not a task although it ends with the id of one.
    #[inline(never)]
    fn stray_id(&mut self, line: usize, content: Span) {
        if line::has_stray_id(self.text, content) {
            let message = "the line ends with a task's id but is not a task; start it with `- [ ] `, with a plain hyphen and plain spaces, or quote it with > if it is not a task";
            self.report(DiagnosticCode::MalformedTaskLine, line, content, message.into(), None);
        }
    }

    fn report(&mut self, code: DiagnosticCode, line: usize, span: Span, message: String, fix: Option<Fix>) {
        if self.conflict.is_none() {
            self.plan.diagnostics.push(Diagnostic { fix, ..Diagnostic::new(code, line, Some(span), message) });
        }
    }

    fn finish(mut self) -> Plan {
        self.end_unclosed(true);
        self.close(0);
        self.end_section();
        self.finish_conflicts();
        self.plan
    }
}

/// Where blocks end that the current line closes.
#[derive(Clone, Copy)]
struct BlockEnds {
    offset: usize,
    line: usize,
    next_task: usize,
}

impl BlockEnds {
    fn of(parser: &Parser<'_>) -> Self {
        Self { offset: parser.content_end, line: parser.content_line, next_task: parser.plan.tasks.len() }
    }

    fn set(self, tasks: &mut [Task], task: Option<usize>) {
        if let Some(task) = task.and_then(|index| tasks.get_mut(index)) {
            task.block.end = self.offset;
            task.last_line = self.line;
            task.subtree_end = self.next_task;
        }
    }
}
