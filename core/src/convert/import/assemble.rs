//! From the references of a source to those of a plan: ids, parents and dependencies.

use std::collections::BTreeMap;

use crate::plan::{IdSource, is_id};
use crate::text::shortened;

use super::draft::{Draft, Parent, shown_key};
use super::warnings::Warnings;

/// A draft whose references are resolved. All lists are by the number of a task.
#[derive(Debug)]
pub(crate) struct Assembled {
    /// What the source says.
    pub(crate) draft: Draft,
    /// The tasks' ids.
    pub(crate) ids: Vec<String>,
    /// Which task each stands under.
    pub(crate) parents: Vec<Option<usize>>,
    /// The tasks under each, in order.
    pub(crate) children: Vec<Vec<usize>>,
    /// The tasks that come before each. There are no cycles.
    pub(crate) depends: Vec<Vec<usize>>,
}

/// Time and randomness for new ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// Milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// Random bits.
    pub(crate) entropy: [u8; 10],
}

/// Resolves what tasks say about each other.
pub(crate) fn assemble(mut draft: Draft, seed: Seed, warnings: &mut Warnings) -> Assembled {
    let keys = numbers_by_key(&draft);
    let ids = assign_ids(&mut draft, seed, warnings);
    let parents = resolve_parents(&mut draft, &keys, warnings);
    let depends = resolve_dependencies(&mut draft, &keys, &parents, warnings);
    let mut children = vec![Vec::new(); draft.tasks.len()];
    for (number, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(number);
        }
    }
    Assembled { draft, ids, parents, children, depends }
}

/// Of two tasks with the same key, the first is meant.
fn numbers_by_key(draft: &Draft) -> BTreeMap<String, usize> {
    let mut keys = BTreeMap::new();
    for (number, task) in draft.tasks.iter().enumerate() {
        if let Some(key) = &task.key {
            keys.entry(key.clone()).or_insert(number);
        }
    }
    keys
}

/// Keeps the ids that can be kept, and gives the other tasks new ones.
fn assign_ids(draft: &mut Draft, seed: Seed, warnings: &mut Warnings) -> Vec<String> {
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    for (number, task) in draft.tasks.iter().enumerate() {
        if let Some(id) = task.id.as_ref().filter(|id| is_id(id)) {
            owners.entry(id.clone()).or_insert(number);
        }
    }
    let mut new_ids = NewIds { seed, given: 0 };
    let mut ids = Vec::with_capacity(draft.tasks.len());
    for (number, task) in draft.tasks.iter_mut().enumerate() {
        let own = task.id.take();
        let kept = own.clone().filter(|id| owners.get(id) == Some(&number));
        let is_new = kept.is_none();
        let created = task.created.take();
        let made_at = created.as_ref().and_then(|created| created.ms);
        let id = kept.unwrap_or_else(|| new_ids.next(made_at, &owners));
        if let Some(own) = own.filter(|own| is_new && !own.trim().is_empty()) {
            let reason = if is_id(&own) { "is another task's already" } else { "is no id here" };
            warnings.changed(
                &task.at,
                format!(
                    "the id {:?} {reason}; the task is now {id}, and its body names the old one",
                    shortened(&own, 60)
                ),
            );
            task.rest.insert(0, ("id".into(), own));
        }
        // A new id holds the time at which its task was made.
        if let Some(created) = created.filter(|created| !is_new || created.ms.is_none()) {
            task.keep(created.name, created.written);
        }
        ids.push(id);
    }
    ids
}

/// New ids, each of the moment its task was made.
struct NewIds {
    seed: Seed,
    given: u128,
}

impl NewIds {
    fn next(&mut self, made_at: Option<u64>, taken: &BTreeMap<String, usize>) -> String {
        loop {
            let bytes = self.seed.entropy.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
            let [_, _, _, _, _, _, entropy @ ..] = bytes.wrapping_add(self.given).to_be_bytes();
            self.given += 1;
            let id = IdSource::new(made_at.unwrap_or(self.seed.now_ms), entropy).next_id();
            if !taken.contains_key(&id) {
                return id;
            }
        }
    }
}

