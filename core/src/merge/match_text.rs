//! Matches the texts of three versions.

use crate::text::{Interner, common_lines};

use super::matching::{Matching, Trees};
use super::tree::{NodeKind, TextLine};
use super::{BASE, OURS, Side, THEIRS};

impl Matching {
    /// Matches the texts of a side with those of the base: under the same parent by content, then by order; the remaining ones
    /// by content alone.
    pub(super) fn match_texts(&mut self, trees: &Trees<'_>, side: Side) {
        let mut contents = Interner::default();
        let in_base = intern_texts(&mut contents, trees, BASE, self.texts(trees, BASE));
        let in_side = intern_texts(&mut contents, trees, side, self.texts(trees, side));
        let mut pairs = Vec::new();
        for (base_group, side_group) in groups(&in_base, &in_side) {
            let [base_contents, side_contents] =
                [base_group, side_group].map(|group| group.iter().map(|each| each.content).collect::<Vec<_>>());
            let (mut base_at, mut side_at) = (0, 0);
            let same = common_lines(&base_contents, &side_contents);
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
        let mut unmatched: Vec<Option<usize>> = vec![None; contents.count()];
        for each in &in_base {
            if self.entities.get(self.keys[BASE][each.node]).is_none_or(|entity| entity[side].is_none()) {
                unmatched[each.content].get_or_insert(each.node);
            }
        }
        for each in in_side {
            if self.is_free(side, each.node)
                && let Some(base) = unmatched[each.content].take()
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

    /// Matches new texts of both sides with the same content and parent.
    pub(super) fn match_added_texts(&mut self, trees: &Trees<'_>) {
        let mut contents = Interner::default();
        let [ours, theirs] = [OURS, THEIRS].map(|side| {
            let free = self.texts(trees, side).into_iter().filter(|(_, node)| self.is_free(side, *node)).collect();
            intern_texts(&mut contents, trees, side, free)
        });
        for each in &ours {
            self.add(OURS, each.node);
        }
        for (our_group, their_group) in groups(&ours, &theirs) {
            let [our_contents, their_contents] =
                [our_group, their_group].map(|group| group.iter().map(|each| each.content).collect::<Vec<_>>());
            for (our, their) in common_lines(&our_contents, &their_contents) {
                self.join(self.keys[OURS][our_group[our].node], THEIRS, their_group[their].node);
            }
        }
        for each in theirs {
            if self.is_free(THEIRS, each.node) {
                self.add(THEIRS, each.node);
            }
        }
    }

    /// The texts of a version with the keys of their parents, sorted by parent.
    fn texts(&self, trees: &Trees<'_>, side: Side) -> Vec<(usize, usize)> {
        let nodes = trees[side].nodes.iter().enumerate();
        let texts =
            nodes.filter(|(_, node)| node.kind == NodeKind::Text).map(|(at, node)| (self.keys[side][node.parent], at));
        let mut texts: Vec<_> = texts.collect();
        texts.sort_unstable();
        texts
    }
}

/// A text with its parent and the index of its interned content.
#[derive(Clone, Copy)]
struct TextOf {
    parent: usize,
    node: usize,
    content: usize,
}

/// Interns the content of texts, without their indentation.
fn intern_texts(
    contents: &mut Interner<String>,
    trees: &Trees<'_>,
    side: Side,
    texts: Vec<(usize, usize)>,
) -> Vec<TextOf> {
    let intern = |(parent, node): (usize, usize)| {
        let lines: Vec<&str> = trees[side].lines(node).iter().map(TextLine::dedented).collect();
        TextOf { parent, node, content: contents.intern(lines.join("\n")) }
    };
    texts.into_iter().map(intern).collect()
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
