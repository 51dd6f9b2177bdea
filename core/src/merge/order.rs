//! The order of entities with the same parent.
//!
//! The entities that kept their order on both sides are the spine. What a side added or moved comes after the entity of the
//! spine that it follows on that side. Where both sides insert something at the same position, the smaller name comes first,
//! so that the order does not depend on which side is ours.

use crate::sort::sort;
use crate::text::longest_increasing;

use super::matching::{Matching, Trees};
use super::structure::{Structure, parent_of};
use super::tree::NodeKind;
use super::{BASE, OURS, Side, THEIRS, for_versions};

/// Of longer lists, not every two entities are compared.
const MAX_COMPARED: usize = 256;

/// For each entity, its children in order: tasks and texts, then headings.
pub(super) fn children(trees: &Trees<'_>, matching: &Matching, structure: &mut Structure) -> Vec<Vec<usize>> {
    let count = matching.entities.len();
    let mut lists: [Vec<Vec<usize>>; 3] = for_versions(|_| vec![Vec::new(); count * 2]);
    for side in [BASE, OURS, THEIRS] {
        for (node, key) in matching.keys[side].iter().enumerate().skip(1) {
            let parent = parent_of(trees, matching, *key, side);
            // A deleted entity marks the place of what the side that has it put next to it.
            let kept = structure.kept[*key];
            let place = if kept { Some(structure.parent[*key]) } else { parent_of(trees, matching, *key, BASE) };
            if let Some(place) = place.filter(|_| parent == place) {
                lists[side][place * 2 + usize::from(trees[side].is_heading(node))].push(*key);
            }
        }
    }
    let mut order = Order {
        trees,
        matching,
        position: for_versions(|_| vec![None; count]),
        stays: for_versions(|_| vec![true; count]),
        spine: vec![None; count],
        moved_by_both: Vec::new(),
    };
    let mut children: Vec<Vec<usize>> = Vec::with_capacity(count);
    for parent in 0..count {
        let mut all = Vec::new();
        for list in [parent * 2, parent * 2 + 1] {
            let merged = order.merge([&lists[BASE][list], &lists[OURS][list], &lists[THEIRS][list]]);
            all.extend(merged.into_iter().filter(|key| structure.kept[*key]));
        }
        children.push(all);
    }
    structure.moved_by_both.extend(order.moved_by_both);
    children
}

struct Order<'o, 'd> {
    trees: &'o Trees<'d>,
    matching: &'o Matching,
    /// For each version and entity, its position in the list that is being merged.
    position: [Vec<Option<usize>>; 3],
    /// For each side and entity, whether it kept its position.
    stays: [Vec<bool>; 3],
    /// For each entity, its position in the spine.
    spine: Vec<Option<usize>>,
    moved_by_both: Vec<usize>,
}

impl Order<'_, '_> {
    fn merge(&mut self, lists: [&[usize]; 3]) -> Vec<usize> {
        if lists[OURS] == lists[THEIRS] && lists[OURS] == lists[BASE] {
            return lists[OURS].to_vec();
        }
        for side in [BASE, OURS, THEIRS] {
            for (at, key) in lists[side].iter().enumerate() {
                self.position[side][*key] = Some(at);
            }
        }
        for side in [OURS, THEIRS] {
            self.find_moved(lists[side], side);
        }
        let stays = |key: &usize| self.stays[OURS][*key] && self.stays[THEIRS][*key];
        let mut spine: Vec<usize> = lists[BASE].iter().copied().filter(stays).collect();
        if let Some(order) = self.order_of_both(lists) {
            let is_moved_by_both = |key: &usize| !self.stays[OURS][*key] && !self.stays[THEIRS][*key];
            let before = |side: Side, key: usize| self.position[side][key]?.checked_sub(1).map(|at| lists[side][at]);
            let differs = |key: &usize| before(OURS, *key) != before(THEIRS, *key);
            let contested: Vec<usize> = order.iter().copied().filter(is_moved_by_both).filter(differs).collect();
            self.moved_by_both.extend(contested);
            spine = order;
        }
        self.set_spine(&spine);
        spine = self.with_common_additions(lists, &spine);
        self.set_spine(&spine);
        let merged = self.with_runs(lists, &spine);
        for side in [BASE, OURS, THEIRS] {
            for key in lists[side] {
                self.position[side][*key] = None;
                self.stays[side][*key] = true;
                self.spine[*key] = None;
            }
        }
        merged
    }

