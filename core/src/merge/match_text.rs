//! Matches the texts of three versions.
//!
//! A text is known by its content: a paragraph that was rewritten is a deleted one and a new one. It is the same one if a line of
//! it is left; and if both sides rewrote the same paragraph, because then they contradict each other.

use crate::sort::{sort, sort_by_key};
use crate::text::{Interner, common_lines};

use super::matching::{Matching, Trees};
use super::replaced_text::ReplacedTexts;
use super::tree::{NodeKind, TextLine};
use super::{BASE, OURS, Side, THEIRS, for_versions};

const NONE: usize = usize::MAX;

/// The content of all texts, without their indentation, as numbers.
#[derive(Debug)]
pub(super) struct Contents {
    /// For each version and node, the number of its content.
    of: [Vec<usize>; 3],
    /// Whether a content has words, so that the same content is hardly a coincidence.
    has_words: Vec<bool>,
}

impl Contents {
    pub(super) fn of(trees: &Trees<'_>) -> Self {
        let mut interner = Interner::<String>::default();
        let mut contents = Self { of: [vec![], vec![], vec![]], has_words: Vec::new() };
        for side in [BASE, OURS, THEIRS] {
            contents.of[side] = vec![NONE; trees[side].nodes.len()];
            for (node, _) in trees[side].nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Text) {
                let lines: Vec<&str> = trees[side].lines(node).iter().map(TextLine::dedented).collect();
                let content = lines.join("\n");
                if interner.find(&content).is_none() {
                    contents.has_words.push(content.contains(char::is_alphanumeric));
                }
                contents.of[side][node] = interner.intern(content);
            }
        }
        contents
    }
}

/// A text with its parent and the number of its content.
#[derive(Clone, Copy)]
struct TextOf {
    parent: usize,
    node: usize,
    content: usize,
}

impl Matching {
    pub(super) fn match_texts(&mut self, trees: &Trees<'_>, contents: &Contents) {
        let [base, ours, theirs] = for_versions(|side| self.texts(trees, contents, side));
        for (side, texts) in [(OURS, &ours), (THEIRS, &theirs)] {
            for [base, node] in same_texts(&base, texts) {
                self.pair(side, base, node);
            }
            self.match_moved_texts(side, &base, texts, contents);
        }
        let free = |matching: &Self, side: Side, texts: &[TextOf]| -> Vec<TextOf> {
            texts.iter().copied().filter(|each| matching.is_free(side, each.node)).collect()
        };
        for [our, their] in same_texts(&free(self, OURS, &ours), &free(self, THEIRS, &theirs)) {
            self.unite([None, Some(our), Some(their)]);
        }
        let is_deleted =
            |each: &TextOf| [OURS, THEIRS].iter().any(|side| self.counterpart(BASE, each.node, *side).is_none());
        if base.iter().any(is_deleted) {
            self.match_replaced_texts(trees);
        }
        for (side, texts) in [(BASE, base), (OURS, ours), (THEIRS, theirs)] {
            self.add_free(side, &texts.iter().map(|each| each.node).collect::<Vec<_>>());
        }
    }

    fn match_replaced_texts(&mut self, trees: &Trees<'_>) {
        let replaced = ReplacedTexts::new(trees);
        for side in [OURS, THEIRS] {
            for [base, node] in replaced.changed(self, side) {
                if self.is_free(side, node) && self.counterpart(BASE, base, side).is_none() {
                    self.pair(side, base, node);
                }
            }
        }
        for nodes in replaced.by_both(self) {
            if self.is_free(BASE, nodes[BASE]) {
                self.unite(nodes.map(Some));
            }
        }
    }

    /// The texts of a version, sorted by parent.
    fn texts(&self, trees: &Trees<'_>, contents: &Contents, side: Side) -> Vec<TextOf> {
        let nodes = trees[side].nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Text);
        let text = |(at, node): (usize, &super::tree::Node)| TextOf {
            parent: self.keys[side][node.parent],
            node: at,
            content: contents.of[side][at],
        };
        let mut texts: Vec<_> = nodes.map(text).collect();
        sort_by_key(&mut texts, |each| each.parent);
        texts
    }

    /// Matches texts that a side put under another parent.
    fn match_moved_texts(&mut self, side: Side, base: &[TextOf], texts: &[TextOf], contents: &Contents) {
        let is_left = |matching: &Self, each: &&TextOf| matching.counterpart(BASE, each.node, side).is_none();
        let mut left: Vec<Vec<usize>> = vec![Vec::new(); contents.has_words.len()];
        for each in base.iter().filter(|each| contents.has_words[each.content] && is_left(self, each)) {
            left[each.content].push(each.node);
        }
        let mut moved: Vec<Vec<usize>> = vec![Vec::new(); contents.has_words.len()];
        for each in texts.iter().filter(|each| self.is_free(side, each.node)) {
            moved[each.content].push(each.node);
        }
        for (left, moved) in left.iter().zip(&moved) {
            if let ([base], [node]) = (left.as_slice(), moved.as_slice()) {
                self.pair(side, *base, *node);
            }
        }
    }
}

/// Pairs the texts of two versions with the same content and parent: those in the same order first, then the others.
fn same_texts(one: &[TextOf], other: &[TextOf]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (one, other) in groups(one, other) {
        let [one_contents, other_contents] =
            [one, other].map(|group| group.iter().map(|each| each.content).collect::<Vec<_>>());
        let mut is_paired = [vec![false; one.len()], vec![false; other.len()]];
        let mut pair = |at: usize, same: usize| {
            (is_paired[0][at], is_paired[1][same]) = (true, true);
            pairs.push([one[at].node, other[same].node]);
        };
        for (at, same) in common_lines(&one_contents, &other_contents) {
            pair(at, same);
        }
        let mut left: Vec<(usize, usize)> =
            (0..other.len()).filter(|at| !is_paired[1][*at]).map(|at| (other_contents[at], at)).collect();
        sort(&mut left);
        for at in (0..one.len()).filter(|at| !is_paired[0][*at]) {
            let found = left.partition_point(|(content, _)| *content < one_contents[at]);
            if left.get(found).is_some_and(|(content, _)| *content == one_contents[at]) {
                let (_, same) = left.remove(found);
                pairs.push([one[at].node, other[same].node]);
            }
        }
    }
    pairs
}

/// The texts of two versions with the same parent; both lists are sorted by parent.
fn groups<'t>(one: &'t [TextOf], other: &'t [TextOf]) -> Vec<(&'t [TextOf], &'t [TextOf])> {
    let group = |texts: &'t [TextOf], parent: usize| {
        let start = texts.partition_point(|each| each.parent < parent);
        let end = texts.partition_point(|each| each.parent <= parent);
        &texts[start..end]
    };
    one.chunk_by(|one, next| one.parent == next.parent)
        .filter_map(|texts| Some((texts, group(other, texts.first()?.parent))))
        .collect()
}
