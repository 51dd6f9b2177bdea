//! A plan as a tree of the units of a merge: headings, tasks, and the paragraphs between them.

use crate::plan::{Document, Plan, Task, conflict_marker};
use crate::text::{Span, lines};

use super::paragraphs::{Borders, OpaqueBlocks, is_blank};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// The whole plan.
    Root,
    /// A heading, by its index in the plan.
    Heading(usize),
    /// A task, by its index in the plan.
    Task(usize),
    /// A paragraph: lines without a blank line between them, or a code or comment block.
    Text,
}

/// One node. Blank lines belong to the node after them. Those between a heading and its first child belong to the heading
/// too, and stay when that child is removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// The parent. For a text: the innermost task whose block contains it, else the heading.
    pub(super) parent: usize,
    /// The blank lines before it.
    pub(super) gap: Span,
    /// For a heading with children, the blank lines below it.
    pub(super) gap_below: Option<Span>,
    /// Its line without the ending, or all lines of a text with theirs.
    pub(super) own: Span,
    /// The lines of its body. The plan's body and the blank lines before it belong to the title.
    pub(super) body: Span,
    /// A task's indentation; for a text, that of its parent task.
    pub(super) indent: usize,
    /// How much deeper its body or its text is indented.
    pub(super) inner: usize,
}

/// The nodes of a plan in document order, starting with the root.
#[derive(Debug)]
pub(super) struct Tree<'d> {
    pub(super) text: &'d str,
    pub(super) plan: &'d Plan,
    pub(super) nodes: Vec<Node>,
    /// The node of each heading.
    pub(super) headings: Vec<usize>,
    /// The node of each task.
    pub(super) tasks: Vec<usize>,
    /// The blank lines at the end.
    pub(super) end_gap: Span,
}

impl<'d> Tree<'d> {
    /// The trees of documents whose lines all end with `\n`, with the same borders between paragraphs in all of them.
    pub(super) fn of_all(documents: &'d [Document; 3]) -> [Self; 3] {
        let trees = documents.each_ref().map(|document| Builder::new(document, None).build());
        let borders = Borders::of(&trees);
        if !trees.iter().any(|tree| borders.split_any(tree)) {
            return trees;
        }
        documents.each_ref().map(|document| Builder::new(document, Some(&borders)).build())
    }

    pub(super) fn task(&self, node: usize) -> Option<&'d Task> {
        match self.nodes[node].kind {
            NodeKind::Task(index) => self.plan.tasks.get(index),
            _ => None,
        }
    }

    /// What identifies a node among others of its kind: a task's id, a heading's name, a text's content.
    pub(super) fn name(&self, node: usize) -> &'d str {
        match self.nodes[node].kind {
            NodeKind::Root => "",
            NodeKind::Heading(index) => self.plan.headings.get(index).map_or("", |heading| heading.name.of(self.text)),
            NodeKind::Task(index) => self.plan.tasks.get(index).map_or("", |task| task.id.of(self.text)),
            NodeKind::Text => self.nodes[node].own.of(self.text).trim_start_matches(' '),
        }
    }

    /// The heading above a node; the root, if there is none.
    pub(super) fn section(&self, node: usize) -> usize {
        let Node { kind, parent, .. } = self.nodes[node];
        match self.task(if kind == NodeKind::Text { parent } else { node }) {
            Some(task) => task.section.map_or(0, |section| self.headings[section]),
            None => parent,
        }
    }

    pub(super) fn level(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            NodeKind::Heading(index) => self.plan.headings.get(index).map_or(0, |heading| heading.level),
            _ => 0,
        }
    }

    pub(super) fn is_heading(&self, node: usize) -> bool {
        matches!(self.nodes[node].kind, NodeKind::Heading(_))
    }

    /// A node's own line without its indentation.
    pub(super) fn line(&self, node: usize) -> &'d str {
        self.nodes[node].own.of(self.text).trim_start_matches(' ')
    }

    /// The lines of a node's body, or of a text.
    pub(super) fn lines(&self, node: usize) -> Vec<TextLine<'d>> {
        let Node { kind, own, body, indent, inner, .. } = self.nodes[node];
        let span = if kind == NodeKind::Text { own } else { body };
        let indent = indent + inner;
        span.of(self.text).split_terminator('\n').map(|raw| TextLine { raw, indent }).collect()
    }
}

