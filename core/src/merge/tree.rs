//! A plan as a tree of the units of a merge: headings, tasks, and the texts between them.

use crate::plan::{Document, Plan, Task};
use crate::text::{Span, lines};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// The whole plan.
    Root,
    /// A heading, by its index in the plan.
    Heading(usize),
    /// A task, by its index in the plan.
    Task(usize),
    /// Other lines, without blank lines around them.
    Text,
}

/// One node. Blank lines belong to the node after them, except for those between a heading and its first child: they
/// belong to the heading, and stay when that child is removed.
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
    /// The tree of a document whose lines all end with `\n`.
    pub(super) fn of(document: &'d Document) -> Self {
        Builder::new(document).build()
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
            NodeKind::Text => self.nodes[node].own.of(self.text),
        }
    }

    pub(super) fn level(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            NodeKind::Heading(index) => self.plan.headings.get(index).map_or(0, |heading| heading.level),
            _ => 0,
        }
    }

    /// A node's own line without its indentation.
    pub(super) fn line(&self, node: usize) -> &'d str {
        self.nodes[node].own.of(self.text).trim_start_matches(' ')
    }

    /// The lines of a node's body, or of a text.
    pub(super) fn lines(&self, node: usize) -> Vec<TextLine<'d>> {
        let Node { kind, own, body, indent, .. } = self.nodes[node];
        let span = if kind == NodeKind::Text { own } else { body };
        span.of(self.text).split_terminator('\n').map(|raw| TextLine { raw, indent }).collect()
    }
}

/// A line under a task at `indent` columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'t> {
    raw: &'t str,
    indent: usize,
}

impl<'t> TextLine<'t> {
    /// The line without the indentation of its task.
    pub(super) fn dedented(&self) -> &'t str {
        let spaces = self.raw.bytes().take(self.indent).take_while(|byte| *byte == b' ').count();
        &self.raw[spaces..]
    }

    /// Appends the line, re-indented for a task at `indent` columns.
    pub(super) fn write(&self, indent: usize, out: &mut String) {
        let line = self.dedented();
        if indent == self.indent || line.is_empty() {
            out.push_str(self.raw);
        } else {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
        }
        out.push('\n');
    }
}

struct Builder<'d> {
    tree: Tree<'d>,
    /// The heading above the next lines.
    section: usize,
    /// The tasks whose blocks may still continue, outermost first.
    open: Vec<usize>,
    /// Everything before this offset was read.
    cursor: usize,
}

impl<'d> Builder<'d> {
    fn new(document: &'d Document) -> Self {
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
        };
        let tree = Tree {
            text,
            plan,
            nodes: vec![root],
            headings: Vec::with_capacity(plan.headings.len()),
            tasks: Vec::with_capacity(plan.tasks.len()),
            end_gap: nowhere,
        };
        Self { tree, section: 0, open: Vec::new(), cursor: 0 }
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
        let plan_body = self.tree.plan.body.filter(|_| self.tree.plan.title == Some(index));
        let body = Span::new(line_end, plan_body.map_or(line_end, |body| body.span.end));
        let parent = heading.parent.map_or(0, |parent| self.tree.headings[parent]);
        let node = Node { kind: NodeKind::Heading(index), parent, gap, gap_below: None, own, body, indent: 0 };
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
        let kind = NodeKind::Task(index);
        let node =
            self.under_section(Node { kind, parent, gap, gap_below: None, own: task.span, body, indent: task.indent });
        self.tree.tasks.push(node);
        self.open.push(node);
        self.cursor = body.end;
    }

    /// Adds the texts before `end`, and returns the blank lines directly before it.
    fn read_texts(&mut self, end: usize) -> Span {
        let start = self.cursor;
        let mut gap = Span::at(start);
        for line in lines(Span::new(start, end).of(self.tree.text)) {
            let line_end = start + line.end();
            if line.content.of(&self.tree.text[start..]).trim_matches([' ', '\t']).is_empty() {
                gap.end = line_end;
                continue;
            }
            let own = Span::new(gap.end, line_end);
            self.add_text(gap, own);
            gap = Span::at(line_end);
        }
        self.cursor = end;
        gap
    }

    fn add_text(&mut self, gap: Span, own: Span) {
        let (tree, open) = (&mut self.tree, &mut self.open);
        let is_over = |node: &mut usize| tree.task(*node).is_none_or(|task| task.block.end <= own.start);
        while open.pop_if(is_over).is_some() {}
        let parent = open.last().copied().unwrap_or(self.section);
        if let Some(last) = tree.nodes.last_mut().filter(|last| last.kind == NodeKind::Text && last.parent == parent) {
            last.own.end = own.end;
            return;
        }
        let indent = open.last().map_or(0, |task| tree.nodes[*task].indent);
        let node = Node { kind: NodeKind::Text, parent, gap, gap_below: None, own, body: Span::at(own.end), indent };
        self.under_section(node);
    }

    /// Adds a task or text. Blank lines above the first one under a heading belong to the heading.
    fn under_section(&mut self, mut node: Node) -> usize {
        if self.tree.nodes.len() == self.section + 1 {
            self.tree.nodes[self.section].gap_below = Some(node.gap);
            node.gap = Span::at(node.own.start);
        }
        self.push(node)
    }

    fn push(&mut self, node: Node) -> usize {
        self.tree.nodes.push(node);
        self.tree.nodes.len() - 1
    }
}