    /// Finds what a side moved among its siblings. What is no longer there on the other side was moved if anything was: it must
    /// not decide about what is there.
    fn find_moved(&mut self, list: &[usize], side: Side) {
        let known: Vec<(usize, usize)> =
            list.iter().filter_map(|key| self.position[BASE][*key].map(|at| (*key, at))).collect();
        let is_in_all = |key: usize| self.position.iter().all(|position| position[key].is_some());
        let order: Vec<usize> = known.iter().filter(|(key, _)| is_in_all(*key)).map(|(_, at)| *at).collect();
        let mut common = longest_increasing(&order).into_iter();
        let mut stays: Vec<bool> = known.iter().map(|(key, _)| is_in_all(*key) && common.next() == Some(true)).collect();
        let mut limits = vec![usize::MAX; known.len() + 1];
        for (index, (_, at)) in known.iter().enumerate().rev() {
            limits[index] = if stays[index] { *at } else { limits[index + 1] };
        }
        let mut least = 0;
        for (index, (key, at)) in known.iter().enumerate() {
            stays[index] |= !is_in_all(*key) && (least..limits[index]).contains(at);
            if stays[index] {
                least = at + 1;
            }
        }
        for ((key, _), stays) in known.iter().zip(stays) {
            self.stays[side][*key] = stays;
        }
    }

    /// If both sides moved something: the entities of all versions in an order in which each two are as on the side that changed
    /// their order. Then merging the result again with a side changes nothing. There may be no such order.
    fn order_of_both(&self, lists: [&[usize]; 3]) -> Option<Vec<usize>> {
        let has_moved = |side: Side| lists[side].iter().any(|key| !self.stays[side][*key]);
        let is_in_all = |key: &usize| self.position.iter().all(|position| position[*key].is_some());
        let mut order: Vec<usize> = lists[BASE].iter().copied().filter(is_in_all).collect();
        if order.len() > MAX_COMPARED || !has_moved(OURS) || !has_moved(THEIRS) {
            return None;
        }
        let is_before = |one: usize, other: usize| {
            let [base, ours, theirs] = for_versions(|side| self.position[side][one] < self.position[side][other]);
            if ours == base { theirs } else { ours }
        };
        // In such an order, the number of entities before each is its position.
        let position = |key: &usize| order.iter().filter(|other| *other != key && is_before(**other, *key)).count();
        let mut positions: Vec<(usize, usize)> = order.iter().map(|key| (position(key), *key)).collect();
        sort(&mut positions);
        let is_order = positions.iter().enumerate().all(|(at, (position, _))| at == *position);
        order = positions.into_iter().map(|(_, key)| key).collect();
        is_order.then_some(order)
    }

    fn set_spine(&mut self, spine: &[usize]) {
        for (at, key) in spine.iter().enumerate() {
            self.spine[*key] = Some(at);
        }
    }

    /// The entities of a side's list that are not in the spine, each with the number of spine entities before it.
    fn anchored(&self, list: &[usize]) -> Vec<(usize, usize)> {
        let mut anchor = 0;
        let mut anchored = Vec::new();
        for key in list {
            match self.spine[*key] {
                Some(at) => anchor = at + 1,
                None => anchored.push((*key, anchor)),
            }
        }
        anchored
    }

    /// Whether both sides added an entity here, or moved it here.
    fn is_placed_by_both(&self, key: usize) -> bool {
        let is_in = |side: Side| self.position[side][key].is_some();
        is_in(OURS) && is_in(THEIRS) && (!is_in(BASE) || !(self.stays[OURS][key] || self.stays[THEIRS][key]))
    }

