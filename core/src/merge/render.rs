//! Writes the merged plan, with our bytes wherever ours are right.

use crate::plan::MarkerStyle;

use super::fields::{LineOptions, TaskLine, merge_line, single_line};
use super::gaps::merged_gap;
use super::indent::{first_children, merged_distance, previous_siblings};
use super::kept::KeptConflict;
use super::matching::{Matching, Trees};
use super::structure::{Structure, same_lines};
use super::tree::{NodeKind, TextLine};
use super::writer::{MergeWriter, Subject, indented};
use super::{BASE, Conflict, OURS, Options, Side, THEIRS, for_versions};

/// What the text must contain when it is parsed again.
#[derive(Debug)]
pub(super) struct ExpectedTask {
    pub(super) id: String,
    /// The parent's id.
    pub(super) parent: Option<String>,
    /// Number of headings above it.
    pub(super) headings: usize,
    /// Number of lines of its body, where the sides agree on it.
    pub(super) body_lines: Option<usize>,
    /// Whether it exists when all conflicts are resolved to ours, or to theirs.
    pub(super) in_ours: bool,
    pub(super) in_theirs: bool,
}

/// The merged text and what it must contain.
#[derive(Debug)]
pub(super) struct Rendered {
    pub(super) text: String,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) notes: Vec<Conflict>,
    pub(super) tasks: Vec<ExpectedTask>,
    pub(super) headings: usize,
}

pub(super) fn render(
    trees: &Trees<'_>,
    matching: &Matching,
    structure: &Structure,
    children: &[Vec<usize>],
    options: &Options,
) -> Rendered {
    let length = trees[OURS].text.len() + trees[THEIRS].text.len() / 8;
    let count = matching.entities.len();
    let mut renderer = Renderer {
        trees,
        matching,
        structure,
        children,
        marker_style: merged_marker_style(trees),
        options,
        previous: for_versions(|side| previous_siblings(trees, side, false)),
        previous_texts: for_versions(|side| previous_siblings(trees, side, true)),
        first_children: for_versions(|side| first_children(trees, side)),
        out: MergeWriter::new(options, length),
        indents: vec![0; count],
        ids: vec![None; count],
        moved_by_both: flags(count, &structure.moved_by_both),
        reverted: flags(count, &structure.reverted),
        tasks: Vec::with_capacity(trees[OURS].tasks.len()),
        headings: 0,
        only_in: None,
    };
    renderer.run();
    Rendered {
        text: renderer.out.text,
        conflicts: renderer.out.conflicts,
        notes: renderer.out.notes,
        tasks: renderer.tasks,
        headings: renderer.headings,
    }
}

/// Which boxes the merged plan uses.
fn merged_marker_style(trees: &Trees<'_>) -> MarkerStyle {
    let [base, ours, theirs] = trees.each_ref().map(|tree| tree.plan.marker_style());
    if ours == base { theirs } else { ours }
}

fn flags(count: usize, keys: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; count];
    for key in keys {
        flags[*key] = true;
    }
    flags
}

/// What is still to write, the next on top.
pub(super) enum Job {
    /// An entity, after another one under the same parent.
    Write {
        key: usize,
        after: Option<usize>,
    },
    CloseKept(KeptConflict),
}

pub(super) struct Renderer<'r, 'd> {
    pub(super) trees: &'r Trees<'d>,
    pub(super) matching: &'r Matching,
    pub(super) structure: &'r Structure,
    pub(super) children: &'r [Vec<usize>],
    marker_style: MarkerStyle,
    options: &'r Options,
    /// For each version and node, the one before it under the same parent.
    pub(super) previous: [Vec<Option<usize>>; 3],
    /// The same for the last text before it.
    pub(super) previous_texts: [Vec<Option<usize>>; 3],
    /// For each version and node, its first subtask.
    pub(super) first_children: [Vec<Option<usize>>; 3],
    pub(super) out: MergeWriter<'r>,
    /// The indentation of each task, and the level of each heading.
    pub(super) indents: Vec<usize>,
    /// The id of each written task.
    ids: Vec<Option<String>>,
    pub(super) moved_by_both: Vec<bool>,
    pub(super) reverted: Vec<bool>,
    tasks: Vec<ExpectedTask>,
    headings: usize,
    /// While a conflict about a deletion is open: the side that kept the entity.
    pub(super) only_in: Option<Side>,
}

