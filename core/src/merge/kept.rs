//! Conflicts about what one side deleted and the other changed, and notes on what a rule decided.

use super::render::{Job, Renderer};
use super::tree::NodeKind;
use super::writer::Subject;
use super::{OURS, Side, THEIRS};

/// An open conflict about everything written since it was opened.
#[derive(Clone, Copy)]
pub(super) struct KeptConflict {
    key: usize,
    /// Line of its first marker.
    line: usize,
    /// Offset after that marker.
    start: usize,
    deleted_by: Side,
}

impl Renderer<'_, '_> {
    /// For each entity, on which sides it or a descendant of it exists.
    pub(super) fn sides_below(&self) -> Vec<[bool; 3]> {
        let mut is_in: Vec<[bool; 3]> =
            self.matching.entities.iter().map(|entity| entity.map(|node| node.is_some())).collect();
        let mut order = vec![0];
        let mut next = 0;
        while let Some(key) = order.get(next).copied() {
            order.extend(&self.children[key]);
            next += 1;
        }
        for key in order.into_iter().skip(1).rev() {
            let parent = self.structure.parent[key];
            for side in [OURS, THEIRS] {
                is_in[parent][side] |= is_in[key][side];
            }
        }
        is_in
    }

    /// Opens a conflict around a task or text that one side deleted and the other changed. If something under it exists on both sides,
    /// it is kept without a conflict, and so is a heading.
    pub(super) fn begin_kept(&mut self, key: usize, is_in: &[[bool; 3]], jobs: &mut Vec<Job>) {
        let Some(deleted_by) = self.structure.deleted_by[key].filter(|_| self.only_in.is_none()) else { return };
        let (side, node) = self.any_side(key);
        let (kind, name) = (self.trees[side].nodes[node].kind, self.trees[side].name(node));
        let is_heading = matches!(kind, NodeKind::Heading(_));
        if is_heading || is_in[key][deleted_by] {
            let subject = if is_heading {
                Subject { task_id: None, field: "heading" }
            } else {
                Subject { task_id: Some(name), field: "task" }
            };
            let message = format!(
                "{name} was deleted on one side, but the other side changed it or something under it; it was kept"
            );
            self.out.add_note(subject, message);
            return;
        }
        let line = self.out.line();
        self.out.open_ours();
        if deleted_by == OURS {
            self.out.open_theirs(self.base_block(key));
        }
        let start = self.out.text.len();
        self.only_in = Some(if deleted_by == OURS { THEIRS } else { OURS });
        jobs.push(Job::CloseKept(KeptConflict { key, line, start, deleted_by }));
    }

    pub(super) fn end_kept(&mut self, KeptConflict { key, line, start, deleted_by }: KeptConflict) {
        self.only_in = None;
        let kept = self.out.text[start..].to_owned();
        let base = self.base_block(key);
        if deleted_by == THEIRS {
            self.out.open_theirs(base);
        }
        self.out.close();
        let (side, node) = self.any_side(key);
        let id = self.trees[side].task(node).map(|_| self.trees[side].name(node));
        let message = format!("{} was deleted on one side and changed on the other", id.unwrap_or("text"));
        let values = if deleted_by == OURS { [base, None, Some(&*kept)] } else { [base, Some(&*kept), None] };
        let field = if id.is_some() { "task" } else { "text" };
        self.out.add_conflict(Subject { task_id: id, field }, line, values, message);
    }

    /// Notes moves of a task or section that a rule had to decide about.
    pub(super) fn note_moves(&mut self, key: usize) {
        let (side, node) = self.any_side(key);
        let name = self.trees[side].name(node);
        let task_id = self.trees[side].task(node).map(|_| name);
        if self.moved_by_both[key] {
            let message = format!("both sides moved {name} to different places; this one was chosen by a fixed rule");
            self.out.add_note(Subject { task_id, field: "position" }, message);
        }
        if self.reverted[key] {
            let message = format!("the move of {name} was undone: with the other side's move it would be under itself");
            self.out.add_note(Subject { task_id, field: "parent" }, message);
        }
    }
}
