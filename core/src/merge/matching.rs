//! Matches the nodes of three versions: nodes of the same task, heading or text are one entity.

use std::cmp::Reverse;

use crate::text::Interner;

use super::tree::{NodeKind, Tree};
use super::{BASE, OURS, Side, THEIRS};

pub(super) type Trees<'d> = [Tree<'d>; 3];

/// All entities of the three versions. The key of an entity is its index.
#[derive(Debug, Default)]
pub(super) struct Matching {
    /// For each entity, its node in each version.
    pub(super) entities: Vec<[Option<usize>; 3]>,
    /// For each version, the key of each node.
    pub(super) keys: [Vec<usize>; 3],
    /// Entities whose id the other side gave to another task, with their new ids.
    pub(super) new_ids: Vec<(usize, String)>,
}

const NONE: usize = usize::MAX;

impl Matching {
    /// Matches tasks by id, headings by path or children, and texts by content and position.
    pub(super) fn of(trees: &Trees<'_>) -> Self {
        let mut matching = Self { keys: trees.each_ref().map(|tree| vec![NONE; tree.nodes.len()]), ..Self::default() };
        matching.unite([Some(0); 3]);
        matching.match_tasks(trees);
        let titles = trees.each_ref().map(|tree| tree.plan.title.map(|title| tree.headings[title]));
        if titles.iter().any(Option::is_some) {
            matching.unite(titles);
        }
        for side in [OURS, THEIRS] {
            matching.match_headings(trees, side);
        }
        matching.match_added_headings(trees);
        for side in [OURS, THEIRS] {
            matching.match_texts(trees, side);
        }
        matching.match_added_texts(trees);
        matching
    }

    /// Makes these nodes one entity.
    fn unite(&mut self, nodes: [Option<usize>; 3]) -> usize {
        let key = self.entities.len();
        for (side, node) in nodes.into_iter().enumerate() {
            if let Some(node) = node {
                self.keys[side][node] = key;
            }
        }
        self.entities.push(nodes);
        key
    }

    /// Adds a node of `side` to an existing entity.
    pub(super) fn join(&mut self, key: usize, side: Side, node: usize) {
        self.entities[key][side] = Some(node);
        self.keys[side][node] = key;
    }

    pub(super) fn add(&mut self, side: Side, node: usize) -> usize {
        let mut nodes = [None; 3];
        nodes[side] = Some(node);
        self.unite(nodes)
    }

    pub(super) fn is_free(&self, side: Side, node: usize) -> bool {
        self.keys[side][node] == NONE
    }

    fn parent_key(&self, trees: &Trees<'_>, side: Side, node: usize) -> usize {
        self.keys[side][trees[side].nodes[node].parent]
    }

    fn match_tasks(&mut self, trees: &Trees<'_>) {
        for side in [BASE, OURS, THEIRS] {
            for node in &trees[side].tasks {
                let id = trees[side].name(*node);
                let earlier = (0..side).find_map(|other| {
                    let tree = &trees[other];
                    tree.plan.find(tree.text, id).map(|index| (other, tree.tasks[index]))
                });
                match earlier {
                    Some((OURS, ours)) if title(trees, OURS, ours) != title(trees, THEIRS, *node) => {
                        self.separate(trees, ours, *node);
                    }
                    Some((other, earlier)) => self.join(self.keys[other][earlier], side, *node),
                    None => {
                        self.add(side, *node);
                    }
                }
            }
        }
    }

    /// Both sides gave the same id to different new tasks: the one with the larger title gets another id.
    fn separate(&mut self, trees: &Trees<'_>, ours: usize, theirs: usize) {
        let id = trees[THEIRS].name(theirs);
        let key = self.add(THEIRS, theirs);
        let is_taken = |id: &str| trees.iter().any(|tree| tree.plan.find(tree.text, id).is_some());
        let start = id.get(..120).unwrap_or(id);
        let free =
            (2..usize::MAX).map(|number| format!("{start}_{number}")).find(|id| !is_taken(id)).unwrap_or_default();
        let theirs_is_larger = title(trees, THEIRS, theirs) > title(trees, OURS, ours);
        self.new_ids.push((if theirs_is_larger { key } else { self.keys[OURS][ours] }, free));
    }

