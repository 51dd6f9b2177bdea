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
    /// For each version in which a task has this parent: its node, and its indentation relative to the parent.
    fn distances(&self, key: usize, parent: usize, is_under_task: bool) -> [Option<(usize, usize)>; 3] {
        [BASE, OURS, THEIRS].map(|side| {
            let node = self.matching.entities[key][side]?;
            let nodes = &self.trees[side].nodes;
            let has_parent = self.matching.keys[side][nodes[node].parent] == parent;
            let outer = if is_under_task { nodes[nodes[node].parent].indent } else { 0 };
            has_parent.then(|| (node, nodes[node].indent.saturating_sub(outer)))
        })
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
        let distances = self.distances(key, parent, is_under_task);
        let Some(distance) = merged_distance(distances.map(|found| Some(found?.1))) else { return 0 };
        let wanted = if is_under_task { self.indents[parent] + distance } else { distance };
        // It does not matter which version confirms the indentation, or the result would depend on which side is ours.
        let is_confirmed = |by: &dyn Fn(Side, usize) -> bool| {
            let versions = [BASE, OURS, THEIRS].into_iter().zip(distances);
            versions.into_iter().any(|(side, found)| found.is_some_and(|(node, own)| own == distance && by(side, node)))
        };
        if is_confirmed(&|side, node| self.previous[side][node].map(|before| self.matching.keys[side][before]) == after)
        {
            return wanted;
        }
        match after.filter(|after| matches!(self.kind(*after), NodeKind::Task(_))) {
            Some(after) => wanted.min(self.indents[after]),
            None if is_under_task || is_confirmed(&|side, node| self.is_under_item_of(side, node, after)) => wanted,
            None => 0,
        }
    }
}

/// The distance of the side that changed it; the smaller one if both did.
fn merged_distance([base, ours, theirs]: [Option<usize>; 3]) -> Option<usize> {
    match (ours, theirs) {
        (Some(_), Some(_)) if ours == base => theirs,
        (Some(_), Some(_)) if theirs == base => ours,
        (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
        _ => ours.or(theirs).or(base),
    }
}
