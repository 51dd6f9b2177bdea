//! Finds new texts that take the place of deleted ones.

use std::cmp::Reverse;

use crate::sort::{sort, sort_by_key};
use crate::text::Interner;

use super::matching::{Matching, Trees};
use super::tree::{NodeKind, Tree};
use super::{BASE, Side, for_sides, for_versions};

/// More combinations than this are not compared.
const MAX_COMPARISONS: usize = 4096;

/// Compares the texts of the base that a side no longer has with its new texts at the same place.
pub(super) struct ReplacedTexts<'r, 'd> {
    trees: &'r Trees<'d>,
    /// For each version and node, the tasks and texts directly under it.
    content: [Vec<Vec<usize>>; 3],
}

impl<'r, 'd> ReplacedTexts<'r, 'd> {
    pub(super) fn new(trees: &'r Trees<'d>) -> Self {
        Self { trees, content: for_versions(|side| content_below(trees, side)) }
    }

    /// Texts that a side changed: the old and the new one have a line in common. First those at the same place.
    pub(super) fn changed(&self, matching: &Matching, side: Side) -> Vec<[usize; 2]> {
        let pairs = self.pairs(matching, side, lines_of);
        let in_place = pairs.into_iter().filter(|(common, _)| *common > 0).map(|(_, pair)| pair);
        in_place.chain(shared_lines([&self.trees[BASE], &self.trees[side]])).collect()
    }

    /// Texts of the base that neither side has any longer, with what both sides have in their place.
    pub(super) fn by_both(&self, matching: &Matching) -> Vec<[usize; 3]> {
        let [ours, mut theirs] = for_sides(|side| self.pairs(matching, side, words_of));
        sort_by_key(&mut theirs, |(_, pair)| *pair);
        let both = ours.into_iter().filter_map(|(_, [base, our])| {
            let found = theirs.partition_point(|(_, pair)| pair[0] < base);
            theirs.get(found).filter(|(_, pair)| pair[0] == base).map(|(_, pair)| [base, our, pair[1]])
        });
        both.collect()
    }

