//! The parser: one pass over the lines, without backtracking or recursion. It never fails.

use crate::text::{Interner, Line, LineEnding, NameIndex, Span, bom_length, lines, truncate, without_bom};
use crate::word::Word;

use super::attributes::check_attribute;
use super::indent::{IndentProblem, OpenItems};
use super::line::{self, LineKind, LineShape};
use super::status::guess_status;
use super::{
    AttributeKey, Attributes, Body, Diagnostic, DiagnosticCode, Fix, Header, Heading, INDENT_STEP, Plan, State, Status,
    Task, is_id,
};

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
    /// Line of the first marker of the open conflict.
    conflict: Option<usize>,
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
            conflict: None,
        }
    }

    fn line(&mut self, line: Line) {
        // The byte order mark belongs to no line: nothing may be written before it.
        let line = Line { content: without_bom(self.text, &line), ..line };
        let shape = line::classify_line(self.text, line.content);
        if shape.kind == LineKind::Blank {
            // A blank line ends a body, but blank lines are allowed between the title and the plan's body.
            let awaits_plan_body = self.quote == QuoteOwner::Plan && self.plan.body.is_none();
            self.quote = if awaits_plan_body { QuoteOwner::Plan } else { QuoteOwner::None };
            return;
        }
        self.conflict_marker(line.number, line.content);
        match shape.kind {
            LineKind::Heading { level, name } => self.heading(line, level, name),
            LineKind::Item { bullet, checkbox } => self.item(line, &shape, bullet, checkbox),
            LineKind::Quote => self.quote(line, &shape),
            LineKind::Other | LineKind::Blank => {
                self.close(shape.columns);
                self.quote = QuoteOwner::None;
            }
        }
        self.content_end = line.end();
        self.content_line = line.number;
    }

    /// Ends the blocks of all items that do not enclose a line at `columns`.
    fn close(&mut self, columns: usize) {
        let ends = BlockEnds::of(self);
        self.open_items.close(columns, |item| ends.set(&mut self.plan.tasks, item.value));
    }

    fn heading(&mut self, line: Line, level: usize, name: Span) {
        self.close(0);
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
            if line::id_comment(self.text, shape.content).is_some() {
                let message =
                    "the line has a task's id but no status box; write `- [ ] title <!-- long-term-plan:id=… -->`";
                self.report(DiagnosticCode::MalformedTaskLine, line.number, shape.content, message.into(), None);
            }
            self.open_items.open(shape.columns, None);
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

    /// Parses the line of a task candidate, apart from the lines around it.
    fn task(&mut self, line: Line, shape: &LineShape, bullet: Span, checkbox: Span) -> Option<Task> {
        let status = self.status(line.number, bullet, checkbox);
        let rest = Span::new(checkbox.end, shape.content.end).trimmed(self.text);
        let comment = self.comment(line.number, rest)?;
        // Unicode white space is trimmed too, or writing the title back would change it.
        let title = Span::new(rest.start, comment.span.start).trimmed_of(self.text, char::is_whitespace);
        self.attributes(line.number, comment.attributes, status);
        Some(Task {
            line: line.number,
            last_line: line.number,
            indent: shape.columns,
            span: line.content,
            block: Span::new(line.content.start, line.end()),
            checkbox,
            title,
            comment: comment.span,
            id: comment.value,
            attributes: comment.attributes,
            status,
            body: None,
            section: None,
            parent: None,
            children: 0,
            subtree_end: 0,
        })
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

    fn status(&mut self, line: usize, bullet: Span, checkbox: Span) -> Status {
        let content = Span::new(checkbox.start + 1, checkbox.end - 1).of(self.text);
        let style = self.plan.marker_style();
        let exact = style.status(content);
        let guess = exact.or_else(|| guess_status(content));
        let fix = guess.map(|status| Fix::Mark { bullet, checkbox, status });
        if exact.is_none() {
            let message = format!(
                "[{content}] is not a status; use one of {}, or quote the line with > if it is not a task",
                style.checkboxes()
            );
            self.report(DiagnosticCode::InvalidStatusSymbol, line, checkbox, message, fix.clone());
        }
        if bullet.of(self.text) != "-" {
            let message = format!(
                "a task starts with -, not {}; write -, or quote the line with > if it is not a task",
                bullet.of(self.text)
            );
            self.report(DiagnosticCode::MalformedTaskLine, line, bullet, message, fix);
        }
        guess.unwrap_or(Status::Todo)
    }

    /// The id comment of a task candidate, if it has a usable one.
    fn comment(&mut self, line: usize, rest: Span) -> Option<line::Comment> {
        let Some(comment) = line::id_comment(self.text, rest) else {
            if line::mentions_id(self.text, rest) {
                let message = "the id comment must be closed with --> and be the last thing on the line; move what follows into the title";
                self.report(DiagnosticCode::MalformedTaskLine, line, rest, message.into(), None);
            } else {
                let message = "the line looks like a task but has no id; run the repair addMissingIds, or quote the line with > if it is not a task";
                let fix = Fix::AddId { at: Span::at(rest.end), within_comment: false };
                self.report(DiagnosticCode::MissingTaskId, line, rest, message.into(), Some(fix));
            }
            return None;
        };
        let id = comment.value.of(self.text);
        if !is_id(id) {
            let message = format!(
                "the id {:?} is not usable; use 1 to 128 letters, digits, _ and -, starting with a letter or digit",
                truncate(id, 40)
            );
            let fix = Fix::AddId { at: comment.value, within_comment: true };
            self.report(DiagnosticCode::InvalidTaskId, line, comment.value, message, Some(fix));
            return None;
        }
        Some(comment)
    }

    fn attributes(&mut self, line: usize, list: Span, status: Status) {
        let mut keys = Interner::<&str>::default();
        for attribute in Attributes::new(self.text, list) {
            let (key, value) = (attribute.key.of(self.text), attribute.value.of(self.text));
            let problem = match check_attribute(self.text, attribute) {
                Err(error) => Some(error.0),
                Ok(()) if !keys.insert(key) => {
                    Some(format!("{key} occurs twice; the first one counts, remove the other"))
                }
                Ok(()) if key == AttributeKey::State.as_str() => State::named(value)
                    .filter(|state| !state.fits(status))
                    .map(|state| format!("state={} does not fit the status {}", state.as_str(), status.as_str())),
                Ok(()) => None,
            };
            if let Some(message) = problem {
                self.report(DiagnosticCode::InvalidAttribute, line, attribute.span, message, None);
            }
        }
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

    /// Reports each conflict that git left behind once, at its first marker.
    fn conflict_marker(&mut self, line: usize, content: Span) {
        let found = |mark| line::conflict_marker(content.of(self.text), mark).is_some();
        if found(b'<') {
            self.conflict = Some(line);
            let message = "git left a conflict here; keep what you want of it and delete the marker lines".into();
            self.report(DiagnosticCode::ConflictMarker, line, content, message, None);
        } else if found(b'>') {
            self.conflict = None;
        }
    }

    fn report(&mut self, code: DiagnosticCode, line: usize, span: Span, message: String, fix: Option<Fix>) {
        self.plan.diagnostics.push(Diagnostic { code, line, span: Some(span), message, fix });
    }

    fn finish(mut self) -> Plan {
        self.close(0);
        self.end_section();
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
