//! How far tasks are indented where a merge puts them.

use super::matching::Trees;
use super::render::Renderer;
use super::tree::Kind;
use super::{BASE, OURS, Side, THEIRS};

/// For each node that is no heading, the one before it under the same parent, or the last text of those.
pub(super) fn previous_siblings(trees: &Trees<'_>, side: Side, only_texts: bool) -> Vec<Option<usize>> {
    let nodes = &trees[side].nodes;
    let mut last: Vec<Option<usize>> = vec![None; nodes.len()];
    let previous = nodes.iter().enumerate().map(|(at, node)| {
        let before = last[node.parent];
        let counts = matches!(node.kind, Kind::Text) || !only_texts && matches!(node.kind, Kind::Task(_));
        if counts {
            last[node.parent] = Some(at);
        }
        before
    });
    previous.collect()
}

impl Renderer<'_, '_> {
    /// How far a task stands from its parent, by the side that changed that or put the task there, with its node there.
    fn distance(&self, key: usize, parent: usize, is_under_task: bool) -> Option<(Side, usize, usize)> {
        let [base, ours, theirs] = [BASE, OURS, THEIRS].map(|side| {
            let node = self.matching.things[key][side]?;
            let nodes = &self.trees[side].nodes;
            let is_there = self.matching.keys[side][nodes[node].parent] == parent;
            let outer = if is_under_task { nodes[nodes[node].parent].indent } else { 0 };
            is_there.then(|| (side, node, nodes[node].indent.saturating_sub(outer)))
        });
        let distance = |found: Option<(Side, usize, usize)>| found.map(|(_, _, distance)| distance);
        match (ours, theirs) {
            (Some(_), Some(_)) if distance(ours) == distance(base) => theirs,
            (Some(_), Some(_)) if distance(theirs) == distance(base) => ours,
            (Some(ours), Some(theirs)) => Some(if theirs.2 < ours.2 { theirs } else { ours }),
            _ => ours.or(theirs).or(base),
        }
    }

    /// Whether the last text before a node is still the one before it. Its list items are what the node is indented under, if
    /// it is indented in a section.
    fn is_under_item_of(&self, side: Side, node: usize, after: Option<usize>) -> bool {
        let text = self.previous_texts[side][node].map(|text| self.matching.keys[side][text]);
        text.is_some() && text == after
    }

    /// The columns before a task. It keeps its distance from its parent, unless it comes after another sibling than before:
    /// then it must not stand deeper than that one.
    pub(super) fn indent_for(&self, key: usize, after: Option<usize>) -> usize {
        let parent = self.structure.parent[key];
        let is_under_task = matches!(self.kind(parent), Kind::Task(_));
        let Some((side, node, distance)) = self.distance(key, parent, is_under_task) else { return 0 };
        let wanted = if is_under_task { self.indents[parent] + distance } else { distance };
        let before = self.previous[side][node].map(|before| self.matching.keys[side][before]);
        if before == after {
            return wanted;
        }
        match after.filter(|after| matches!(self.kind(*after), Kind::Task(_))) {
            Some(after) => wanted.min(self.indents[after]),
            None if is_under_task || self.is_under_item_of(side, node, after) => wanted,
            None => 0,
        }
    }
}
