//! The parser: one pass over the lines, no backtracking, no recursion, never a failure.

use crate::text::{Interner, Line, LineEnding, NameIndex, Span, bom_length, lines, shortened, without_bom};
use crate::word::Word;

use super::attributes::check_attribute;
use super::indent::{Doubt, Nesting};
use super::line::{self, Kind, Shape};
use super::status_marks::likely_status;
use super::{
    Attributes, Body, Code, Diagnostic, Fix, Header, Heading, INDENT_STEP, Key, Plan, State, Status, Task, is_id,
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

/// The task that a line is by itself, however the other lines place it; `None` if it is none or something is wrong with
/// it. The spans are those of the line, and everything that other lines decide is left empty.
pub(super) fn parse_task_line(text: &str, number: usize, header: Option<Header>) -> Option<Task> {
    let line = Line { number, content: Span::new(0, text.len()), ending: LineEnding::None };
    let mut parser = Parser::new(text, Plan { header, ..Plan::default() });
    let shape = line::shape(text, without_bom(text, &line));
    let Kind::Item { bullet, marker: Some(marker) } = shape.kind else { return None };
    let task = parser.task(line, &shape, bullet, marker);
    task.filter(|_| parser.plan.diagnostics.is_empty())
}

struct Parser<'t> {
    text: &'t str,
    plan: Plan,
    nesting: Nesting<Option<usize>>,
    /// End and number of the last line that is not blank: where an open block ends if it ends now.
    content_end: usize,
    content_line: usize,
    /// Who gets the blockquote lines that come now.
    quote: QuoteOwner,
    /// Line of a conflict's first marker, while the conflict is open.
    conflict: Option<usize>,
}

