//! Matches the headings of the base with those of both sides.

use std::cmp::Reverse;

use crate::sort::{sort, sort_by_key};
use crate::text::Interner;

use super::matching::{Matching, Trees};
use super::replaced_text::shared_lines;
use super::tree::Tree;
use super::{BASE, OURS, Side, THEIRS};

/// Rounds in which headings are matched because of those matched before. One per level would do, but names can repeat.
const MAX_ROUNDS: usize = 16;

/// For ours and theirs, pairs of headings of the base and of that side.
///
/// First come those with the same path; then those with a name that only one heading on each side is left with; then those with
/// the most tasks and matched headings directly under both; then those with the most lines of text under both. What is under a
/// pair is compared again. A heading that both sides have and the base does not is the same on both: a renamed one, if neither side
/// has the old one any longer, or a new one.
pub(super) fn heading_pairs(trees: &Trees<'_>, matching: &Matching) -> [Vec<[usize; 2]>; 2] {
    let evidence = [OURS, THEIRS].map(|side| Evidence::of(trees, matching, side));
    let mut same_path = [OURS, THEIRS].map(|side| HeadingPairs::new([&trees[BASE], &trees[side]], matching, side));
    for (pairs, evidence) in same_path.iter_mut().zip(&evidence) {
        pairs.by_path(evidence);
    }
    let found = [0, 1].map(|which| same_path[which].clone().by_content(&evidence[which]));
    let base_of = |which: usize, node: usize| found[which].iter().find(|pair| pair[1] == node).map(|pair| pair[0]);
    let mut common = common_headings(&same_path);
    common.retain(|[our, their]| base_of(0, *our) != base_of(1, *their));
    if common.is_empty() {
        return found;
    }
    for [our, their] in common {
        let base = base_of(0, our).or(base_of(1, their));
        let renamed = base.filter(|base| same_path.iter().all(|pairs| pairs.is_open[0][*base]));
        for (pairs, node) in same_path.iter_mut().zip([our, their]) {
            match renamed {
                Some(base) => {
                    pairs.pair([base, node]);
                }
                None => pairs.is_open[1][node] = false,
            }
        }
    }
    let [ours, theirs] = same_path;
    [ours.by_content(&evidence[0]), theirs.by_content(&evidence[1])]
}

/// What headings of the base and of a side have in common: for each task and each line of text under both, the two headings.
struct Evidence {
    tasks: Vec<[usize; 2]>,
    lines: Vec<[usize; 2]>,
}

impl Evidence {
    fn of(trees: &Trees<'_>, matching: &Matching, side: Side) -> Self {
        let tasks = trees[side].tasks.iter().filter_map(|node| Some([matching.counterpart(side, *node, BASE)?, *node]));
        Self {
            tasks: parents_of(trees, side, tasks.collect()),
            lines: parents_of(trees, side, shared_lines([&trees[BASE], &trees[side]])),
        }
    }
}

/// Headings of both sides with the same name and parent that the base does not have there.
fn common_headings(pairs: &[HeadingPairs<'_, '_>; 2]) -> Vec<[usize; 2]> {
    let mut labels = Interner::<String>::default();
    let mut found: Vec<[Vec<usize>; 2]> = Vec::new();
    for (which, pairs) in pairs.iter().enumerate() {
        let tree = pairs.trees[1];
        let mut label_of: Vec<Option<usize>> = vec![None; tree.nodes.len()];
        for [base, node] in pairs.found.iter().copied().chain([[0, 0]]) {
            label_of[node] = Some(labels.intern(format!("{base}")));
        }
        for node in &tree.headings {
            if let Some(parent) = label_of[tree.nodes[*node].parent].filter(|_| pairs.is_open[1][*node]) {
                let label = labels.intern(format!("{parent}\n{}", tree.name(*node)));
                label_of[*node] = Some(label);
                found.resize_with(found.len().max(label + 1), Default::default);
                found[label][which].push(*node);
            }
        }
    }
    let once = found.iter().filter_map(|nodes| match (nodes[0].as_slice(), nodes[1].as_slice()) {
        ([our], [their]) => Some([*our, *their]),
        _ => None,
    });
    once.collect()
}

/// The parents of nodes of the base and of a side, where both are headings.
fn parents_of(trees: &Trees<'_>, side: Side, nodes: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    let parents =
        nodes.into_iter().map(|[base, node]| [trees[BASE].nodes[base].parent, trees[side].nodes[node].parent]);
    parents.filter(|[base, node]| trees[BASE].is_heading(*base) && trees[side].is_heading(*node)).collect()
}

#[derive(Clone)]
struct HeadingPairs<'p, 'd> {
    /// The base and the side.
    trees: [&'p Tree<'d>; 2],
    /// Whether a heading is still to be matched.
    is_open: [Vec<bool>; 2],
    /// The headings directly under each node.
    below: [Vec<Vec<usize>>; 2],
    found: Vec<[usize; 2]>,
    /// Pairs below which nothing was compared yet.
    parents: Vec<[usize; 2]>,
}

