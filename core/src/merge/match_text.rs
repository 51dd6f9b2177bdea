//! Which texts of three versions are the same.

use crate::text::{Interner, common_lines, in_order_of};

use super::matching::{Matching, Trees};
use super::tree::{Kind, TextLine};
use super::{BASE, OURS, Side, THEIRS};

impl Matching {
    /// Matches the texts of a side with those of the base: under the same parent by their words, then by their order; and
    /// whatever is left by its words alone.
    pub(super) fn match_texts(&mut self, trees: &Trees<'_>, side: Side) {
        let mut words = Interner::default();
        let in_base = intern_texts(&mut words, trees, BASE, self.texts(trees, BASE));
        let in_side = intern_texts(&mut words, trees, side, self.texts(trees, side));
        let mut pairs = Vec::new();
        for (base_group, side_group) in groups(&in_base, &in_side) {
            let [base_words, side_words] =
                [base_group, side_group].map(|group| group.iter().map(|each| each.words).collect::<Vec<_>>());
            let (mut base_at, mut side_at) = (0, 0);
            let same = common_lines(&base_words, &side_words);
            for (base_next, side_next) in same.into_iter().chain([(base_group.len(), side_group.len())]) {
                let between = base_group[base_at..base_next].iter().zip(&side_group[side_at..side_next]);
                pairs.extend(between.map(|(base, side)| [base.node, side.node]));
                if let (Some(base), Some(side)) = (base_group.get(base_next), side_group.get(side_next)) {
                    pairs.push([base.node, side.node]);
                }
                (base_at, side_at) = (base_next + 1, side_next + 1);
            }
        }
        for [base, node] in pairs {
            self.pair(side, base, node);
        }
        let mut gone: Vec<Option<usize>> = vec![None; words.count()];
        for each in &in_base {
            if self.things.get(self.keys[BASE][each.node]).is_none_or(|thing| thing[side].is_none()) {
                gone[each.words].get_or_insert(each.node);
            }
        }
        for each in in_side {
            if self.is_free(side, each.node)
                && let Some(base) = gone[each.words].take()
            {
                self.pair(side, base, each.node);
            }
        }
        for each in in_base {
            if self.is_free(BASE, each.node) {
                self.add(BASE, each.node);
            }
        }
    }

    /// Two new texts of the same words under one parent are one.
    pub(super) fn match_added_texts(&mut self, trees: &Trees<'_>) {
        let mut words = Interner::default();
        let [ours, theirs] = [OURS, THEIRS].map(|side| {
            let free = self.texts(trees, side).into_iter().filter(|(_, node)| self.is_free(side, *node)).collect();
            intern_texts(&mut words, trees, side, free)
        });
        for each in &ours {
            self.add(OURS, each.node);
        }
        for (our_group, their_group) in groups(&ours, &theirs) {
            let [our_words, their_words] =
                [our_group, their_group].map(|group| group.iter().map(|each| each.words).collect::<Vec<_>>());
            for (our, their) in common_lines(&our_words, &their_words) {
                self.join(self.keys[OURS][our_group[our].node], THEIRS, their_group[their].node);
            }
        }
        for each in theirs {
            if self.is_free(THEIRS, each.node) {
                self.add(THEIRS, each.node);
            }
        }
    }

    /// The texts of a version with the keys of their parents, sorted by these.
    fn texts(&self, trees: &Trees<'_>, side: Side) -> Vec<(usize, usize)> {
        let nodes = trees[side].nodes.iter().enumerate();
        let texts =
            nodes.filter(|(_, node)| node.kind == Kind::Text).map(|(at, node)| (self.keys[side][node.parent], at));
        in_order_of(texts.collect(), |(parent, _)| *parent)
    }
}

/// A text with its parent and the index of its words.
#[derive(Clone, Copy)]
struct TextOf {
    parent: usize,
    node: usize,
    words: usize,
}

/// Interns texts by their words, which are the same at any indentation.
fn intern_texts(
    words: &mut Interner<String>,
    trees: &Trees<'_>,
    side: Side,
    texts: Vec<(usize, usize)>,
) -> Vec<TextOf> {
    let intern = |(parent, node): (usize, usize)| {
        let lines: Vec<&str> = trees[side].lines(node).iter().map(TextLine::dedented).collect();
        TextOf { parent, node, words: words.intern(lines.join("\n")) }
    };
    texts.into_iter().map(intern).collect()
}

/// The texts of two versions that have the same parent; both lists are sorted by that.
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
