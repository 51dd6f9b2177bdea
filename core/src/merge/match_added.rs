//! Matches headings that the base does not have.

use crate::text::Interner;

use super::match_headings::{by_rank, sections_of};
use super::matching::{Matching, Trees};
use super::replaced_text::{added_lines, shared_lines};
use super::{BASE, OURS, Side, THEIRS, for_versions};

impl Matching {
    /// Matches headings of both sides: two new ones, or a new one with one that the other side renamed. First those with tasks,
    /// headings and lines that both sides put under them, then those with the same name and parent. Then those around and
    /// under them can be matched.
    pub(super) fn match_added_headings(&mut self, trees: &Trees<'_>) {
        while self.match_by_content(trees)
            || self.match_same_headings(trees, OURS, THEIRS) | self.match_same_headings(trees, THEIRS, OURS)
        {}
        for side in [OURS, THEIRS] {
            self.add_free(side, &trees[side].headings);
        }
    }

    /// Matches headings with the most in common: one side was merged into the other before. With different names, only what both
    /// sides put there counts, because each side may have moved the rest; and unless it is new, only if one of the headings is in
    /// the base. So it is with lines, because sections are often made from templates. Returns whether there were any.
    fn match_by_content(&mut self, trees: &Trees<'_>) -> bool {
        let sides = [&trees[OURS], &trees[THEIRS]];
        let is_renamed = |[ours, theirs]: [usize; 2]| sides[0].name(ours) != sides[1].name(theirs);
        let is_alone =
            |matching: &Self, side: Side, node: usize| matching.counterpart(side, node, OURS + THEIRS - side).is_none();
        let has_alone = |side: Side| trees[side].headings.iter().any(|node| is_alone(self, side, *node));
        if !has_alone(OURS) || !has_alone(THEIRS) {
            return false;
        }
        let is_free = |matching: &Self, [ours, theirs]: [usize; 2]| {
            [matching.is_free(OURS, ours), matching.is_free(THEIRS, theirs)]
        };
        let is_open = |matching: &Self, pair: [usize; 2]| {
            is_free(matching, pair) != [false; 2]
                && is_alone(matching, OURS, pair[0])
                && is_alone(matching, THEIRS, pair[1])
        };
        let is_added = |entity: &&[Option<usize>; 3]| entity[BASE].is_none();
        // Whether both sides moved it to another section.
        let is_moved = |entity: &&[Option<usize>; 3]| {
            let sections = for_versions(|side| Some(self.keys[side][trees[side].section(entity[side]?)]));
            sections[BASE].is_some() && sections[BASE] != sections[OURS] && sections[BASE] != sections[THEIRS]
        };
        let on_both = |entity: &[Option<usize>; 3]| Some([entity[OURS]?, entity[THEIRS]?]);
        let all = sections_of(sides, self.entities.iter().filter_map(on_both).collect());
        let added = sections_of(sides, self.entities.iter().filter(is_added).filter_map(on_both).collect());
        let moved = sections_of(sides, self.entities.iter().filter(is_moved).filter_map(on_both).collect());
        let lines = sections_of(sides, added_lines(trees));
        let same_lines = sections_of(sides, shared_lines(sides));
        let all = all.into_iter().chain(same_lines).filter(|pair| !is_renamed(*pair));
        let added = added.into_iter().filter(|pair| is_renamed(*pair));
        let others = moved.into_iter().chain(lines).filter(|pair| is_free(self, *pair) != [true; 2]);
        let votes = all.chain(added).chain(others).filter(|pair| is_open(self, *pair)).collect();
        let mut any = false;
        for pair in by_rank(votes, &|pair| usize::from(is_renamed(pair))) {
            if is_open(self, pair) {
                self.pair_sides(OURS, pair[0], pair[1]);
                any = true;
            }
        }
        any
    }

    /// Makes a node of `side` and one of the other side one entity. At least one of them belongs to none yet.
    fn pair_sides(&mut self, side: Side, node: usize, same: usize) {
        let other = OURS + THEIRS - side;
        if !self.is_free(side, node) {
            return self.join(self.keys[side][node], other, same);
        }
        if self.is_free(other, same) {
            self.add(other, same);
        }
        self.join(self.keys[other][same], side, node);
    }

    /// Matches headings that only `side` has with those of the other side with the same name and parent; duplicates in
    /// order. Returns whether there were any.
    fn match_same_headings(&mut self, trees: &Trees<'_>, side: Side, other: Side) -> bool {
        let label = |matching: &Self, side: Side, node: usize| {
            let parent = trees[side].nodes[node].parent;
            let key = matching.keys[side][parent];
            (!matching.is_free(side, parent)).then(|| format!("{key}\n{}", trees[side].name(node)))
        };
        let mut labels = Interner::<String>::default();
        let mut unmatched: Vec<Vec<usize>> = Vec::new();
        for node in trees[other].headings.iter().rev() {
            let is_unmatched = self.counterpart(other, *node, side).is_none();
            if let Some(label) = label(self, other, *node).filter(|_| is_unmatched) {
                let number = labels.intern(label);
                unmatched.resize_with(labels.count(), Vec::new);
                unmatched[number].push(*node);
            }
        }
        let mut any = false;
        for node in trees[side].headings.iter().copied() {
            let is_open = self.is_free(side, node);
            let found = label(self, side, node).filter(|_| is_open).and_then(|label| labels.find(&label));
            if let Some(same) = found.and_then(|number| unmatched[number].pop()) {
                self.pair_sides(side, node, same);
                any = true;
            }
        }
        any
    }
}