impl<'p, 'd> HeadingPairs<'p, 'd> {
    fn new(trees: [&'p Tree<'d>; 2], matching: &Matching, side: Side) -> Self {
        let open = |tree: &Tree<'_>, version: Side| {
            (0..tree.nodes.len()).map(|node| tree.is_heading(node) && matching.is_free(version, node)).collect()
        };
        let mut parents = vec![[0, 0]];
        let title = trees[0].plan.title.map(|title| trees[0].headings[title]);
        parents.extend(title.and_then(|title| Some([title, matching.counterpart(BASE, title, side)?])));
        Self {
            trees,
            is_open: [open(trees[0], BASE), open(trees[1], side)],
            below: trees.map(headings_below),
            found: Vec::new(),
            parents,
        }
    }

    /// All pairs, after those with the same path were found.
    fn by_content(mut self, evidence: &Evidence) -> Vec<[usize; 2]> {
        for _ in 0..MAX_ROUNDS {
            let any = self.by_unique_name() || self.by_tasks(&evidence.tasks) || self.by_votes(evidence.lines.clone());
            if !any {
                break;
            }
            self.by_path(evidence);
        }
        self.found
    }

    fn pair(&mut self, pair: [usize; 2]) -> bool {
        let is_possible = self.is_open[0][pair[0]] && self.is_open[1][pair[1]];
        if is_possible {
            self.is_open[0][pair[0]] = false;
            self.is_open[1][pair[1]] = false;
            self.found.push(pair);
            self.parents.push(pair);
        }
        is_possible
    }

    /// The headings among `nodes` that are still to be matched.
    fn open(&self, which: usize, nodes: &[usize]) -> Vec<usize> {
        nodes.iter().copied().filter(|node| self.is_open[which][*node]).collect()
    }

    /// Pairs headings with the same name under the same parent. Of duplicates, those that share content or have the same level
    /// come first.
    fn by_path(&mut self, evidence: &Evidence) {
        while let Some([base, node]) = self.parents.pop() {
            let [in_base, in_side] = [self.open(0, &self.below[0][base]), self.open(1, &self.below[1][node])];
            for (in_base, in_side) in self.by_name(&in_base, &in_side) {
                if in_base.len() * in_side.len() > 1 {
                    let is_candidate = |[base, node]: &&[usize; 2]| in_base.contains(base) && in_side.contains(node);
                    for votes in [&evidence.tasks, &evidence.lines] {
                        self.by_votes(votes.iter().filter(is_candidate).copied().collect());
                    }
                    for base in self.open(0, &in_base) {
                        let level = self.trees[0].level(base);
                        let same = self.open(1, &in_side).into_iter().find(|node| self.trees[1].level(*node) == level);
                        same.map(|node| self.pair([base, node]));
                    }
                }
                let [in_base, in_side] = [self.open(0, &in_base), self.open(1, &in_side)];
                for (base, node) in in_base.into_iter().zip(in_side) {
                    self.pair([base, node]);
                }
            }
        }
    }

    /// For each name, the headings of the base and of the side.
    fn by_name(&self, in_base: &[usize], in_side: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut names = Interner::<&str>::default();
        let mut lists: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (which, nodes) in [in_base, in_side].into_iter().enumerate() {
            for node in nodes {
                let name = names.intern(self.trees[which].name(*node));
                lists.resize_with(names.count(), Default::default);
                let list = if which == 0 { &mut lists[name].0 } else { &mut lists[name].1 };
                list.push(*node);
            }
        }
        lists
    }

    /// Pairs the headings with the most tasks and matched headings under both.
    fn by_tasks(&mut self, tasks: &[[usize; 2]]) -> bool {
        let [base_tree, side_tree] = self.trees;
        let parent_of = |[base, node]: &[usize; 2]| [base_tree.nodes[*base].parent, side_tree.nodes[*node].parent];
        self.by_votes(tasks.iter().copied().chain(self.found.iter().map(parent_of)).collect())
    }

    /// Pairs headings, those with the most votes first.
    fn by_votes(&mut self, mut votes: Vec<[usize; 2]>) -> bool {
        let [base_tree, side_tree] = self.trees;
        votes.retain(|[base, node]| self.is_open[0][*base] && self.is_open[1][*node]);
        sort(&mut votes);
        let counted = votes.chunk_by(|one, next| one == next).filter_map(|same| Some((same.len(), *same.first()?)));
        let mut counted: Vec<_> = counted.collect();
        let is_renamed = |[base, node]: [usize; 2]| base_tree.name(base) != side_tree.name(node);
        sort_by_key(&mut counted, |(count, pair)| (Reverse(*count), is_renamed(*pair)));
        counted.into_iter().fold(false, |any, (_, pair)| self.pair(pair) || any)
    }

    /// Pairs headings with the same name under different parents, if the name is unique.
    fn by_unique_name(&mut self) -> bool {
        let [in_base, in_side] = [0, 1].map(|which| self.open(which, &self.trees[which].headings));
        let mut any = false;
        for lists in self.by_name(&in_base, &in_side) {
            if let ([base], [node]) = (lists.0.as_slice(), lists.1.as_slice()) {
                any |= self.pair([*base, *node]);
            }
        }
        any
    }
}

/// The headings directly under each node.
fn headings_below(tree: &Tree<'_>) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); tree.nodes.len()];
    for node in &tree.headings {
        below[tree.nodes[*node].parent].push(*node);
    }
    below
}
