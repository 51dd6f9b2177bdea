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
/// the most tasks and matched headings under both; then those with the most lines of text under both. Of these, those
/// with the same name come first. The name that the other side gave a heading counts, too: one side may have been merged into the
/// other before. What is under a pair is compared again. A heading that both sides have and the base does not is the same on both:
/// a renamed one, if neither side has the old one any longer, or a new one.
pub(super) fn heading_pairs(trees: &Trees<'_>, matching: &Matching) -> [Vec<[usize; 2]>; 2] {
    let evidence = [OURS, THEIRS].map(|side| Evidence::of(trees, matching, [BASE, side]));
    let mut same_path = [OURS, THEIRS].map(|side| HeadingPairs::new([&trees[BASE], &trees[side]], matching, side));
    for (pairs, evidence) in same_path.iter_mut().zip(&evidence) {
        pairs.by_path(evidence);
    }
    let first = [0, 1].map(|which| same_path[which].clone().by_content(&evidence[which]));
    for (which, pairs) in same_path.iter_mut().enumerate() {
        for [base, node] in &first[1 - which] {
            pairs.other_names[*base] = Some(trees[THEIRS - which].name(*node));
        }
    }
    let found = [0, 1].map(|which| same_path[which].clone().by_content(&evidence[which]));
    let base_of = |which: usize, node: usize| found[which].iter().find(|pair| pair[1] == node).map(|pair| pair[0]);
    let mut common = common_headings(&same_path);
    common.extend(common_by_content(&same_path, &Evidence::of(trees, matching, [OURS, THEIRS])));
    common.retain(|[our, their]| base_of(0, *our) != base_of(1, *their));
    if common.is_empty() {
        return found;
    }
    let has_old_name = |base: usize| {
        let is_old =
            |side: Side, pair: &[usize; 2]| pair[0] == base && trees[BASE].name(base) == trees[side].name(pair[1]);
        [OURS, THEIRS].into_iter().zip(&found).any(|(side, pairs)| pairs.iter().any(|pair| is_old(side, pair)))
    };
    for [our, their] in common {
        let renamed = base_of(0, our).or(base_of(1, their)).filter(|base| !has_old_name(*base));
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

/// What headings of two versions have in common: for each task and each line of text under both, the two headings.
struct Evidence {
    tasks: Vec<[usize; 2]>,
    lines: Vec<[usize; 2]>,
}

impl Evidence {
    fn of(trees: &Trees<'_>, matching: &Matching, [one, other]: [Side; 2]) -> Self {
        let versions = [&trees[one], &trees[other]];
        let tasks = versions[1].tasks.iter().filter_map(|node| Some([matching.counterpart(other, *node, one)?, *node]));
        let lines = shared_lines(versions);
        Self { tasks: sections_of(versions, tasks.collect()), lines: sections_of(versions, lines) }
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

/// Headings of both sides with the same name and with content in common that the base does not have.
fn common_by_content(pairs: &[HeadingPairs<'_, '_>; 2], evidence: &Evidence) -> Vec<[usize; 2]> {
    let is_common = |[our, their]: &[usize; 2]| {
        let is_open = pairs[0].is_open[1][*our] && pairs[1].is_open[1][*their];
        let name = pairs[0].trees[1].name(*our);
        let [base, _] = pairs[0].trees;
        is_open && name == pairs[1].trees[1].name(*their) && !base.headings.iter().any(|node| base.name(*node) == name)
    };
    evidence.tasks.iter().chain(&evidence.lines).copied().filter(is_common).collect()
}

/// For each pair of nodes of two versions, the headings above them.
pub(super) fn sections_of(trees: [&Tree<'_>; 2], pairs: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    let sections = pairs.into_iter().map(|[one, other]| [trees[0].section(one), trees[1].section(other)]);
    sections.filter(|[one, other]| trees[0].is_heading(*one) && trees[1].is_heading(*other)).collect()
}

/// Pairs of headings, each once: those of the lowest rank first, and of these those with the most votes.
pub(super) fn by_rank(mut votes: Vec<[usize; 2]>, rank: &dyn Fn([usize; 2]) -> usize) -> Vec<[usize; 2]> {
    sort(&mut votes);
    let counted = votes.chunk_by(|one, next| one == next).filter_map(|same| Some((same.len(), *same.first()?)));
    let mut counted: Vec<_> = counted.collect();
    sort_by_key(&mut counted, |(count, pair)| (rank(*pair), Reverse(*count)));
    counted.into_iter().map(|(_, pair)| pair).collect()
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
    /// For each heading of the base, its name on the other side, if that has it.
    other_names: Vec<Option<&'d str>>,
}

impl<'p, 'd> HeadingPairs<'p, 'd> {
    fn new(trees: [&'p Tree<'d>; 2], matching: &Matching, side: Side) -> Self {
        let open = |tree: &Tree<'_>, version: Side| {
            (0..tree.nodes.len()).map(|node| tree.is_heading(node) && matching.is_free(version, node)).collect()
        };
        let mut parents = vec![[0, 0]];
        let mut is_open: [Vec<bool>; 2] = [open(trees[0], BASE), open(trees[1], side)];
        if let Some(title) = trees[0].plan.title.map(|title| trees[0].headings[title]) {
            match matching.counterpart(BASE, title, side) {
                Some(same) => parents.push([title, same]),
                // A side without a title may have made it a section.
                None => is_open[0][title] = true,
            }
        }
        Self {
            trees,
            is_open,
            below: trees.map(headings_below),
            found: Vec::new(),
            parents,
            other_names: vec![None; trees[0].nodes.len()],
        }
    }

    /// All pairs, after those with the same path were found.
    fn by_content(mut self, evidence: &Evidence) -> Vec<[usize; 2]> {
        for _ in 0..MAX_ROUNDS {
            let any = self.by_unique_name(|pairs, base| Some(pairs.trees[0].name(base)))
                || self.by_unique_name(|pairs, base| pairs.other_names[base])
                || self.by_tasks(&evidence.tasks)
                || self.by_votes(evidence.lines.clone());
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
            for [in_base, in_side] in by_name([self.named(0, in_base), self.named(1, in_side)]) {
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

    /// Pairs the headings with the most tasks and matched headings under both.
    fn by_tasks(&mut self, tasks: &[[usize; 2]]) -> bool {
        let [base_tree, side_tree] = self.trees;
        let parent_of = |[base, node]: &[usize; 2]| [base_tree.nodes[*base].parent, side_tree.nodes[*node].parent];
        self.by_votes(tasks.iter().copied().chain(self.found.iter().map(parent_of)).collect())
    }

    /// Pairs headings: those with the same name first, and of these those with the most votes.
    fn by_votes(&mut self, mut votes: Vec<[usize; 2]>) -> bool {
        votes.retain(|[base, node]| self.is_open[0][*base] && self.is_open[1][*node]);
        let rank = |[base, node]: [usize; 2]| {
            let name = self.trees[1].name(node);
            match self.other_names[base] {
                other if self.trees[0].name(base) == name || other == Some(name) => 0,
                // Of sections that became one, the other side has this one, too.
                Some(_) => 1,
                None => 2,
            }
        };
        self.pair_all(by_rank(votes, &rank).into_iter())
    }

    /// Pairs what is still to be matched, and returns whether there was any.
    fn pair_all(&mut self, pairs: impl Iterator<Item = [usize; 2]>) -> bool {
        pairs.filter(|pair| self.pair(*pair)).count() > 0
    }

    /// Pairs headings with the same name under different parents, if the name is unique.
    fn by_unique_name(&mut self, name_in_base: fn(&Self, usize) -> Option<&'d str>) -> bool {
        let [in_base, in_side] = [0, 1].map(|which| self.open(which, &self.trees[which].headings));
        let in_base = in_base.into_iter().filter_map(|base| Some((base, name_in_base(self, base)?)));
        let lists = by_name([in_base.collect(), self.named(1, in_side)]);
        let unique = lists.iter().filter_map(|lists| match lists.each_ref().map(Vec::as_slice) {
            [[base], [node]] => Some([*base, *node]),
            _ => None,
        });
        self.pair_all(unique)
    }

    fn named(&self, which: usize, nodes: Vec<usize>) -> Vec<(usize, &'d str)> {
        nodes.into_iter().map(|node| (node, self.trees[which].name(node))).collect()
    }
}

/// For each name, the headings of the base and of the side.
fn by_name(headings: [Vec<(usize, &str)>; 2]) -> Vec<[Vec<usize>; 2]> {
    let mut names = Interner::<&str>::default();
    let mut lists: Vec<[Vec<usize>; 2]> = Vec::new();
    for (which, headings) in headings.into_iter().enumerate() {
        for (node, name) in headings {
            let name = names.intern(name);
            lists.resize_with(names.count(), Default::default);
            lists[name][which].push(node);
        }
    }
    lists
}

/// The headings directly under each node.
fn headings_below(tree: &Tree<'_>) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); tree.nodes.len()];
    for node in &tree.headings {
        below[tree.nodes[*node].parent].push(*node);
    }
    below
}
