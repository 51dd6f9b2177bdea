//! Task lists in any Markdown file: list items with a checkbox, as on GitHub.

mod blocks;
mod lines;

use std::ops::Range;

use crate::failure::Failure;
use crate::plan::{AttributeKey, State, Status, decode_body, decode_or_keep, guess_status, parse};
use crate::text::truncate;

use super::draft::{Block, Draft, DraftTask, Parent};
use super::import_file::{Text, unreadable};
use super::values::{add_tag, non_empty, priority};
use super::warnings::Warnings;
use crate::convert::attribute_span;
use crate::word::Word;
use blocks::{BlockKind, Node, blocks};
use lines::{BLANK, column, dedented, trimmed};

pub(crate) fn read(file: &Text, warnings: &mut Warnings) -> Result<Draft, Failure> {
    if parse(&file.content).header.is_some() {
        let message = "this is a plan already; copy it into the plans directory instead of importing it";
        return Err(unreadable(file.at(1), message));
    }
    let nodes = blocks(&file.content);
    let checkboxes = nodes.iter().map(|node| Checkbox::of(&file.content, node, &nodes)).collect();
    let mut reader = Reader {
        file,
        warnings,
        has_tasks: Vec::new(),
        checkboxes,
        nodes,
        draft: Draft::default(),
        pending: Vec::new(),
    };
    reader.has_tasks = reader.find_blocks_with_tasks();
    reader.warn_about_quoted_tasks();
    reader.document();
    Ok(reader.draft)
}

/// The checkbox of a list item.
#[derive(Clone, Copy, Debug)]
struct Checkbox {
    status: Status,
    /// Whether GitHub renders it.
    is_plain: bool,
    title_start: usize,
}

impl Checkbox {
    fn of(text: &str, item: &Node, nodes: &[Node]) -> Option<Self> {
        let first = item.children.first().and_then(|child| nodes.get(*child))?;
        if item.kind != BlockKind::Item || first.kind != BlockKind::Paragraph {
            return None;
        }
        let start = content_start(text, &item.range);
        let inner = text.get(start..first.range.end)?.strip_prefix('[')?;
        let close = inner.char_indices().take(4).find(|(_, character)| *character == ']')?.0;
        let after = inner.get(close + 1..)?;
        if close == 0 || !(after.is_empty() || after.starts_with([' ', '\t', '\n'])) {
            return None;
        }
        let mark = inner.get(..close)?;
        let is_plain = matches!(mark, " " | "x" | "X");
        Some(Self { status: guess_status(mark)?, is_plain, title_start: start + close + 2 })
    }
}

/// Offset of the bullet or number of a list item. The item's range may start with white space before it.
fn bullet_start(text: &str, item: &Range<usize>) -> usize {
    let rest = text.get(item.clone()).unwrap_or_default();
    item.start + (rest.len() - rest.trim_start_matches(BLANK).len())
}

/// Offset of the content of a list item.
fn content_start(text: &str, item: &Range<usize>) -> usize {
    let rest = text.get(bullet_start(text, item)..).unwrap_or_default();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest.get(digits + 1..).unwrap_or_default();
    text.len() - after.trim_start_matches(BLANK).len()
}

struct Reader<'r> {
    file: &'r Text,
    warnings: &'r mut Warnings,
    nodes: Vec<Node>,
    checkboxes: Vec<Option<Checkbox>>,
    /// For each block, whether it contains tasks.
    has_tasks: Vec<bool>,
    draft: Draft,
    /// Lists of subtasks that are still to be read, with the index of their parent; the next one is the last.
    pending: Vec<(usize, usize)>,
}

