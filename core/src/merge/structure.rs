//! Which entities are kept after both sides' deletions, and their parents after both sides' moves.

use super::matching::{Matching, Trees};
use super::tree::{NodeKind, Tree};
use super::{BASE, OURS, Side, THEIRS, TextLine, for_versions};

/// The hierarchy of the merged plan, by entity.
#[derive(Debug)]
pub(super) struct Structure {
    /// Whether an entity is in the merged plan.
    pub(super) kept: Vec<bool>,
    pub(super) parent: Vec<usize>,
    /// The side that determines its position.
    pub(super) placed_by: Vec<Side>,
    /// The side that deleted an entity that is kept nevertheless, because the other side changed it or something under it.
    pub(super) deleted_by: Vec<Option<Side>>,
    /// Entities that both sides moved to different positions, so that a rule decided.
    pub(super) moved_by_both: Vec<usize>,
    /// Entities whose move was reverted, because it would have made them their own descendants.
    pub(super) reverted: Vec<usize>,
}

impl Structure {
    pub(super) fn of(trees: &Trees<'_>, matching: &Matching) -> Self {
        let count = matching.entities.len();
        let mut structure = Self {
            kept: vec![true; count],
            parent: vec![0; count],
            placed_by: vec![OURS; count],
            deleted_by: vec![None; count],
            moved_by_both: Vec::new(),
            reverted: Vec::new(),
        };
        for key in 1..count {
            structure.decide(trees, matching, key);
        }
        structure.break_cycles(trees, matching);
        structure.keep_related(trees, matching);
        structure
    }

    /// Decides whether an entity is kept, and its parent, without regard to other entities.
    fn decide(&mut self, trees: &Trees<'_>, matching: &Matching, key: usize) {
        let entity = matching.entities[key];
        let parents = for_versions(|side| parent_of(trees, matching, key, side));
        let (parent, side) = match entity {
            [_, Some(_), Some(_)] => self.three_way(trees, matching, key, parents),
            [_, Some(_), None] => (parents[OURS], OURS),
            [_, None, Some(_)] => (parents[THEIRS], THEIRS),
            [_, None, None] => (parents[BASE], BASE),
        };
        (self.parent[key], self.placed_by[key]) = (parent.unwrap_or_default(), side);
        if entity[BASE].is_some() {
            let is_deleted = entity[OURS].is_none() || entity[THEIRS].is_none();
            self.kept[key] = !is_deleted || is_changed(trees, matching, key, side);
            self.deleted_by[key] = deleted_by(matching, key);
        }
    }

    fn three_way(
        &mut self,
        trees: &Trees<'_>,
        matching: &Matching,
        key: usize,
        [base, ours, theirs]: [Option<usize>; 3],
    ) -> (Option<usize>, Side) {
        if ours == theirs || theirs == base {
            return (ours, OURS);
        }
        if ours == base {
            return (theirs, THEIRS);
        }
        if base.is_some() {
            self.moved_by_both.push(key);
        }
        // Both sides moved or added it, at different positions. The result must depend neither on which side is ours nor on what
        // else they changed, so parents have the names that they have in the base.
        let rank = |side: Side| {
            let node = matching.entities[key][side].unwrap_or_default();
            let above = std::iter::successors(Some(node), |node| Some(trees[side].nodes[*node].parent));
            let names = above.skip(1).take_while(|node| *node != 0).map(|node| {
                matching
                    .counterpart(side, node, BASE)
                    .map_or_else(|| trees[side].name(node), |base| trees[BASE].name(base))
            });
            (names.collect::<Vec<_>>(), node)
        };
        if rank(OURS) <= rank(THEIRS) { (ours, OURS) } else { (theirs, THEIRS) }
    }

    /// Reverts moves that make an entity its own descendant, that of the largest name first.
    fn break_cycles(&mut self, trees: &Trees<'_>, matching: &Matching) {
        let mut leads_to_root = vec![false; self.parent.len()];
        leads_to_root[0] = true;
        let mut path_of = vec![0; self.parent.len()];
        let mut start = 1;
        while start < self.parent.len() {
            let (mut path, mut at) = (Vec::new(), start);
            while !leads_to_root[at] && path_of[at] != start {
                path_of[at] = start;
                path.push(at);
                at = self.parent[at];
            }
            if leads_to_root[at] {
                for key in path {
                    leads_to_root[key] = true;
                }
                start += 1;
                continue;
            }
            let cycle = path.iter().position(|key| *key == at).and_then(|from| path.get(from..)).unwrap_or_default();
            self.revert_one_move(trees, matching, cycle);
            for key in path {
                path_of[key] = 0;
            }
        }
    }

