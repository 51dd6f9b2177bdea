//! Resolves the references of a draft: ids, parents and dependencies.

use std::collections::BTreeMap;

use crate::plan::{IdGenerator, is_id};
use crate::text::truncate;

use super::draft::{Draft, Parent, display_key};
use super::warnings::Warnings;

/// A draft with resolved references. All lists are indexed by task.
#[derive(Debug)]
pub(crate) struct Assembled {
    pub(crate) draft: Draft,
    pub(crate) ids: Vec<String>,
    pub(crate) parents: Vec<Option<usize>>,
    pub(crate) children: Vec<Vec<usize>>,
    /// Dependencies, without cycles.
    pub(crate) depends: Vec<Vec<usize>>,
}

/// Time and entropy for new ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
    pub(crate) entropy: [u8; 10],
}

pub(crate) fn assemble(mut draft: Draft, seed: Seed, warnings: &mut Warnings) -> Assembled {
    let keys = indexes_by_key(&draft);
    let ids = assign_ids(&mut draft, seed, warnings);
    let parents = resolve_parents(&mut draft, &keys, warnings);
    let depends = resolve_dependencies(&mut draft, &keys, &parents, warnings);
    let mut children = vec![Vec::new(); draft.tasks.len()];
    for (index, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(index);
        }
    }
    Assembled { draft, ids, parents, children, depends }
}

/// Task indexes by key; of duplicates, the first.
fn indexes_by_key(draft: &Draft) -> BTreeMap<String, usize> {
    let mut keys = BTreeMap::new();
    for (index, task) in draft.tasks.iter().enumerate() {
        if let Some(key) = &task.key {
            keys.entry(key.clone()).or_insert(index);
        }
    }
    keys
}

/// Keeps usable ids, and gives the other tasks new ones.
fn assign_ids(draft: &mut Draft, seed: Seed, warnings: &mut Warnings) -> Vec<String> {
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    for (index, task) in draft.tasks.iter().enumerate() {
        if let Some(id) = task.id.as_ref().filter(|id| is_id(id)) {
            owners.entry(id.clone()).or_insert(index);
        }
    }
    let mut new_ids = NewIds { seed, count: 0 };
    let mut ids = Vec::with_capacity(draft.tasks.len());
    for (index, task) in draft.tasks.iter_mut().enumerate() {
        let own = task.id.take();
        let kept = own.clone().filter(|id| owners.get(id) == Some(&index));
        let is_new = kept.is_none();
        let created = task.created.take();
        let created_ms = created.as_ref().and_then(|created| created.ms);
        let id = kept.unwrap_or_else(|| new_ids.next(created_ms, &owners));
        if let Some(own) = own.filter(|own| is_new && !own.trim().is_empty()) {
            let reason = if is_id(&own) { "is already used by another task" } else { "is not a valid id" };
            warnings.changed(
                &task.at,
                format!(
                    "the id {:?} {reason}; the task is now {id}, and its body names the old one",
                    truncate(&own, 60)
                ),
            );
            task.rest.insert(0, ("id".into(), own));
        }
        // A new id contains the creation time.
        if let Some(created) = created.filter(|created| !is_new || created.ms.is_none()) {
            task.keep(created.name, created.written);
        }
        ids.push(id);
    }
    ids
}

/// Generates ids that contain the creation time of their task.
struct NewIds {
    seed: Seed,
    count: u128,
}

impl NewIds {
    fn next(&mut self, created_ms: Option<u64>, taken: &BTreeMap<String, usize>) -> String {
        loop {
            let bytes = self.seed.entropy.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
            let [_, _, _, _, _, _, entropy @ ..] = bytes.wrapping_add(self.count).to_be_bytes();
            self.count += 1;
            let id = IdGenerator::new(created_ms.unwrap_or(self.seed.now_ms), entropy).next_id();
            if !taken.contains_key(&id) {
                return id;
            }
        }
    }
}

fn resolve_parents(draft: &mut Draft, keys: &BTreeMap<String, usize>, warnings: &mut Warnings) -> Vec<Option<usize>> {
    let count = draft.tasks.len();
    let mut parents = Vec::with_capacity(count);
    for (index, task) in draft.tasks.iter_mut().enumerate() {
        let parent = match task.parent.take() {
            None => None,
            Some(Parent::Index(parent)) => Some(parent).filter(|parent| *parent < count),
            Some(Parent::OptionalKey(key)) => keys.get(&key).copied(),
            Some(Parent::Key(key)) => {
                let found = keys.get(&key).copied();
                if found.is_none() {
                    let message = format!(
                        "its parent {:?} does not exist; the task is a top-level task now",
                        truncate(display_key(&key), 60)
                    );
                    warnings.dropped(&task.at, message);
                    task.keep("parent", display_key(&key));
                }
                found
            }
        };
        parents.push(parent.filter(|parent| *parent != index));
    }
    // Walks up from each task. A walk that returns to a task it has visited is a cycle.
    let mut walked = vec![0; count];
    for start in 0..count {
        let mut next = Some(start);
        while let Some(index) = next.filter(|index| walked[*index] == 0) {
            walked[index] = start + 1;
            next = parents[index];
            if next.is_some_and(|parent| walked[parent] == start + 1) {
                let task = &draft.tasks[index];
                warnings.dropped(&task.at, "its parent is one of its subtasks; the task is a top-level task now");
                parents[index] = None;
                next = None;
            }
        }
    }
    parents
}