/// A line of a block that is indented by `indent` columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'t> {
    pub(super) raw: &'t str,
    indent: usize,
}

impl<'t> TextLine<'t> {
    /// The line without the indentation of its block.
    pub(super) fn dedented(&self) -> &'t str {
        let spaces = self.raw.bytes().take(self.indent).take_while(|byte| *byte == b' ').count();
        &self.raw[spaces..]
    }

    /// Appends the line, re-indented for a block at `indent` columns. It must not become a conflict marker.
    pub(super) fn write(&self, indent: usize, out: &mut String) {
        let line = self.dedented();
        let is_marker = |mark: &u8| indent == 0 && conflict_marker(line, *mark).is_some();
        if indent == self.indent || line.is_empty() || b"<|=>".iter().any(is_marker) {
            out.push_str(self.raw);
        } else {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
        out.push('\n');
    }
}

struct Builder<'b, 'd> {
    tree: Tree<'d>,
    borders: Option<&'b Borders<'b>>,
    /// The heading above the next lines.
    section: usize,
    /// The tasks whose blocks may still continue, outermost first.
    open: Vec<usize>,
    /// Everything before this offset was read.
    cursor: usize,
}

impl<'b, 'd> Builder<'b, 'd> {
    fn new(document: &'d Document, borders: Option<&'b Borders<'b>>) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let nowhere = Span::at(0);
        let root = Node {
            kind: NodeKind::Root,
            parent: 0,
            gap: nowhere,
            gap_below: None,
            own: nowhere,
            body: nowhere,
            indent: 0,
            inner: 0,
        };
        let tree = Tree {
            text,
            plan,
            nodes: vec![root],
            headings: Vec::with_capacity(plan.headings.len()),
            tasks: Vec::with_capacity(plan.tasks.len()),
            end_gap: nowhere,
        };
        Self { tree, borders, section: 0, open: Vec::new(), cursor: 0 }
    }