    /// Matches the headings of a side with those of the base: outermost first, by name, then by their children.
    fn match_headings(&mut self, trees: &Trees<'_>, side: Side) {
        let mut parents: Vec<[usize; 2]> = vec![[0, 0]];
        self.match_below(trees, side, &mut parents);
        // A heading that is not under its old parent may have moved to another.
        let free = |matching: &Self, side: Side| -> Vec<usize> {
            trees[side].headings.iter().copied().filter(|node| matching.is_free(side, *node)).collect()
        };
        let pairs = by_name(trees, side, &free(self, BASE), &free(self, side));
        for [base, node] in pairs {
            if self.is_free(side, node)
                && self.entities.get(self.keys[BASE][base]).is_none_or(|entity| entity[side].is_none())
            {
                self.pair(side, base, node);
                self.match_below(trees, side, &mut vec![[base, node]]);
            }
        }
        for base in free(self, BASE) {
            self.add(BASE, base);
        }
    }

    pub(super) fn pair(&mut self, side: Side, base: usize, node: usize) {
        if self.is_free(BASE, base) {
            self.add(BASE, base);
        }
        self.join(self.keys[BASE][base], side, node);
    }

    fn match_below(&mut self, trees: &Trees<'_>, side: Side, parents: &mut Vec<[usize; 2]>) {
        let below = [BASE, side].map(|side| headings_below(&trees[side]));
        while let Some([base_parent, side_parent]) = parents.pop() {
            let is_open =
                |base: &usize| self.entities.get(self.keys[BASE][*base]).is_none_or(|entity| entity[side].is_none());
            let in_base: Vec<_> = below[0][base_parent].iter().copied().filter(is_open).collect();
            let in_side: Vec<_> =
                below[1][side_parent].iter().copied().filter(|node| self.is_free(side, *node)).collect();
            let mut pairs = by_name(trees, side, &in_base, &in_side);
            pairs.extend(self.renamed(
                trees,
                side,
                &below,
                &without(&in_base, &pairs, 0),
                &without(&in_side, &pairs, 1),
            ));
            for pair in pairs {
                self.pair(side, pair[0], pair[1]);
                parents.push(pair);
            }
        }
    }

    /// Pairs renamed headings by the tasks and headings that are under both. A single empty heading is paired with a single one
    /// of its level.
    fn renamed(
        &self,
        trees: &Trees<'_>,
        side: Side,
        below: &[Vec<Vec<usize>>; 2],
        base: &[usize],
        in_side: &[usize],
    ) -> Vec<[usize; 2]> {
        let mut is_open = flags(trees[BASE].nodes.len(), base);
        let mut names = Interner::<&str>::default();
        let mut parent_of_name: Vec<usize> = Vec::new();
        for parent in base {
            for heading in &below[0][*parent] {
                if names.intern(trees[BASE].name(*heading)) == parent_of_name.len() {
                    parent_of_name.push(*parent);
                }
            }
        }
        let mut votes: Vec<(usize, [usize; 2])> = Vec::new();
        for node in in_side {
            let by_heading = below[1][*node].iter().map(|heading| names.intern(trees[side].name(*heading)));
            let by_heading: Vec<_> = by_heading.filter_map(|name| parent_of_name.get(name).copied()).collect();
            let candidates = self.base_parents(trees, side, *node).into_iter().chain(by_heading);
            let mut candidates: Vec<_> = candidates.filter(|candidate| is_open[*candidate]).collect();
            candidates.sort_unstable();
            let counted = candidates.chunk_by(|one, next| one == next);
            votes.extend(counted.filter_map(|same| Some((same.len(), [*same.first()?, *node]))));
        }
        let mut is_free = flags(trees[side].nodes.len(), in_side);
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        votes.sort_by_key(|(count, _)| Reverse(*count));
        for (_, [candidate, node]) in votes {
            if is_open[candidate] && is_free[node] {
                (is_open[candidate], is_free[node]) = (false, false);
                pairs.push([candidate, node]);
            }
        }
        if let ([one], [other], []) = (base, in_side, pairs.as_slice()) {
            let is_empty = !trees[BASE].tasks.iter().any(|task| trees[BASE].nodes[*task].parent == *one);
            if is_empty && trees[BASE].level(*one) == trees[side].level(*other) {
                pairs.push([*one, *other]);
            }
        }
        pairs
    }