    /// The spine with the entities that both sides inserted between the same two of it.
    fn with_common_additions(&self, lists: [&[usize]; 3], spine: &[usize]) -> Vec<usize> {
        let names = |side: Side| lists[side].iter().map(move |key| self.name(side, *key));
        // Which order counts must not depend on which side is ours.
        let [one, other] = if names(OURS).le(names(THEIRS)) { [OURS, THEIRS] } else { [THEIRS, OURS] };
        let mut other_anchor: Vec<(usize, usize)> = self.anchored(lists[other]);
        other_anchor.retain(|(key, _)| self.is_placed_by_both(*key));
        if other_anchor.is_empty() {
            return spine.to_vec();
        }
        sort(&mut other_anchor);
        let is_common = |(key, anchor): &(usize, usize)| {
            let found = other_anchor.partition_point(|(found, _)| found < key);
            other_anchor.get(found) == Some(&(*key, *anchor))
        };
        let common: Vec<(usize, usize)> = self.anchored(lists[one]).into_iter().filter(is_common).collect();
        let mut added: Vec<Vec<usize>> = vec![Vec::new(); spine.len() + 1];
        for group in common.chunk_by(|one, next| one.1 == next.1) {
            let order: Vec<usize> = group.iter().map(|(key, _)| self.position[other][*key].unwrap_or(0)).collect();
            let stays = longest_increasing(&order);
            let kept = group.iter().zip(stays).filter(|(_, stays)| *stays);
            for ((key, anchor), _) in kept {
                added[*anchor].push(*key);
            }
        }
        let mut extended = Vec::new();
        for (at, additions) in added.iter().enumerate() {
            extended.extend(at.checked_sub(1).and_then(|before| spine.get(before)));
            extended.extend(additions);
        }
        extended
    }

    /// The spine with what each side inserted after each of its entities.
    fn with_runs(&mut self, lists: [&[usize]; 3], spine: &[usize]) -> Vec<usize> {
        let mut runs: [Vec<Vec<usize>>; 3] = for_versions(|_| vec![Vec::new(); spine.len() + 1]);
        let anchored = for_versions(|side| self.anchored(lists[side]));
        let mut anchor_of: [Vec<Option<usize>>; 3] = for_versions(|_| Vec::new());
        for side in [OURS, THEIRS] {
            anchor_of[side] = vec![None; lists[side].len()];
            for (key, anchor) in &anchored[side] {
                if let Some(at) = self.position[side][*key] {
                    anchor_of[side][at] = Some(*anchor);
                }
            }
        }
        for side in [OURS, THEIRS] {
            for (key, anchor) in &anchored[side] {
                if self.placed_by(*key, lists, &anchor_of) == side {
                    runs[side][*anchor].push(*key);
                }
            }
        }
        let mut merged = Vec::with_capacity(lists[OURS].len() + lists[THEIRS].len());
        for (at, (ours, theirs)) in runs[OURS].iter().zip(&runs[THEIRS]).enumerate() {
            merged.extend(at.checked_sub(1).and_then(|before| spine.get(before)));
            let ours_first =
                theirs.is_empty() || !ours.is_empty() && self.least(OURS, ours) <= self.least(THEIRS, theirs);
            let (first, second) = if ours_first { (ours, theirs) } else { (theirs, ours) };
            merged.extend(first);
            merged.extend(second);
        }
        merged
    }

    /// The side that determines the position of an entity.
    fn placed_by(&mut self, key: usize, lists: [&[usize]; 3], anchor_of: &[Vec<Option<usize>>; 3]) -> Side {
        let [_, ours, theirs] = for_versions(|side| self.position[side][key]);
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            return if ours.is_some() { OURS } else { THEIRS };
        };
        if !self.is_placed_by_both(key) {
            return if self.stays[OURS][key] { THEIRS } else { OURS };
        }
        if self.position[BASE][key].is_some() && self.moved_by_both.last() != Some(&key) {
            self.moved_by_both.push(key);
        }
        let rank = |side: Side, at: usize| {
            let before = at.checked_sub(1).and_then(|before| lists[side].get(before));
            (anchor_of[side].get(at).copied().flatten(), before.map(|before| self.name(side, *before)))
        };
        if rank(OURS, ours) <= rank(THEIRS, theirs) { OURS } else { THEIRS }
    }

    /// What entities are ordered by: texts come after everything else; with equal names, those of the base come first.
    fn name(&self, side: Side, key: usize) -> (bool, &str, usize) {
        let entity = self.matching.entities[key];
        let node = entity[side].unwrap_or_default();
        let is_text = self.trees[side].nodes[node].kind == NodeKind::Text;
        (is_text, self.trees[side].name(node), entity[BASE].unwrap_or(usize::MAX))
    }

    /// The smallest name in a run; texts come after everything else.
    fn least(&self, side: Side, run: &[usize]) -> Option<(bool, &str, usize)> {
        run.iter().map(|key| self.name(side, *key)).min()
    }
}