    fn build(mut self) -> Tree<'d> {
        let plan = self.tree.plan;
        let mut tasks = (0..plan.tasks.len()).peekable();
        for (index, heading) in plan.headings.iter().enumerate() {
            while let Some(task) = tasks.next_if(|task| plan.tasks[*task].span.start < heading.span.start) {
                self.add_task(task);
            }
            self.add_heading(index);
        }
        for task in tasks {
            self.add_task(task);
        }
        let end = self.tree.text.len();
        self.tree.end_gap = self.read_texts(end);
        self.tree
    }

    fn add_heading(&mut self, index: usize) {
        let heading = &self.tree.plan.headings[index];
        let gap = self.read_texts(heading.span.start);
        self.open.clear();
        let line_end = heading.span.end;
        let own = Span::new(
            heading.span.start,
            heading.span.start + heading.span.of(self.tree.text).trim_end_matches('\n').len(),
        );
        let is_text = self.borders.is_some_and(|borders| borders.is_body_text);
        let plan_body = self.tree.plan.body.filter(|_| self.tree.plan.title == Some(index) && !is_text);
        let body = Span::new(line_end, plan_body.map_or(line_end, |body| body.span.end));
        let parent = heading.parent.map_or(0, |parent| self.tree.headings[parent]);
        let inner = self.indentation_of(body);
        let node = Node { kind: NodeKind::Heading(index), parent, gap, gap_below: None, own, body, indent: 0, inner };
        self.section = self.push(node);
        self.tree.headings.push(self.section);
        self.cursor = body.end;
    }

    fn add_task(&mut self, index: usize) {
        let task = &self.tree.plan.tasks[index];
        let gap = self.read_texts(task.span.start);
        let line_end = (task.span.end + 1).min(self.tree.text.len());
        let body = Span::new(line_end, task.body.map_or(line_end, |body| body.span.end));
        let parent = task.parent.map_or(self.section, |parent| self.tree.tasks[parent]);
        let (kind, indent) = (NodeKind::Task(index), task.indent);
        let inner = self.indentation_of(body).saturating_sub(indent);
        let node = self.under_section(Node { kind, parent, gap, gap_below: None, own: task.span, body, indent, inner });
        self.tree.tasks.push(node);
        self.open.push(node);
        self.cursor = body.end;
    }

    /// Adds the paragraphs before `end`, and returns the blank lines directly before it.
    fn read_texts(&mut self, end: usize) -> Span {
        let start = self.cursor;
        let text = self.tree.text;
        let mut gap = Span::at(start);
        let mut blocks = OpaqueBlocks::default();
        // Whether a paragraph is open, and whether its lines contain the end of one.
        let (mut is_open, mut has_end) = (false, false);
        for line in lines(Span::new(start, end).of(text)) {
            let content = line.content.of(&text[start..]);
            let own = Span::new(start + line.content.start, start + line.end());
            let mut is_inside = blocks.continues(content);
            if is_blank(content) {
                gap.end = own.end;
                is_open &= is_inside;
                continue;
            }
            if self.close(own.start) && is_inside {
                // A block inside a list item ends with the item.
                blocks = OpaqueBlocks::default();
                is_inside = blocks.continues(content);
                is_open = false;
            }
            let is_border = has_end && self.borders.is_some_and(|borders| borders.is_first(content));
            let begins = !is_inside && (is_border || blocks.is_open());
            if !(is_open && !begins && self.continue_text(own)) {
                self.add_text(gap, Span::new(gap.end, own.end));
                has_end = false;
            }
            has_end |= self.borders.is_some_and(|borders| borders.is_last(content));
            // Nothing continues a block that this line closes.
            (gap, is_open) = (Span::at(own.end), !is_inside || blocks.is_open());
        }
        self.cursor = end;
        gap
    }

    /// Closes the tasks whose blocks end before `offset`, and returns whether there were any.
    fn close(&mut self, offset: usize) -> bool {
        let count = self.open.len();
        let tree = &self.tree;
        let is_over = |node: &mut usize| tree.task(*node).is_none_or(|task| task.block.end <= offset);
        while self.open.pop_if(is_over).is_some() {}
        self.open.len() < count
    }

    fn text_parent(&self) -> (usize, usize) {
        let task = self.open.last().copied();
        (task.unwrap_or(self.section), task.map_or(0, |task| self.tree.nodes[task].indent))
    }

    /// Adds a line to the last paragraph, if that has the same parent.
    fn continue_text(&mut self, line: Span) -> bool {
        let (parent, indent) = self.text_parent();
        let inner = self.indentation_of(line).saturating_sub(indent);
        let last = self.tree.nodes.last_mut().filter(|last| last.kind == NodeKind::Text && last.parent == parent);
        let Some(last) = last else { return false };
        last.own.end = line.end;
        last.inner = last.inner.min(inner);
        true
    }

    fn add_text(&mut self, gap: Span, own: Span) {
        let (parent, indent) = self.text_parent();
        let inner = self.indentation_of(own).saturating_sub(indent);
        let body = Span::at(own.end);
        self.under_section(Node { kind: NodeKind::Text, parent, gap, gap_below: None, own, body, indent, inner });
    }

    /// The spaces before the least indented line of a block.
    fn indentation_of(&self, block: Span) -> usize {
        let lines = block.of(self.tree.text).split_terminator('\n').filter(|line| !is_blank(line));
        lines.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0)
    }

    /// Adds a task or text. Blank lines above the first one under a heading belong to the heading; a text keeps them too,
    /// because without them it could become a part of what comes before it.
    fn under_section(&mut self, mut node: Node) -> usize {
        if self.tree.nodes.len() == self.section + 1 {
            self.tree.nodes[self.section].gap_below = Some(node.gap);
            if node.kind != NodeKind::Text {
                node.gap = Span::at(node.own.start);
            }
        }
        self.push(node)
    }

    fn push(&mut self, node: Node) -> usize {
        self.tree.nodes.push(node);
        self.tree.nodes.len() - 1
    }
}