fn resolve_parents(draft: &mut Draft, keys: &BTreeMap<String, usize>, warnings: &mut Warnings) -> Vec<Option<usize>> {
    let count = draft.tasks.len();
    let mut parents = Vec::with_capacity(count);
    for (number, task) in draft.tasks.iter_mut().enumerate() {
        let parent = match task.parent.take() {
            None => None,
            Some(Parent::Number(parent)) => Some(parent).filter(|parent| *parent < count),
            Some(Parent::KeyIfThere(key)) => keys.get(&key).copied(),
            Some(Parent::Key(key)) => {
                let found = keys.get(&key).copied();
                if found.is_none() {
                    let message = format!(
                        "its parent {:?} is not there; the task stands by itself",
                        shortened(shown_key(&key), 60)
                    );
                    warnings.dropped(&task.at, message);
                    task.keep("parent", shown_key(&key));
                }
                found
            }
        };
        parents.push(parent.filter(|parent| *parent != number));
    }
    // A walk upwards from each task; one that comes to a task of the same walk has gone in a cycle.
    let mut walked = vec![0; count];
    for start in 0..count {
        let mut next = Some(start);
        while let Some(number) = next.filter(|number| walked[*number] == 0) {
            walked[number] = start + 1;
            next = parents[number];
            if next.is_some_and(|parent| walked[parent] == start + 1) {
                let task = &draft.tasks[number];
                warnings.dropped(&task.at, "its parent stands somewhere under it; the task stands by itself");
                parents[number] = None;
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
    for (number, task) in draft.tasks.iter_mut().enumerate() {
        let mut targets: Vec<usize> = Vec::new();
        for key in std::mem::take(&mut task.depends) {
            match keys.get(&key) {
                Some(target) if *target == number => {
                    warnings.dropped(&task.at, "it depends on itself; that is left out");
                }
                Some(target) => targets.push(*target),
                None => {
                    let message = format!(
                        "it depends on {:?}, which is not there; that is left out",
                        shortened(shown_key(&key), 60)
                    );
                    warnings.dropped(&task.at, message);
                    task.keep("depends on", shown_key(&key));
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        targets.retain(|target| seen.insert(*target));
        depends.push(targets);
    }
    for (number, target) in closing_edges(&depends, parents) {
        let titles = [number, target].map(|each| shortened(&draft.tasks[each].title, 60).into_owned());
        let message = format!("{:?} and {:?} wait for each other; this side is left out", titles[0], titles[1]);
        warnings.dropped(&draft.tasks[number].at, message);
        depends[number].retain(|each| *each != target);
    }
    depends
}

/// The dependencies that close cycles: without them there are none.
///
/// As in the core, a task is begun after all that it depends on is finished and the task it is under is begun, and finished
/// after all that is under it is. `2 * task` is its beginning, `2 * task + 1` its end. Depth first, without recursion.
fn closing_edges(depends: &[Vec<usize>], parents: &[Option<usize>]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Visit {
        Not,
        OnPath,
        Done,
    }
    let mut waits_for: Vec<Vec<usize>> = Vec::with_capacity(2 * depends.len());
    for (task, targets) in depends.iter().enumerate() {
        let parent = parents[task].map(|parent| 2 * parent);
        waits_for.push(parent.into_iter().chain(targets.iter().map(|target| 2 * target + 1)).collect());
        waits_for.push(vec![2 * task]);
    }
    for (task, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            waits_for[2 * parent + 1].push(2 * task + 1);
        }
    }
    let is_dependency = |from: usize, to: usize| from.is_multiple_of(2) && !to.is_multiple_of(2);
    let mut visits = vec![Visit::Not; waits_for.len()];
    let mut closing = Vec::new();
    for root in 0..waits_for.len() {
        let mut path = Vec::new();
        if visits[root] == Visit::Not {
            visits[root] = Visit::OnPath;
            path.push((root, 0));
        }
        while let Some((moment, followed)) = path.last_mut() {
            let (from, next) = (*moment, *followed);
            *followed += 1;
            let Some(&to) = waits_for[from].get(next) else {
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
                // OpenItems cannot be left out, so a dependency on the way here is, and the way goes on before it.
                Visit::OnPath => {
                    let is_on_way = |at: usize| at > 0 && is_dependency(path[at - 1].0, path[at].0);
                    let Some(at) = (0..path.len()).rev().find(|at| is_on_way(*at)) else { continue };
                    closing.push((path[at - 1].0 / 2, path[at].0 / 2));
                    for (moment, _) in path.drain(at..) {
                        visits[moment] = Visit::Not;
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
    fn what_closes_a_cycle_is_found() {
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