impl<'d> Renderer<'_, 'd> {
    fn run(&mut self) {
        let is_in = self.sides_below();
        let mut jobs = Vec::new();
        self.push_children(0, &mut jobs);
        while let Some(job) = jobs.pop() {
            match job {
                Job::Write { key, after } => {
                    self.write_gap(key, after);
                    self.begin_kept(key, &is_in, &mut jobs);
                    self.write(key, after);
                    self.push_children(key, &mut jobs);
                }
                Job::CloseKept(conflict) => self.end_kept(conflict),
            }
        }
        let gaps = self.trees.each_ref().map(|tree| Some(tree.end_gap.of(tree.text)));
        self.out.text.push_str(merged_gap(gaps));
    }

    fn push_children(&self, key: usize, jobs: &mut Vec<Job>) {
        let children = &self.children[key];
        let writes = children.iter().enumerate().map(|(at, key)| {
            let after = at.checked_sub(1).and_then(|before| children.get(before)).copied();
            Job::Write { key: *key, after }
        });
        jobs.extend(writes.rev());
    }

    pub(super) fn node(&self, key: usize, side: Side) -> Option<(&super::tree::Node, &'d str)> {
        let node = self.matching.entities[key][side]?;
        Some((&self.trees[side].nodes[node], self.trees[side].text))
    }

    /// A version that contains the entity; ours before theirs.
    pub(super) fn any_side(&self, key: usize) -> (Side, usize) {
        let found = [OURS, THEIRS, BASE].into_iter().find_map(|side| Some((side, self.matching.entities[key][side]?)));
        found.unwrap_or((BASE, 0))
    }

    pub(super) fn kind(&self, key: usize) -> NodeKind {
        let (side, node) = self.any_side(key);
        self.trees[side].nodes[node].kind
    }

    pub(super) fn is_task(&self, key: usize) -> bool {
        matches!(self.kind(key), NodeKind::Task(_))
    }

    /// What the base says about an entity: a task with everything under it, or a text.
    pub(super) fn base_block(&self, key: usize) -> Option<&'d str> {
        let tree = &self.trees[BASE];
        let node = self.matching.entities[key][BASE]?;
        Some(tree.task(node).map_or(tree.nodes[node].own, |task| task.block).of(tree.text))
    }

    fn write(&mut self, key: usize, after: Option<usize>) {
        match self.kind(key) {
            NodeKind::Root => {}
            NodeKind::Heading(_) => self.write_heading(key, after),
            NodeKind::Text => {
                let indent = self.text_indent(key, after);
                self.write_lines(key, Subject { task_id: None, field: "text" }, indent);
            }
            NodeKind::Task(_) => self.write_task(key, after),
        }
    }

    fn write_heading(&mut self, key: usize, after: Option<usize>) {
        self.headings += 1;
        self.note_moves(key);
        self.indents[key] = self.level_for(key, after);
        let marks = "#".repeat(self.indents[key]);
        let rest = |side: Side| self.node(key, side).map(|(node, text)| node.own.of(text).trim_start_matches('#'));
        let [base, ours, theirs] = for_versions(rest);
        let with_marks = |rest: Option<&str>| rest.map(|rest| format!("{marks}{rest}\n")).unwrap_or_default();
        match (ours, theirs) {
            (Some(_), Some(_)) if ours != theirs && ours != base && theirs != base => {
                let message = "the heading was changed differently on both sides".to_owned();
                let subject = Subject { task_id: None, field: "heading" };
                let [was, our, their] = [base, ours, theirs].map(with_marks);
                self.out.conflict(subject, base.map(|_| was.as_str()), &our, &their, message);
            }
            (Some(_), _) if theirs.is_none() || theirs == base || theirs == ours => {
                self.out.text.push_str(&with_marks(ours));
            }
            _ => self.out.text.push_str(&with_marks(theirs.or(base))),
        }
        let indent = self.body_indent(key).unwrap_or_default();
        self.write_lines(key, Subject { task_id: None, field: "body" }, indent);
    }

    fn push_line(&mut self, line: &str) {
        self.out.text.push_str(line);
        self.out.text.push('\n');
    }

    /// Merges and writes the lines of a text or a body, indented by `indent`. Returns how many they are if the sides agree.
    fn write_lines(&mut self, key: usize, subject: Subject<'_>, indent: usize) -> Option<usize> {
        let lines = |side: Side| self.matching.entities[key][side].map(|node| self.trees[side].lines(node));
        let [base, ours, theirs] = for_versions(lines);
        let base = base.unwrap_or_default();
        let chosen: Vec<TextLine<'_>> = match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                if same_lines(&ours, &theirs) || same_lines(&theirs, &base) {
                    ours
                } else if same_lines(&ours, &base) {
                    theirs
                } else {
                    let start = self.out.line();
                    let agreed = self.out.merged_lines(subject, [&base, &ours, &theirs], indent);
                    return agreed.then(|| self.out.line() - start);
                }
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => base,
        };
        self.out.text.push_str(&indented(&chosen, indent));
        Some(chosen.len())
    }

    /// How much deeper than its task a body is indented.
    fn body_indent(&self, key: usize) -> Option<usize> {
        let inner =
            |side: Side| self.node(key, side).filter(|(node, _)| !node.body.is_empty()).map(|(node, _)| node.inner);
        merged_distance(for_versions(inner))
    }

    fn write_task(&mut self, key: usize, after: Option<usize>) {
        let indent = self.indent_for(key, after);
        self.indents[key] = indent;
        let (side, node) = self.any_side(key);
        let id = self.trees[side].name(node);
        let new_id = self.matching.new_ids.iter().find(|(renamed, _)| *renamed == key).map(|(_, id)| id.as_str());
        if let Some(new_id) = new_id {
            let message = format!("both sides gave the id {id} to a new task; this one is {new_id} now");
            self.out.add_note(Subject { task_id: Some(id), field: "id" }, message);
        }
        self.note_moves(key);
        self.write_task_line(key, indent, new_id);
        let body_indent = indent + self.body_indent(key).unwrap_or_default();
        let body_lines = self.write_lines(key, Subject { task_id: Some(id), field: "body" }, body_indent);
        let id = new_id.unwrap_or(id).to_owned();
        self.ids[key] = Some(id.clone());
        self.tasks.push(ExpectedTask {
            id,
            parent: self.ids[self.structure.parent[key]].clone(),
            headings: self.headings,
            body_lines,
            in_ours: self.only_in != Some(THEIRS),
            in_theirs: self.only_in != Some(OURS),
        });
    }

    fn write_task_line(&mut self, key: usize, indent: usize, new_id: Option<&str>) {
        let line = |side: Side| {
            let tree = &self.trees[side];
            let task = tree.task(self.matching.entities[key][side]?)?;
            Some(TaskLine { text: tree.text, task, marker_style: tree.plan.marker_style() })
        };
        let line_options = LineOptions {
            marker_style: self.marker_style,
            id: new_id,
            further_status_wins: self.options.further_status_wins,
        };
        let spaces = " ".repeat(indent);
        let [base, ours, theirs] = for_versions(line);
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            if let Some(only) = ours.or(theirs).or(base) {
                self.out.text.push_str(&spaces);
                self.push_line(&single_line(only, &line_options));
            }
            return;
        };
        let merged = merge_line(base, ours, theirs, &line_options);
        let start = self.out.line();
        if merged.conflicts.is_empty() {
            self.out.text.push_str(&spaces);
            self.push_line(&merged.ours);
            return;
        }
        let line = |content: String| format!("{spaces}{content}\n");
        let was = base.map(|base| line(single_line(base, &line_options)));
        self.out.marked(was.as_deref(), &line(merged.ours), &line(merged.theirs));
        self.out.conflicts.extend(merged.conflicts.into_iter().map(|each| Conflict { line: start, ..each }));
    }
}