    fn revert_one_move(&mut self, trees: &Trees<'_>, matching: &Matching, cycle: &[usize]) {
        let moved = cycle.iter().filter_map(|key| {
            let base = parent_of(trees, matching, *key, BASE).filter(|base| *base != self.parent[*key])?;
            Some((trees[BASE].name(matching.entities[*key][BASE]?), *key, base))
        });
        // Every cycle contains a move; otherwise the root would be a safe parent.
        let fallback = cycle.first().map(|key| ("", *key, 0));
        if let Some((_, key, base)) = moved.max().or(fallback) {
            let is_there = |side: &Side| parent_of(trees, matching, key, *side) == Some(base);
            self.parent[key] = base;
            self.placed_by[key] = [OURS, THEIRS].into_iter().find(is_there).unwrap_or(BASE);
            self.reverted.push(key);
        }
    }

    /// Keeps the ancestors of everything that is kept; and everything under a task that one side deleted and that is kept.
    fn keep_related(&mut self, trees: &Trees<'_>, matching: &Matching) {
        let mut below: Option<[Vec<Vec<usize>>; 3]> = None;
        let mut keys: Vec<usize> = (1..self.parent.len()).filter(|key| self.kept[*key]).collect();
        while let Some(key) = keys.pop() {
            let parent = self.parent[key];
            if !self.kept[parent] {
                self.kept[parent] = true;
                self.deleted_by[parent] = deleted_by(matching, parent);
                keys.push(parent);
            }
            if let Some(deleted_by) = deleted_by(matching, key) {
                let side = OURS + THEIRS - deleted_by;
                let Some(node) = matching.entities[key][side] else { continue };
                if trees[side].task(node).is_some() {
                    let below = below.get_or_insert_with(|| for_versions(|side| keys_below(trees, matching, side)));
                    for child in &below[side][node] {
                        if !std::mem::replace(&mut self.kept[*child], true) {
                            self.deleted_by[*child] = None;
                            keys.push(*child);
                        }
                    }
                }
            }
        }
    }
}

/// The side that deleted an entity of the base, if the other one has it.
fn deleted_by(matching: &Matching, key: usize) -> Option<Side> {
    match matching.entities[key] {
        [Some(_), Some(_), None] => Some(THEIRS),
        [Some(_), None, Some(_)] => Some(OURS),
        _ => None,
    }
}

/// For each node of a version, the keys of the nodes directly under it.
fn keys_below(trees: &Trees<'_>, matching: &Matching, side: Side) -> Vec<Vec<usize>> {
    let nodes = &trees[side].nodes;
    let mut below = vec![Vec::new(); nodes.len()];
    for (node, key) in nodes.iter().zip(&matching.keys[side]).skip(1) {
        below[node.parent].push(*key);
    }
    below
}

/// The parent of an entity in one version.
pub(super) fn parent_of(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> Option<usize> {
    let node = matching.entities[key][side]?;
    Some(matching.keys[side][trees[side].nodes[node].parent])
}

/// Whether a side changed an entity of the base. For a text, the other side's deletion wins over its move.
fn is_changed(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> bool {
    let [base, node] = [BASE, side].map(|side| matching.entities[key][side].map(|node| (&trees[side], node)));
    let (Some((base_tree, base)), Some((tree, node))) = (base, node) else { return false };
    let is_text = tree.nodes[node].kind == NodeKind::Text;
    // The level of a heading changes with that of the heading above it.
    let line = |tree: &Tree<'_>, node: usize| tree.line(node).trim_start_matches('#').to_owned();
    !same_lines(&base_tree.lines(base), &tree.lines(node))
        || !is_text && (line(tree, node) != line(base_tree, base) || is_moved(trees, matching, key, side))
}

/// Whether a side gave an entity another parent. An entity that only lost the heading above it was not moved.
fn is_moved(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> bool {
    let [before, now] = [BASE, side].map(|side| parent_of(trees, matching, key, side));
    let lost_heading = |parent: usize| {
        let [base, there] = [BASE, side].map(|side| matching.entities[parent][side]);
        there.is_none() && base.is_some_and(|base| trees[BASE].is_heading(base))
    };
    before != now && !before.is_some_and(lost_heading)
}

pub(super) fn same_lines(one: &[TextLine<'_>], other: &[TextLine<'_>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.dedented() == other.dedented())
}