impl Reader<'_> {
    /// A block comes before its children, so one pass from the end is enough.
    fn find_blocks_with_tasks(&self) -> Vec<bool> {
        let mut has_tasks = vec![false; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            has_tasks[index] = match node.kind {
                BlockKind::Item if self.checkboxes[index].is_some() => true,
                BlockKind::Item | BlockKind::List => node.children.iter().any(|child| has_tasks[*child]),
                _ => false,
            };
        }
        has_tasks
    }

    fn warn_about_quoted_tasks(&mut self) {
        for index in 0..self.nodes.len() {
            if self.nodes[index].is_quoted && self.checkboxes[index].is_some() {
                let at = self.file.location(self.nodes[index].range.start);
                self.warnings.changed(&at, "a task in a blockquote is not a task in a plan; it stays text");
            }
        }
    }

    fn document(&mut self) {
        let top: Vec<usize> = self.nodes.first().map(|root| root.children.clone()).unwrap_or_default();
        let headings: Vec<_> = top
            .iter()
            .filter_map(|index| match self.nodes[*index].kind {
                BlockKind::Heading(level) => Some((*index, level)),
                _ => None,
            })
            .collect();
        let titles = headings.iter().filter(|(_, level)| *level == 1).count();
        let title = headings.first().filter(|(_, level)| titles == 1 && *level == 1).map(|(index, _)| *index);
        let shift = usize::from(titles > 0 && title.is_none());
        let mut read_to = 0;
        for index in top {
            let range = self.nodes[index].range.clone();
            let kind = self.nodes[index].kind;
            if !matches!(kind, BlockKind::Heading(_) | BlockKind::FrontMatter) && !self.has_tasks[index] {
                continue;
            }
            self.prose(read_to..range.start);
            read_to = range.end;
            match kind {
                BlockKind::Heading(_) if title == Some(index) => self.draft.title = self.heading_text(&range),
                BlockKind::Heading(level) => self.section(&range, level, shift),
                BlockKind::FrontMatter => self.front_matter(&range),
                _ => self.top_list(index),
            }
        }
        self.prose(read_to..self.file.content.len());
    }

    fn section(&mut self, range: &Range<usize>, level: usize, shift: usize) {
        let name = self.heading_text(range);
        let at = self.file.location(range.start);
        if shift > 0 {
            let message =
                format!("the file has several titles; the heading {:?} is one level deeper", truncate(&name, 60));
            self.warnings.changed(&at, message);
        }
        if level + shift > 6 {
            self.warnings.changed(&at, "there is no deeper heading; it is on the level of its parent");
        }
        if name.is_empty() {
            self.warnings.changed(&at, "the heading has no text; it is called Untitled");
        }
        self.draft.blocks.push(Block::Section { level: level + shift, name });
    }

    /// The text of a heading, either underlined or with `#`.
    fn heading_text(&self, range: &Range<usize>) -> String {
        let raw = self.file.content.get(range.clone()).unwrap_or_default().trim();
        if let Some((text, _underline)) = raw.rsplit_once('\n') {
            return text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
        }
        let text = raw.trim_start_matches('#').trim();
        let unclosed = text.trim_end_matches('#');
        let is_closed = unclosed.is_empty() || unclosed.ends_with([' ', '\t']);
        if is_closed { unclosed.trim_end().to_owned() } else { text.to_owned() }
    }

    fn front_matter(&mut self, range: &Range<usize>) {
        let raw = self.file.content.get(range.clone()).unwrap_or_default().trim();
        let inner = raw.trim_start_matches('-').trim_end_matches(['-', '.']).trim_matches('\n');
        let fence = if inner.contains("```") { "~~~~" } else { "```" };
        self.warnings.changed(&self.file.location(range.start), "the front matter is kept as a block of code");
        self.add_prose(range.start, &format!("{fence}yaml\n{inner}\n{fence}"));
    }

    fn prose(&mut self, range: Range<usize>) {
        let text = self.file.content.get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start_matches(BLANK).len());
        let markdown = trimmed(text);
        // Up to three spaces before the first line have no meaning in Markdown, but a plan would add the line to the task above.
        let inner = markdown.trim_start_matches(BLANK);
        let markdown = if column(&markdown, markdown.len() - inner.len()) < 4 { inner } else { &markdown };
        self.add_prose(start, markdown);
    }

    /// Adds prose. Text before the first task and the first section is the plan's body.
    fn add_prose(&mut self, offset: usize, markdown: &str) {
        if markdown.trim_matches(BLANK).is_empty() {
            return;
        }
        if self.draft.blocks.is_empty() {
            let joint = if self.draft.body.is_empty() { "" } else { "\n\n" };
            let markdown = unquoted(markdown).unwrap_or_else(|| markdown.to_owned());
            self.draft.body = format!("{}{joint}{markdown}", self.draft.body);
            return;
        }
        self.draft.blocks.push(Block::Prose { at: self.file.location(offset), markdown: markdown.to_owned() });
    }

    /// A top-level list. Items without tasks stay text.
    fn top_list(&mut self, list: usize) {
        let mut text: Option<(usize, String)> = None;
        for item in self.nodes[list].children.clone() {
            if self.has_tasks[item] {
                self.add_text(&mut text);
                self.task(item, None);
                while let Some((list, parent)) = self.pending.pop() {
                    self.list_under(list, parent);
                }
            } else {
                let markdown = self.item_text(item);
                let start = self.nodes[item].range.start;
                text = Some(match text {
                    Some((start, before)) => (start, format!("{before}\n{markdown}")),
                    None => (start, markdown),
                });
            }
        }
        self.add_text(&mut text);
    }

    fn add_text(&mut self, text: &mut Option<(usize, String)>) {
        if let Some((start, markdown)) = text.take() {
            self.add_prose(start, &markdown);
        }
    }

    /// The Markdown of an item without tasks, including the bullet.
    fn item_text(&self, item: usize) -> String {
        let (text, range) = (&self.file.content, self.nodes[item].range.clone());
        let bullet = bullet_start(text, &range);
        dedented(text, bullet..range.end, column(text, bullet))
    }

    fn list_under(&mut self, list: usize, parent: usize) {
        let mut texts = Vec::new();
        for item in self.nodes[list].children.clone() {
            if self.has_tasks[item] {
                self.task(item, Some(parent));
                continue;
            }
            texts.push(self.item_text(item));
            let at = self.file.location(self.nodes[item].range.start);
            self.warnings
                .changed(&at, "an item without a checkbox, next to tasks; it is in the body of the task above");
        }
        self.draft.tasks[parent].add_to_body(None, &texts.join("\n"));
    }

    /// Adds a list item that is a task or contains tasks.
    fn task(&mut self, item: usize, parent: Option<usize>) {
        let (text, range) = (&self.file.content, self.nodes[item].range.clone());
        let content = content_start(text, &range);
        let children = self.nodes[item].children.clone();
        let first = children.first().copied().filter(|first| self.nodes[*first].kind == BlockKind::Paragraph);
        let title_end = first.map_or(content, |first| {
            // In a tight list, the range of a paragraph ends before white space at the end of its line.
            let end = self.nodes[first].range.end;
            let rest = text.get(end..range.end).filter(|_| !text[..end].ends_with('\n')).unwrap_or_default();
            end + rest.find('\n').unwrap_or(rest.len())
        });
        let title_start = self.checkboxes[item].map_or(content, |found| found.title_start);
        let mut task = DraftTask::new(
            self.file.location(bullet_start(text, &range)),
            join_lines(text.get(title_start..title_end).unwrap_or_default()),
        );
        task.parent = parent.map(Parent::Index);
        if let Some(found) = self.checkboxes[item] {
            task.status = found.status;
            let mark = text.get(content..title_start).filter(|_| !found.is_plain);
            if let Some(mark) = mark {
                let now = found.status.as_str();
                self.warnings.changed(&task.at, format!("{mark} is not a checkbox of GitHub; the task is {now}"));
            }
        } else {
            task.status = self.status_of_subtasks(item);
            self.warnings.changed(&task.at, "an item without a checkbox, with tasks under it; it is a task now");
        }
        let indent = column(text, content);
        let mut read_to = title_end;
        let mut lists = Vec::new();
        for child in children.into_iter().filter(|child| self.has_tasks[*child]) {
            let list = self.nodes[child].range.clone();
            task.add_to_body(None, &dedented(text, read_to..list.start, indent));
            read_to = list.end;
            lists.push(child);
        }
        let rest = dedented(text, read_to..range.end, indent);
        if !lists.is_empty() && !rest.trim().is_empty() {
            self.warnings.changed(&task.at, "text after the task's subtasks is now before them");
        }
        task.add_to_body(None, &rest);
        task.body = unquoted(&task.body).unwrap_or(std::mem::take(&mut task.body));
        read_attributes(&mut task);
        let index = self.draft.push(task);
        self.pending.extend(lists.into_iter().rev().map(|list| (list, index)));
    }

    /// An item without a checkbox is done if all tasks under it are.
    fn status_of_subtasks(&self, item: usize) -> Status {
        let mut open = vec![item];
        while let Some(index) = open.pop() {
            if self.checkboxes[index].is_some_and(|found| found.status != Status::Done) {
                return Status::Todo;
            }
            open.extend(self.nodes[index].children.iter().filter(|child| self.has_tasks[**child]));
        }
        Status::Done
    }
}

