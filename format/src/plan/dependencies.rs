//! Which task waits for which, as a graph of task numbers.

use crate::text::in_order_of;

use super::{Key, Plan};

/// The attribute `depends` of all tasks of a plan.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// For each task, where its dependencies start in `targets`; one more at the end.
    starts: Vec<usize>,
    targets: Vec<usize>,
    /// Tasks and the ids they name that the plan does not have.
    pub unknown: Vec<(usize, String)>,
}

impl Dependencies {
    /// Reads them from a plan.
    pub fn of(plan: &Plan, text: &str) -> Self {
        let mut graph = Self { starts: vec![0], ..Self::default() };
        for (number, task) in plan.tasks.iter().enumerate() {
            // Most tasks have no attributes at all, and need no list.
            let ids = if task.attributes.is_empty() { Vec::new() } else { task.list(text, Key::Depends) };
            for id in ids {
                match plan.find(text, &id) {
                    Some(target) => graph.targets.push(target),
                    None => graph.unknown.push((number, id)),
                }
            }
            graph.starts.push(graph.targets.len());
        }
        graph
    }

    /// The tasks that task `number` waits for.
    pub fn targets(&self, number: usize) -> &[usize] {
        let start = self.starts.get(number).copied().unwrap_or_default();
        let end = self.starts.get(number + 1).copied().unwrap_or(start);
        self.targets.get(start..end).unwrap_or_default()
    }

    /// The circles: one for each group of tasks that wait for each other, starting at its first task.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let groups = self.groups();
        let mut group_of = vec![None; self.starts.len()];
        for (group, members) in groups.iter().enumerate() {
            for member in members {
                group_of[*member] = Some(group);
            }
        }
        let mut came_from = vec![None; self.starts.len()];
        let cycles: Vec<_> = groups
            .iter()
            .enumerate()
            .filter_map(|(group, members)| {
                let first = *members.iter().min()?;
                self.shortest_cycle(first, self.targets(first), &mut came_from, |number| {
                    group_of[number] == Some(group)
                })
            })
            .collect();
        // Each starts with a task that is in no other.
        in_order_of(cycles, |cycle| cycle.first().copied().unwrap_or_default())
    }

    /// The shortest circle that there would be if `task` waited for `targets`. It is named once, at the beginning.
    pub fn cycle_with(&self, task: usize, targets: &[usize]) -> Option<Vec<usize>> {
        self.shortest_cycle(task, targets, &mut vec![None; self.starts.len()], |_| true)
    }

    /// Searches breadth-first among the tasks that `may_visit` lets in; what it notes in `came_from` is of no use later.
    fn shortest_cycle(
        &self,
        start: usize,
        targets_of_start: &[usize],
        came_from: &mut [Option<usize>],
        may_visit: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            for &target in if number == start { targets_of_start } else { self.targets(number) } {
                if target == start {
                    let before = |step: &usize| came_from.get(*step).copied().flatten();
                    let mut path: Vec<_> = std::iter::successors(Some(number), before).collect();
                    path.reverse();
                    return Some(path);
                }
                if may_visit(target) && came_from[target].is_none() {
                    came_from[target] = Some(number);
                    queue.push(target);
                }
            }
        }
        None
    }

    /// Tarjan's strongly connected components, without recursion; those in which nobody waits are left out.
    fn groups(&self) -> Vec<Vec<usize>> {
        let count = self.starts.len().saturating_sub(1);
        let mut order: Vec<Option<usize>> = vec![None; count];
        let mut lowest = vec![0; count];
        let mut on_stack = vec![false; count];
        let (mut stack, mut groups, mut visited) = (Vec::new(), Vec::new(), 0);
        // Tasks on the way down, each with the number of its dependencies that were already followed.
        let mut path = Vec::new();
        for root in (0..count).filter(|root| !self.targets(*root).is_empty()) {
            path.push((root, 0));
            while let Some((number, followed)) = path.pop() {
                if followed == 0 {
                    if order[number].is_some() {
                        continue;
                    }
                    order[number] = Some(visited);
                    lowest[number] = visited;
                    visited += 1;
                    stack.push(number);
                    on_stack[number] = true;
                } else {
                    let child = self.targets(number)[followed - 1];
                    if on_stack[child] {
                        lowest[number] = lowest[number].min(lowest[child]);
                    }
                }
                if let Some(&target) = self.targets(number).get(followed) {
                    path.push((number, followed + 1));
                    path.push((target, 0));
                } else if order[number] == Some(lowest[number]) {
                    let mut group = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        group.push(member);
                        if member == number {
                            break;
                        }
                    }
                    if group.len() > 1 || self.targets(number).contains(&number) {
                        groups.push(group);
                    }
                }
            }
        }
        groups
    }
}