    /// For each task directly under a heading of a side, its parent in the base.
    fn base_parents(&self, trees: &Trees<'_>, side: Side, heading: usize) -> Vec<usize> {
        let after = trees[side].nodes.get(heading + 1..).unwrap_or_default();
        let content =
            after.iter().zip(heading + 1..).take_while(|(node, _)| !matches!(node.kind, NodeKind::Heading(_)));
        let own = content.filter(|(node, _)| node.parent == heading);
        let in_base = own.filter_map(|(_, node)| self.entities.get(self.keys[side][node])?[BASE]);
        in_base.map(|base| trees[BASE].nodes[base].parent).collect()
    }

    /// Matches new headings of both sides with the same name and parent.
    fn match_added_headings(&mut self, trees: &Trees<'_>) {
        let mut labels = Interner::<String>::default();
        let mut ours = Vec::new();
        for node in &trees[OURS].headings {
            if self.is_free(OURS, *node) {
                self.add(OURS, *node);
                let label = format!("{}\n{}", self.parent_key(trees, OURS, *node), trees[OURS].name(*node));
                if labels.insert(label) {
                    ours.push(*node);
                }
            }
        }
        for node in &trees[THEIRS].headings {
            if self.is_free(THEIRS, *node) {
                let label = format!("{}\n{}", self.parent_key(trees, THEIRS, *node), trees[THEIRS].name(*node));
                let same = labels.find(&label).map(|at| self.keys[OURS][ours[at]]);
                match same.filter(|key| self.entities[*key][THEIRS].is_none()) {
                    Some(key) => self.join(key, THEIRS, *node),
                    None => {
                        self.add(THEIRS, *node);
                    }
                }
            }
        }
    }
}

fn title<'d>(trees: &Trees<'d>, side: Side, node: usize) -> &'d str {
    trees[side].task(node).map_or("", |task| task.title.of(trees[side].text))
}

/// The headings directly under each node.
fn headings_below(tree: &Tree<'_>) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); tree.nodes.len()];
    for node in &tree.headings {
        below[tree.nodes[*node].parent].push(*node);
    }
    below
}

/// Pairs nodes of the base and of a side with the same name; duplicates are paired in order.
fn by_name(trees: &Trees<'_>, side: Side, base: &[usize], in_side: &[usize]) -> Vec<[usize; 2]> {
    let mut names = Interner::<&str>::default();
    let numbers: Vec<usize> = base.iter().map(|node| names.intern(trees[BASE].name(*node))).collect();
    let mut unpaired: Vec<Vec<usize>> = vec![Vec::new(); names.count()];
    for (node, number) in base.iter().zip(numbers).rev() {
        unpaired[number].push(*node);
    }
    let pair = |node: &usize| {
        let base = unpaired.get_mut(names.intern(trees[side].name(*node)))?.pop()?;
        Some([base, *node])
    };
    in_side.iter().filter_map(pair).collect()
}

fn without(nodes: &[usize], pairs: &[[usize; 2]], which: usize) -> Vec<usize> {
    let paired: Vec<usize> = pairs.iter().map(|pair| pair[which]).collect();
    let is_paired = flags(nodes.iter().max().map_or(0, |most| most + 1), &paired);
    nodes.iter().copied().filter(|node| !is_paired[*node]).collect()
}

/// A flag for each of `count` nodes, set for those in `nodes`.
fn flags(count: usize, nodes: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; count];
    for node in nodes {
        flags[*node] = true;
    }
    flags
}