fn resolve_dependencies(
    draft: &mut Draft,
    keys: &BTreeMap<String, usize>,
    parents: &[Option<usize>],
    warnings: &mut Warnings,
) -> Vec<Vec<usize>> {
    let mut depends = Vec::with_capacity(draft.tasks.len());
    for (index, task) in draft.tasks.iter_mut().enumerate() {
        let mut targets: Vec<usize> = Vec::new();
        for key in std::mem::take(&mut task.depends) {
            match keys.get(&key) {
                Some(target) if *target == index => {
                    warnings.dropped(&task.at, "it depends on itself; this dependency is left out");
                }
                Some(target) => targets.push(*target),
                None => {
                    let message = format!(
                        "it depends on {:?}, which does not exist; this dependency is left out",
                        truncate(display_key(&key), 60)
                    );
                    warnings.dropped(&task.at, message);
                    task.keep("depends on", display_key(&key));
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        targets.retain(|target| seen.insert(*target));
        depends.push(targets);
    }
    for (index, target) in closing_edges(&depends, parents) {
        let titles = [index, target].map(|each| truncate(&draft.tasks[each].title, 60).into_owned());
        let message = format!("{:?} and {:?} block each other; this dependency is left out", titles[0], titles[1]);
        warnings.dropped(&draft.tasks[index].at, message);
        depends[index].retain(|each| *each != target);
    }
    depends
}

/// Dependencies to remove so that there are no cycles.
///
/// The graph is that of [`ScheduleGraph`](crate::plan::ScheduleGraph): event `2 * task` is the start of a task, `2 * task + 1`
/// its finish. Depth first, without recursion.
fn closing_edges(depends: &[Vec<usize>], parents: &[Option<usize>]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Visit {
        Not,
        OnPath,
        Done,
    }
    let mut earlier: Vec<Vec<usize>> = Vec::with_capacity(2 * depends.len());
    for (task, targets) in depends.iter().enumerate() {
        let parent = parents[task].map(|parent| 2 * parent);
        earlier.push(parent.into_iter().chain(targets.iter().map(|target| 2 * target + 1)).collect());
        earlier.push(vec![2 * task]);
    }
    for (task, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            earlier[2 * parent + 1].push(2 * task + 1);
        }
    }
    let is_dependency = |from: usize, to: usize| from.is_multiple_of(2) && !to.is_multiple_of(2);
    let mut visits = vec![Visit::Not; earlier.len()];
    let mut closing = Vec::new();
    for root in 0..earlier.len() {
        let mut path = Vec::new();
        if visits[root] == Visit::Not {
            visits[root] = Visit::OnPath;
            path.push((root, 0));
        }
        while let Some((event, followed)) = path.last_mut() {
            let (from, next) = (*event, *followed);
            *followed += 1;
            let Some(&to) = earlier[from].get(next) else {
                visits[from] = Visit::Done;
                path.pop();
                continue;
            };
            match visits[to] {
                Visit::Done => {}
                Visit::Not => {
                    visits[to] = Visit::OnPath;
                    path.push((to, 0));
                }
                Visit::OnPath if is_dependency(from, to) => closing.push((from / 2, to / 2)),
                // Nesting cannot be removed, so the last dependency on the path is, and the search continues before it.
                Visit::OnPath => {
                    let is_removable = |at: usize| at > 0 && is_dependency(path[at - 1].0, path[at].0);
                    let Some(at) = (0..path.len()).rev().find(|at| is_removable(*at)) else { continue };
                    closing.push((path[at - 1].0 / 2, path[at].0 / 2));
                    for (event, _) in path.drain(at..) {
                        visits[event] = Visit::Not;
                    }
                }
            }
        }
    }
    closing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_that_close_a_cycle_are_found() {
        let apart = [None; 3];
        assert_eq!(closing_edges(&[vec![1], vec![2], vec![0]], &apart), [(2, 0)]);
        assert_eq!(closing_edges(&[vec![1, 2], vec![2], vec![]], &apart), []);
    }

    #[test]
    fn nesting_closes_cycles_too() {
        let under_the_first = [None, Some(0), None];
        assert_eq!(closing_edges(&[vec![], vec![0], vec![]], &under_the_first), [(1, 0)]);
        assert_eq!(closing_edges(&[vec![1], vec![], vec![]], &under_the_first), [(0, 1)]);
        assert_eq!(closing_edges(&[vec![2], vec![], vec![1]], &under_the_first).len(), 1);
        assert_eq!(closing_edges(&[vec![2], vec![2], vec![]], &under_the_first), []);
    }
}
