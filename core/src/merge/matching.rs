//! Matches the nodes of three versions: nodes of the same task, heading or text are one entity.

use super::match_headings::heading_pairs;
use super::match_text::Contents;
use super::tree::Tree;
use super::{BASE, OURS, Side, THEIRS, for_versions};

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
    /// Matches tasks by id, headings by path or content, and texts by content.
    pub(super) fn of(trees: &Trees<'_>) -> Self {
        let mut matching = Self { keys: trees.each_ref().map(|tree| vec![NONE; tree.nodes.len()]), ..Self::default() };
        matching.unite([Some(0); 3]);
        matching.match_tasks(trees);
        let titles = titles(trees);
        if titles.iter().any(Option::is_some) {
            matching.unite(titles);
        }
        for (side, pairs) in [OURS, THEIRS].into_iter().zip(heading_pairs(trees, &matching)) {
            for [base, node] in pairs {
                matching.pair(side, base, node);
            }
        }
        matching.add_free(BASE, &trees[BASE].headings);
        matching.match_added_headings(trees);
        matching.match_texts(trees, &Contents::of(trees));
        matching
    }

    /// Makes these nodes one entity.
    pub(super) fn unite(&mut self, nodes: [Option<usize>; 3]) -> usize {
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

    /// Makes a separate entity of each of these nodes that belongs to none.
    pub(super) fn add_free(&mut self, side: Side, nodes: &[usize]) {
        for node in nodes {
            if self.is_free(side, *node) {
                self.add(side, *node);
            }
        }
    }

    pub(super) fn pair(&mut self, side: Side, base: usize, node: usize) {
        if self.is_free(BASE, base) {
            self.add(BASE, base);
        }
        self.join(self.keys[BASE][base], side, node);
    }

    pub(super) fn is_free(&self, side: Side, node: usize) -> bool {
        self.keys[side][node] == NONE
    }

    /// The node in another version of the same entity.
    pub(super) fn counterpart(&self, side: Side, node: usize, other: Side) -> Option<usize> {
        self.entities.get(self.keys[side][node])?[other]
    }

    fn match_tasks(&mut self, trees: &Trees<'_>) {
        for side in [BASE, OURS, THEIRS] {
            for node in &trees[side].tasks {
                if !self.is_free(side, *node) {
                    continue;
                }
                let id = trees[side].name(*node);
                let earlier = (0..side).find_map(|other| Some((other, find_task(trees, other, id)?)));
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
        let theirs_is_larger = title(trees, THEIRS, theirs) > title(trees, OURS, ours);
        let (renamed, side, node, other) =
            if theirs_is_larger { (key, THEIRS, theirs, OURS) } else { (self.keys[OURS][ours], OURS, ours, THEIRS) };
        let start = id.get(..120).unwrap_or(id);
        for number in 2..usize::MAX {
            let free = format!("{start}_{number}");
            let taken = for_versions(|version| find_task(trees, version, &free));
            // An earlier merge of these two has given it this id already.
            let known = taken[other].filter(|known| title(trees, other, *known) == title(trees, side, node));
            if let Some(known) = known.filter(|_| taken[BASE].is_none() && taken[side].is_none()) {
                self.replace(renamed, side, node, other, known);
            } else if taken.iter().any(Option::is_some) {
                continue;
            }
            self.new_ids.push((self.keys[side][node], free));
            return;
        }
    }

    /// Moves a node of `side` from its separate entity to that of `known`.
    fn replace(&mut self, old: usize, side: Side, node: usize, other: Side, known: usize) {
        self.entities[old][side] = None;
        if self.is_free(other, known) {
            self.add(other, known);
        }
        self.join(self.keys[other][known], side, node);
    }
}

/// The titles. A side that put another title above that of the base, and made that a section, has no title in this sense.
pub(super) fn titles(trees: &Trees<'_>) -> [Option<usize>; 3] {
    let titles = trees.each_ref().map(|tree| tree.plan.title.map(|title| tree.headings[title]));
    let old_name = titles[BASE].map(|title| trees[BASE].name(title));
    for_versions(|side| {
        let is_old = |node: usize| Some(trees[side].name(node)) == old_name;
        titles[side].filter(|title| is_old(*title) || !trees[side].headings.iter().any(|node| is_old(*node)))
    })
}

/// The node of the task with this id.
fn find_task(trees: &Trees<'_>, side: Side, id: &str) -> Option<usize> {
    let tree = &trees[side];
    tree.plan.find(tree.text, id).map(|index| tree.tasks[index])
}

fn title<'d>(trees: &Trees<'d>, side: Side, node: usize) -> &'d str {
    trees[side].task(node).map_or("", |task| task.title.of(trees[side].text))
}
