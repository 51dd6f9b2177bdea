//! What is left after both sides' deletions, and what stands under what after both sides' moves.

use super::matching::{Matching, Trees};
use super::tree::Kind;
use super::{BASE, OURS, Side, THEIRS, TextLine};

/// The shape of the merged plan, by the keys of its things.
#[derive(Debug)]
pub(super) struct Structure {
    /// Whether a thing is there.
    pub(super) alive: Vec<bool>,
    /// What it stands under.
    pub(super) parent: Vec<usize>,
    /// The side whose place for it counts.
    pub(super) placed_by: Vec<Side>,
    /// The side that deleted a thing which is there nevertheless.
    pub(super) deleted_by: Vec<Option<Side>>,
    /// Things that both sides moved to different places, so that a rule decided.
    pub(super) moved_twice: Vec<usize>,
    /// Things whose move was undone, because they would stand under themselves.
    pub(super) undone: Vec<usize>,
}

impl Structure {
    pub(super) fn of(trees: &Trees<'_>, matching: &Matching) -> Self {
        let count = matching.things.len();
        let mut structure = Self {
            alive: vec![true; count],
            parent: vec![0; count],
            placed_by: vec![OURS; count],
            deleted_by: vec![None; count],
            moved_twice: Vec::new(),
            undone: Vec::new(),
        };
        for key in 1..count {
            structure.settle(trees, matching, key);
        }
        structure.break_cycles(trees, matching);
        structure.keep_ancestors(matching);
        structure
    }

    /// Decides by the thing alone whether it stays and what it stands under.
    fn settle(&mut self, trees: &Trees<'_>, matching: &Matching, key: usize) {
        let thing = matching.things[key];
        let parents = [BASE, OURS, THEIRS].map(|side| parent_of(trees, matching, key, side));
        let (parent, side) = match thing {
            [_, Some(_), Some(_)] => self.three_way(trees, matching, key, parents),
            [_, Some(_), None] => (parents[OURS], OURS),
            [_, None, Some(_)] => (parents[THEIRS], THEIRS),
            [_, None, None] => (parents[BASE], BASE),
        };
        (self.parent[key], self.placed_by[key]) = (parent.unwrap_or_default(), side);
        if thing[BASE].is_some() {
            let gone_from = [OURS, THEIRS].into_iter().find(|side| thing[*side].is_none());
            self.alive[key] = gone_from.is_none() || is_changed(trees, matching, key, side);
            self.deleted_by[key] = gone_from;
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
            self.moved_twice.push(key);
        }
        // Both moved it, or both added it, to different places: the same one wins whichever side is ours.
        let rank = |side: Side| {
            let node = matching.things[key][side].unwrap_or_default();
            (trees[side].name(trees[side].nodes[node].parent), node)
        };
        if rank(OURS) <= rank(THEIRS) { (ours, OURS) } else { (theirs, THEIRS) }
    }

    /// Undoes moves by which things would stand under themselves, that of the largest name first.
    fn break_cycles(&mut self, trees: &Trees<'_>, matching: &Matching) {
        let mut leads_to_root = vec![false; self.parent.len()];
        leads_to_root[0] = true;
        let mut way_of = vec![0; self.parent.len()];
        let mut start = 1;
        while start < self.parent.len() {
            let (mut way, mut at) = (Vec::new(), start);
            while !leads_to_root[at] && way_of[at] != start {
                way_of[at] = start;
                way.push(at);
                at = self.parent[at];
            }
            if leads_to_root[at] {
                for key in way {
                    leads_to_root[key] = true;
                }
                start += 1;
                continue;
            }
            let circle = way.iter().position(|key| *key == at).and_then(|from| way.get(from..)).unwrap_or_default();
            self.undo_one_move(trees, matching, circle);
            for key in way {
                way_of[key] = 0;
            }
        }
    }

    fn undo_one_move(&mut self, trees: &Trees<'_>, matching: &Matching, circle: &[usize]) {
        let moved = circle.iter().filter_map(|key| {
            let base = parent_of(trees, matching, *key, BASE).filter(|base| *base != self.parent[*key])?;
            Some((trees[BASE].name(matching.things[*key][BASE]?), *key, base))
        });
        // A circle without a move cannot be; the root is a safe place all the same.
        let fallback = circle.first().map(|key| ("", *key, 0));
        if let Some((_, key, base)) = moved.max().or(fallback) {
            let is_there = |side: &Side| parent_of(trees, matching, key, *side) == Some(base);
            self.parent[key] = base;
            self.placed_by[key] = [OURS, THEIRS].into_iter().find(is_there).unwrap_or(BASE);
            self.undone.push(key);
        }
    }

    /// What something stands under is there, too.
    fn keep_ancestors(&mut self, matching: &Matching) {
        for key in 1..self.parent.len() {
            let mut at = key;
            while self.alive[at] && !self.alive[self.parent[at]] {
                at = self.parent[at];
                self.alive[at] = true;
                let gone_from = [OURS, THEIRS].into_iter().find(|side| matching.things[at][*side].is_none());
                self.deleted_by[at] = gone_from;
            }
        }
    }
}

/// The key of what a thing stands under in one version.
pub(super) fn parent_of(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> Option<usize> {
    let node = matching.things[key][side]?;
    Some(matching.keys[side][trees[side].nodes[node].parent])
}

/// Whether a side changed a thing of the base.
fn is_changed(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> bool {
    let [base, node] = [BASE, side].map(|side| matching.things[key][side].map(|node| (&trees[side], node)));
    let (Some((base_tree, base)), Some((tree, node))) = (base, node) else { return false };
    let kind = tree.nodes[node].kind;
    let line_differs = kind != Kind::Text && tree.line(node) != base_tree.line(base);
    line_differs || is_moved(trees, matching, key, side) || !same_lines(&base_tree.lines(base), &tree.lines(node))
}

/// Whether a side put a thing under something else. What only lost the heading above it was not moved.
fn is_moved(trees: &Trees<'_>, matching: &Matching, key: usize, side: Side) -> bool {
    let [before, now] = [BASE, side].map(|side| parent_of(trees, matching, key, side));
    before != now && before.is_some_and(|parent| matching.things[parent][side].is_some())
}

pub(super) fn same_lines(one: &[TextLine<'_>], other: &[TextLine<'_>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.dedented() == other.dedented())
}
