//! The indentation of merged tasks.

use super::matching::Trees;
use super::render::Renderer;
use super::tree::NodeKind;
use super::{BASE, OURS, Side, THEIRS};

/// For each task or text, the previous one under the same parent; with `only_texts`, the previous text.
pub(super) fn previous_siblings(trees: &Trees<'_>, side: Side, only_texts: bool) -> Vec<Option<usize>> {
    let nodes = &trees[side].nodes;
    let mut last: Vec<Option<usize>> = vec![None; nodes.len()];
    let previous = nodes.iter().enumerate().map(|(at, node)| {
        let before = last[node.parent];
        let counts = matches!(node.kind, NodeKind::Text) || !only_texts && matches!(node.kind, NodeKind::Task(_));
        if counts {
            last[node.parent] = Some(at);
        }
        before
    });
    previous.collect()
}

impl Renderer<'_, '_> {
    /// The indentation of a task relative to its parent, on the side that changed it or placed the task, with side and node.
    fn distance(&self, key: usize, parent: usize, is_under_task: bool) -> Option<(Side, usize, usize)> {
        let [base, ours, theirs] = [BASE, OURS, THEIRS].map(|side| {
            let node = self.matching.entities[key][side]?;
            let nodes = &self.trees[side].nodes;
            let has_parent = self.matching.keys[side][nodes[node].parent] == parent;
            let outer = if is_under_task { nodes[nodes[node].parent].indent } else { 0 };
            has_parent.then(|| (side, node, nodes[node].indent.saturating_sub(outer)))
        });
        let distance = |found: Option<(Side, usize, usize)>| found.map(|(_, _, distance)| distance);
        match (ours, theirs) {
            (Some(_), Some(_)) if distance(ours) == distance(base) => theirs,
            (Some(_), Some(_)) if distance(theirs) == distance(base) => ours,
            (Some(ours), Some(theirs)) => Some(if theirs.2 < ours.2 { theirs } else { ours }),
            _ => ours.or(theirs).or(base),
        }
    }

    /// Whether the text before a node is still the same. A node that is indented in a section is indented under a list item of
    /// that text.
    fn is_under_item_of(&self, side: Side, node: usize, after: Option<usize>) -> bool {
        let text = self.previous_texts[side][node].map(|text| self.matching.keys[side][text]);
        text.is_some() && text == after
    }

    /// The indentation of a task. It keeps its distance from its parent, but after a new previous sibling it must not be deeper
    /// than that one.
    pub(super) fn indent_for(&self, key: usize, after: Option<usize>) -> usize {
        let parent = self.structure.parent[key];
        let is_under_task = matches!(self.kind(parent), NodeKind::Task(_));
        let Some((side, node, distance)) = self.distance(key, parent, is_under_task) else { return 0 };
        let wanted = if is_under_task { self.indents[parent] + distance } else { distance };
        let before = self.previous[side][node].map(|before| self.matching.keys[side][before]);
        if before == after {
            return wanted;
        }
        match after.filter(|after| matches!(self.kind(*after), NodeKind::Task(_))) {
            Some(after) => wanted.min(self.indents[after]),
            None if is_under_task || self.is_under_item_of(side, node, after) => wanted,
            None => 0,
        }
    }
}