/// What a blockquote line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteOwner {
    Nobody,
    /// The plan, right after its title or further down its body.
    Plan,
    Task(usize),
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, plan: Plan) -> Self {
        Self {
            text,
            plan,
            nesting: Nesting::default(),
            content_end: bom_length(text),
            content_line: 0,
            quote: QuoteOwner::Nobody,
            conflict: None,
        }
    }

    fn line(&mut self, line: Line) {
        // The mark at the start of a file belongs to no line: nothing may be written before it.
        let line = Line { content: without_bom(self.text, &line), ..line };
        let shape = line::shape(self.text, line.content);
        if shape.kind == Kind::Blank {
            // A blank line ends a body, but blank lines may stand between a title and the plan's body.
            let awaits_plan_body = self.quote == QuoteOwner::Plan && self.plan.body.is_none();
            self.quote = if awaits_plan_body { QuoteOwner::Plan } else { QuoteOwner::Nobody };
            return;
        }
        self.conflict_marker(line.number, line.content);
        match shape.kind {
            Kind::Heading { level, name } => self.heading(line, level, name),
            Kind::Item { bullet, marker } => self.item(line, &shape, bullet, marker),
            Kind::Quote => self.quote(line, &shape),
            Kind::Other | Kind::Blank => {
                self.close(shape.columns);
                self.quote = QuoteOwner::Nobody;
            }
        }
        self.content_end = line.end();
        self.content_line = line.number;
    }

    /// Ends the blocks of all items that a line at `columns` is not indented under.
    fn close(&mut self, columns: usize) {
        let ends = BlockEnds::of(self);
        self.nesting.close(columns, |item| ends.set(&mut self.plan.tasks, item.value));
    }

    fn heading(&mut self, line: Line, level: usize, name: Span) {
        self.close(0);
        let number = self.plan.headings.len();
        self.end_section();
        let parent = self.enclosing_heading(level);
        let span = Span::new(line.content.start, line.end());
        self.plan.headings.push(Heading { level, line: line.number, span, name, parent, content_end: line.end() });
        self.quote = QuoteOwner::Nobody;
        if level == 1 && self.plan.title.is_none() {
            self.plan.title = Some(number);
            self.quote = QuoteOwner::Plan;
        }
    }

    /// The nearest heading above the next one whose level is smaller; each step goes at least one level up.
    fn enclosing_heading(&self, level: usize) -> Option<usize> {
        let mut candidate = self.plan.headings.len().checked_sub(1);
        while let Some(heading) = candidate.and_then(|number| self.plan.headings.get(number)) {
            if heading.level < level {
                return candidate.filter(|_| heading.level > 1);
            }
            candidate = heading.parent;
        }
        None
    }

    /// Notes where the content under the last heading, or before the first one, ends.
    fn end_section(&mut self) {
        match self.plan.headings.last_mut() {
            Some(last) => last.content_end = self.content_end,
            None => self.plan.preamble_end = self.content_end,
        }
    }

    fn quote(&mut self, line: Line, shape: &Shape) {
        let body = match self.quote {
            QuoteOwner::Nobody => None,
            QuoteOwner::Plan => Some(&mut self.plan.body),
            QuoteOwner::Task(number) => self
                .plan
                .tasks
                .get_mut(number)
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
            None => self.quote = QuoteOwner::Nobody,
        }
        self.close(shape.columns);
    }

    fn item(&mut self, line: Line, shape: &Shape, bullet: Span, marker: Option<Span>) {
        self.quote = QuoteOwner::Nobody;
        let Some(marker) = marker else {
            self.close(shape.columns);
            if line::id_comment(self.text, shape.content).is_some() {
                let message =
                    "the line has a task's id but no status box; write `- [ ] title <!-- long-term-plan:id=… -->`";
                self.report(Code::MalformedTaskLine, line.number, shape.content, message.into(), None);
            }
            self.nesting.open(shape.columns, None);
            return;
        };
        self.place(line.number, shape);
        let Some(task) = self.task(line, shape, bullet, marker) else {
            self.nesting.open(shape.columns, None);
            return;
        };
        let number = self.plan.tasks.len();
        let section = self.plan.headings.len().checked_sub(1);
        let parent = self.nesting.open_items().find_map(|item| item.value);
        if let Some(parent) = parent.and_then(|parent| self.plan.tasks.get_mut(parent)) {
            parent.children += 1;
        }
        self.plan.tasks.push(Task { section, parent, subtree_end: number + 1, ..task });
        self.register(number);
        self.nesting.open(shape.columns, Some(number));
        self.quote = QuoteOwner::Task(number);
    }

    /// What the line of a task candidate says by itself.
    fn task(&mut self, line: Line, shape: &Shape, bullet: Span, marker: Span) -> Option<Task> {
        let status = self.status(line.number, bullet, marker);
        let rest = Span::new(marker.end, shape.content.end).trimmed(self.text);
        let comment = self.comment(line.number, rest)?;
        // A title has no white space of any script at its ends, or writing it back would change it.
        let title = Span::new(rest.start, comment.span.start).trimmed_of(self.text, char::is_whitespace);
        self.attributes(line.number, comment.attributes, status);
        Some(Task {
            line: line.number,
            last_line: line.number,
            indent: shape.columns,
            span: line.content,
            block: Span::new(line.content.start, line.end()),
            marker,
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

    /// Decides which item a task stands under.
    fn place(&mut self, number: usize, shape: &Shape) {
        let ends = BlockEnds::of(self);
        let doubt = self.nesting.close_for_task(shape.columns, |item| ends.set(&mut self.plan.tasks, item.value));
        let message = match doubt {
            _ if shape.has_tab => {
                "a tab stands before the task, whose width is not defined; indent with two spaces a level"
            }
            Some(Doubt::OneColumn) => {
                "the task is indented by one space more than the item above, which is neither beside nor under it; use two spaces a level"
            }
            Some(Doubt::Orphan) => {
                "the task is indented, but no task or list item above encloses it; remove the indentation or move it under its parent"
            }
            None => return,
        };
        self.report(Code::InvalidIndent, number, shape.content, message.into(), Some(Fix::Indent));
    }

    fn status(&mut self, number: usize, bullet: Span, marker: Span) -> Status {
        let content = Span::new(marker.start + 1, marker.end - 1).of(self.text);
        let markers = self.plan.markers();
        let exact = markers.status(content);
        let likely = exact.or_else(|| likely_status(content));
        let fix = likely.map(|status| Fix::Mark { bullet, marker, status });
        if exact.is_none() {
            let message = format!(
                "[{content}] is no status; use one of {}, or quote the line with > if it is not a task",
                markers.boxes()
            );
            self.report(Code::InvalidStatusSymbol, number, marker, message, fix.clone());
        }
        if bullet.of(self.text) != "-" {
            let message = format!(
                "a task starts with -, not {}; write -, or quote the line with > if it is not a task",
                bullet.of(self.text)
            );
            self.report(Code::MalformedTaskLine, number, bullet, message, fix);
        }
        likely.unwrap_or(Status::Todo)
    }

    /// The id comment of a task candidate, if it has one that can be used.
    fn comment(&mut self, number: usize, rest: Span) -> Option<line::Comment> {
        let Some(comment) = line::id_comment(self.text, rest) else {
            if line::mentions_id(self.text, rest) {
                let message = "the id comment must be closed with --> and be the last thing on the line; move what follows into the title";
                self.report(Code::MalformedTaskLine, number, rest, message.into(), None);
            } else {
                let message = "the line looks like a task but has no id; run the repair addMissingIds, or quote the line with > if it is not a task";
                let fix = Fix::AddId { at: Span::at(rest.end), within_comment: false };
                self.report(Code::MissingTaskId, number, rest, message.into(), Some(fix));
            }
            return None;
        };
        let id = comment.value.of(self.text);
        if !is_id(id) {
            let message = format!(
                "the id {:?} is not usable; use 1 to 128 letters, digits, _ and -, starting with a letter or digit",
                shortened(id, 40)
            );
            let fix = Fix::AddId { at: comment.value, within_comment: true };
            self.report(Code::InvalidTaskId, number, comment.value, message, Some(fix));
            return None;
        }
        Some(comment)
    }

    fn attributes(&mut self, number: usize, list: Span, status: Status) {
        let mut keys = Interner::<&str>::default();
        for attribute in Attributes::new(self.text, list) {
            let (key, value) = (attribute.key.of(self.text), attribute.value.of(self.text));
            let problem = match check_attribute(self.text, attribute) {
                Err(error) => Some(error.0),
                Ok(()) if !keys.insert(key) => {
                    Some(format!("{key} is there twice; the first one counts, remove the other"))
                }
                Ok(()) if key == Key::State.as_str() => State::named(value)
                    .filter(|state| !state.fits(status))
                    .map(|state| format!("state={} does not go with the status {}", state.as_str(), status.as_str())),
                Ok(()) => None,
            };
            if let Some(message) = problem {
                self.report(Code::InvalidAttribute, number, attribute.span, message, None);
            }
        }
    }

    /// Puts the newest task into the index of ids.
    fn register(&mut self, number: usize) {
        let (tasks, text) = (&self.plan.tasks, self.text);
        let Some(task) = tasks.get(number) else { return };
        let (id, line) = (task.id, task.line);
        let first = self.plan.ids.insert(id.of(text), number, &|number| tasks[number].id.of(text));
        if let Some(first) = first.and_then(|number| tasks.get(number)) {
            let message = format!(
                "the id {} is already used on line {}; give this task its own with the repair dedupeIds",
                id.of(text),
                first.line
            );
            self.report(Code::DuplicateTaskId, line, id, message, Some(Fix::ReplaceId { id }));
        }
    }

    /// Reports each conflict that git left behind once, at its first marker.
    fn conflict_marker(&mut self, number: usize, content: Span) {
        let line = content.of(self.text);
        if line::conflict_marker(line, b'<').is_some() {
            self.conflict = Some(number);
            let message = "git left a conflict here; keep what you want of it and delete the marker lines".into();
            self.report(Code::ConflictMarker, number, content, message, None);
        } else if line::conflict_marker(line, b'>').is_some() {
            self.conflict = None;
        }
    }

    fn report(&mut self, code: Code, line: usize, span: Span, message: String, fix: Option<Fix>) {
        self.plan.diagnostics.push(Diagnostic { code, line, span: Some(span), message, fix });
    }

    fn finish(mut self) -> Plan {
        self.close(0);
        self.end_section();
        self.plan
    }
}

/// Where the blocks end that the current line closes.
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
        if let Some(task) = task.and_then(|number| tasks.get_mut(number)) {
            task.block.end = self.offset;
            task.last_line = self.line;
            task.subtree_end = self.next_task;
        }
    }
}
