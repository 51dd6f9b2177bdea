//! The indentation of merged tasks and texts, and the level of merged headings.

use crate::plan::INDENT_STEP;

use super::matching::Trees;
use super::render::Renderer;
use super::tree::NodeKind;
use super::{BASE, OURS, Side, THEIRS, for_versions};

/// Most `#` of a heading.
const DEEPEST_HEADING: usize = 6;

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

/// For each node, the first task or text directly under it.
pub(super) fn first_children(trees: &Trees<'_>, side: Side) -> Vec<Option<usize>> {
    let tree = &trees[side];
    let mut first = vec![None; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().skip(1).rev().filter(|(at, _)| !tree.is_heading(*at)) {
        first[node.parent] = Some(at);
    }
    first
}

impl Renderer<'_, '_> {
    /// How much deeper than the task around it a task or text is indented.
    fn distance(&self, side: Side, node: usize) -> usize {
        let nodes = &self.trees[side].nodes;
        match nodes[node].kind {
            NodeKind::Text => nodes[node].inner,
            _ => nodes[node].indent - self.outer(side, node),
        }
    }

    /// The indentation of the task around a node.
    fn outer(&self, side: Side, node: usize) -> usize {
        let nodes = &self.trees[side].nodes;
        self.trees[side].task(nodes[node].parent).map_or(0, |parent| parent.indent)
    }

    /// For each version in which an entity has this parent, its distance from it.
    fn distances(&self, key: usize, parent: usize) -> [Option<usize>; 3] {
        for_versions(|side| {
            let node = self.matching.entities[key][side]?;
            let has_parent = self.matching.keys[side][self.trees[side].nodes[node].parent] == parent;
            has_parent.then(|| self.distance(side, node))
        })
    }

    /// The indentation of a task. It keeps its distance from its parent, but it must not be deeper than the task before it. A
    /// task that is indented in a section is indented under a list item of the text before it.
    pub(super) fn indent_for(&self, key: usize, after: Option<usize>) -> usize {
        let parent = self.structure.parent[key];
        let is_under_task = self.is_task(parent);
        let distances = self.distances(key, parent);
        let distance = self.merged_distance(parent, distances);
        let wanted = if is_under_task { self.indents[parent] + distance } else { distance };
        if let Some(after) = after.filter(|after| self.is_task(*after)) {
            return wanted.min(self.indents[after]);
        }
        // It does not matter which version confirms the indentation, or the result would depend on which side is ours.
        let is_confirmed = [BASE, OURS, THEIRS].into_iter().zip(distances).any(|(side, found)| {
            let key_of = |node: usize| self.matching.keys[side][node];
            found.zip(self.matching.entities[key][side]).is_some_and(|(own, node)| {
                let [before, text] = [&self.previous, &self.previous_texts].map(|list| list[side][node].map(key_of));
                own == distance && (before == after || text.is_some() && text == after)
            })
        });
        if is_under_task || is_confirmed { wanted } else { 0 }
    }

    /// The distance from a parent: that of the side that changed it. What is new there is like its siblings, even if the other
    /// side has changed those.
    fn merged_distance(&self, parent: usize, distances: [Option<usize>; 3]) -> usize {
        let moved = if self.is_task(parent) { INDENT_STEP } else { 0 };
        let Some(distance) = merged_distance(distances) else { return moved };
        if distances[BASE].is_some() || !self.is_task(parent) {
            return distance;
        }
        let siblings = for_versions(|side| {
            let first = self.first_children[side][self.matching.entities[parent][side]?]?;
            Some(self.distance(side, first))
        });
        let is_alike = |side: Side| siblings[side] == distances[side] && siblings[side] == Some(distance);
        merged_distance(siblings).filter(|_| is_alike(OURS) || is_alike(THEIRS)).unwrap_or(distance)
    }

    /// The indentation of a text. Under a task, it must not be deeper than the subtask before it.
    pub(super) fn text_indent(&self, key: usize, after: Option<usize>) -> usize {
        let parent = self.structure.parent[key];
        let distance = self.merged_distance(parent, self.distances(key, parent));
        if !self.is_task(parent) {
            return distance;
        }
        let wanted = self.indents[parent] + distance;
        after.filter(|after| self.is_task(*after)).map_or(wanted, |after| wanted.min(self.indents[after]))
    }

    /// The level of a heading. It keeps its distance from its parent, but it must not be deeper than the heading before it, or
    /// it would go under that. Nothing goes under level 1.
    pub(super) fn level_for(&self, key: usize, after: Option<usize>) -> usize {
        let parent = self.structure.parent[key];
        let distance = |side: Side, is_same: bool| {
            let node = self.matching.entities[key][side]?;
            let tree = &self.trees[side];
            let above = tree.nodes[node].parent;
            let has_parent = !is_same || self.matching.keys[side][above] == parent;
            has_parent.then(|| tree.level(node).saturating_sub(tree.level(above)))
        };
        let same = merged_distance(for_versions(|side| distance(side, true)));
        let any = || merged_distance(for_versions(|side| distance(side, false)));
        let wanted = self.indents[parent] + same.or_else(any).unwrap_or(1);
        let before = after.filter(|after| matches!(self.kind(*after), NodeKind::Heading(_)));
        let most = before.map(|before| self.indents[before]).filter(|level| *level > 1);
        wanted.clamp(1, most.unwrap_or(DEEPEST_HEADING))
    }
}

/// The distance of the side that changed it; the smaller one if both did.
pub(super) fn merged_distance([base, ours, theirs]: [Option<usize>; 3]) -> Option<usize> {
    match (ours, theirs) {
        (Some(_), Some(_)) if ours == base => theirs,
        (Some(_), Some(_)) if theirs == base => ours,
        (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
        _ => ours.or(theirs).or(base),
    }
}