    /// For each deleted text, the new text after the same sibling with the most parts in common, and how many these are.
    fn pairs(&self, matching: &Matching, side: Side, parts: fn(&'d str) -> Vec<&'d str>) -> Vec<(usize, [usize; 2])> {
        let mut found = Vec::new();
        for (parent, siblings) in self.content[BASE].iter().enumerate().filter(|(_, siblings)| !siblings.is_empty()) {
            let Some(there) = matching.counterpart(BASE, parent, side) else { continue };
            let of_parent = |side: Side, node: usize, parent: usize| {
                Some(node).filter(|node| self.trees[side].nodes[*node].parent == parent)
            };
            let deleted = self.texts(BASE, siblings, &|node| {
                let node_there = matching.counterpart(BASE, node, side)?;
                of_parent(side, node_there, there).map(|_| node)
            });
            let is_deleted = |(_, node): &(Option<usize>, usize)| matching.counterpart(BASE, *node, side).is_none();
            let deleted: Vec<_> = deleted.into_iter().filter(is_deleted).collect();
            if deleted.is_empty() {
                continue;
            }
            let added = self.texts(side, &self.content[side][there], &|node| {
                of_parent(BASE, matching.counterpart(side, node, BASE)?, parent)
            });
            let added: Vec<_> = added.into_iter().filter(|(_, node)| matching.is_free(side, *node)).collect();
            for deleted in deleted.chunk_by(|one, next| one.0 == next.0) {
                let place = deleted.first().map(|(after, _)| *after);
                let added: Vec<usize> = added.iter().filter(|each| Some(each.0) == place).map(|each| each.1).collect();
                let deleted: Vec<usize> = deleted.iter().map(|each| each.1).collect();
                found.extend(self.most_in_common(&deleted, side, &added, parts));
            }
        }
        found
    }

    /// The texts that are not in both versions, each with the sibling before it that is.
    fn texts(
        &self,
        version: Side,
        siblings: &[usize],
        in_both: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<(Option<usize>, usize)> {
        let mut after = None;
        let mut found = Vec::new();
        for node in siblings {
            if let Some(sibling) = in_both(*node) {
                after = Some(sibling);
            } else if self.trees[version].nodes[*node].kind == NodeKind::Text {
                found.push((after, *node));
            }
        }
        found
    }

    /// Pairs the texts with the most in common first, and those with equally much in order.
    fn most_in_common(
        &self,
        deleted: &[usize],
        side: Side,
        added: &[usize],
        parts: fn(&'d str) -> Vec<&'d str>,
    ) -> Vec<(usize, [usize; 2])> {
        if deleted.len() * added.len() > MAX_COMPARISONS {
            return deleted.iter().zip(added).map(|(deleted, added)| (0, [*deleted, *added])).collect();
        }
        let [old, new] = [(BASE, deleted), (side, added)].map(|(version, nodes)| {
            let tree = &self.trees[version];
            nodes.iter().map(|node| sorted(parts(tree.nodes[*node].own.of(tree.text)))).collect::<Vec<_>>()
        });
        let mut common: Vec<(Reverse<usize>, usize, usize)> = Vec::new();
        for (at, old) in old.iter().enumerate() {
            common.extend(new.iter().enumerate().map(|(other, new)| {
                let count = old.iter().filter(|part| new.binary_search(part).is_ok()).count();
                (Reverse(count), at, other)
            }));
        }
        sort(&mut common);
        let mut is_paired = [vec![false; deleted.len()], vec![false; added.len()]];
        let mut pairs = Vec::new();
        for (Reverse(count), at, other) in common {
            if !is_paired[0][at] && !is_paired[1][other] {
                (is_paired[0][at], is_paired[1][other]) = (true, true);
                pairs.push((count, [deleted[at], added[other]]));
            }
        }
        pairs
    }
}

/// The tasks and texts directly under each node.
fn content_below(trees: &Trees<'_>, side: Side) -> Vec<Vec<usize>> {
    let nodes = &trees[side].nodes;
    let mut below = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate().skip(1).filter(|(at, _)| !trees[side].is_heading(*at)) {
        below[node.parent].push(at);
    }
    below
}

/// For each line that occurs once in the texts of each of two versions: the two texts.
pub(super) fn shared_lines(trees: [&Tree<'_>; 2]) -> Vec<[usize; 2]> {
    let once = occurrences(&trees).1.into_iter().filter(|[one, other, _]| one.count == 1 && other.count == 1);
    once.map(|[one, other, _]| [one.text, other.text]).collect()
}

/// For each line that both sides added once: the two texts.
pub(super) fn added_lines([base, ours, theirs]: &Trees<'_>) -> Vec<[usize; 2]> {
    let is_added = |[ours, theirs, base]: &[Occurrences; 3]| ours.count == 1 && theirs.count == 1 && base.count == 0;
    occurrences(&[ours, theirs, base])
        .1
        .iter()
        .filter(|each| is_added(each))
        .map(|[our, their, _]| [our.text, their.text])
        .collect()
}

/// Whether a merged text has every line that neither side deleted or that one side added, once; and, unless deleted tasks or sections
/// were kept, no line that one side deleted. Of lines that occur several times, it is not clear which is which.
pub(super) fn keeps_lines(merged: &str, [base, ours, theirs]: &Trees<'_>, has_kept: bool) -> bool {
    let (lines, found) = occurrences(&[base, ours, theirs]);
    let mut counts = vec![0; found.len()];
    for number in lines_of(merged).into_iter().filter_map(|line| lines.find(line)) {
        counts[number] += 1;
    }
    found.iter().zip(counts).all(|(versions, count)| {
        let [was, our, their] = versions.map(|version| version.count);
        let expected = if our == was { their } else { our };
        let is_clear = was.max(our).max(their) == 1 && (our == was || their == was);
        !is_clear || count == expected || has_kept && expected == 0
    })
}

/// How often a line occurs in the texts of a version, and the last text with it.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    count: usize,
    text: usize,
}

/// The lines of all texts, and for each of them its occurrences in up to three versions.
fn occurrences<'d>(trees: &[&Tree<'d>]) -> (Interner<&'d str>, Vec<[Occurrences; 3]>) {
    let mut lines = Interner::<&str>::default();
    let mut found: Vec<[Occurrences; 3]> = Vec::new();
    for (which, tree) in trees.iter().enumerate() {
        let texts = tree.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Text);
        for (text, node) in texts {
            for line in lines_of(node.own.of(tree.text)) {
                let number = lines.intern(line);
                found.resize_with(lines.count(), Default::default);
                let seen = &mut found[number][which];
                *seen = Occurrences { count: seen.count + 1, text };
            }
        }
    }
    (lines, found)
}

/// The lines of a text that say something: not the fences of a code block.
fn lines_of(text: &str) -> Vec<&str> {
    let says_something = |line: &&str| !line.starts_with(['`', '~']) && line.contains(char::is_alphanumeric);
    text.lines().map(str::trim).filter(says_something).collect()
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn sorted(mut parts: Vec<&str>) -> Vec<&str> {
    sort(&mut parts);
    parts.dedup();
    parts
}