/// Reads the attributes at the end of a title: a code span, or the id comment of a plan.
fn read_attributes(task: &mut DraftTask) {
    let title = task.title.clone();
    if let Some((rest, pairs)) = attribute_span::split(&title) {
        rest.clone_into(&mut task.title);
        for (key, value) in pairs {
            set_attribute(task, key, value);
        }
        return;
    }
    let line = format!("<!-- long-term-plan:format=v1 -->\n- [ ] {title}\n");
    let plan = parse(&line);
    let Some(found) = plan.tasks.first() else { return };
    found.title.of(&line).clone_into(&mut task.title);
    task.id = Some(found.id.of(&line).to_owned());
    task.key.clone_from(&task.id);
    for attribute in found.attributes(&line) {
        set_attribute(task, attribute.key.of(&line), attribute.value.of(&line));
    }
}

/// Sets an attribute of a task. An invalid one is kept in the body.
fn set_attribute(task: &mut DraftTask, key: &str, encoded: &str) {
    let decoded = |value| decode_or_keep(value).into_owned();
    let value = decoded(encoded);
    match (key, AttributeKey::named(key)) {
        (attribute_span::STATUS, _) if Status::named(&value).is_some() => {
            task.status = Status::named(&value).unwrap_or(task.status);
        }
        (attribute_span::ID, _) => {
            task.id = Some(value.clone());
            task.key = Some(value);
        }
        (_, Some(AttributeKey::Priority)) if priority(&value).is_some() => task.priority = priority(&value),
        (_, Some(AttributeKey::Due)) if super::values::set_due(task, &value) => {}
        (_, Some(AttributeKey::Tags)) => encoded.split(',').for_each(|tag| add_tag(task, &decoded(tag))),
        (_, Some(AttributeKey::Depends)) => {
            task.depends.extend(encoded.split(',').map(decoded).filter(|id| !id.is_empty()));
        }
        (_, Some(AttributeKey::Estimate)) => task.estimate = non_empty(&value),
        (_, Some(AttributeKey::Assignee)) => task.assignee = non_empty(&value),
        (_, Some(AttributeKey::Type)) => task.task_type = non_empty(&value),
        (_, Some(AttributeKey::Area)) => task.area = non_empty(&value),
        (_, Some(AttributeKey::State)) if State::named(&value).is_some() => {
            if let Some(state) = State::named(&value) {
                task.set_state(state);
            }
        }
        _ => task.keep(key, value),
    }
}

/// A title on one line.
fn join_lines(title: &str) -> String {
    let lines: Vec<_> = title.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// The content of a text that consists of a blockquote and nothing else.
fn unquoted(markdown: &str) -> Option<String> {
    let is_quote = |line: &str| {
        let inner = line.trim_start_matches(' ');
        line.len() - inner.len() < 4 && inner.starts_with('>')
    };
    markdown.split('\n').all(is_quote).then(|| decode_body(markdown))
}
