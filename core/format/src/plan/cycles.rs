//! Cycles through dependencies and nesting: tasks that can never be finished.
//!
//! Every task has two events, its start and its finish. A task starts after its dependencies have finished and after its
//! parent has started. It finishes after it has started and after its subtasks have finished. So a task that depends on its
//! parent, even indirectly, is in a cycle, just like two tasks that depend on each other.

use crate::sort::sort_by_key;

use super::{Dependencies, Plan, Task};

/// The graph of task starts and finishes: event `2 * task` is the start of a task, `2 * task + 1` its finish.
#[derive(Debug)]
pub struct ScheduleGraph<'p> {
    dependencies: &'p Dependencies,
    tasks: &'p [Task],
    /// For each task, the start of its subtasks in `children`.
    child_starts: Vec<usize>,
    children: Vec<usize>,
}

/// Tasks of which each is blocked by the next, and the last by the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Indexes of the tasks.
    pub tasks: Vec<usize>,
    /// Whether one of them is blocked by the next only through nesting.
    pub is_nested: bool,
}

/// Which edges of the graph a path may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edges {
    Dependencies,
    /// Dependencies and nesting.
    All,
}

impl Edges {
    /// A cycle of dependencies alone is easier to understand, so it comes first.
    const IN_ORDER: [Self; 2] = [Self::Dependencies, Self::All];
}

const fn start(task: usize) -> usize {
    2 * task
}

const fn finish(task: usize) -> usize {
    2 * task + 1
}

const fn task_of(event: usize) -> usize {
    event / 2
}

const fn is_finish(event: usize) -> bool {
    event % 2 == 1
}

impl<'p> ScheduleGraph<'p> {
    pub fn of(plan: &'p Plan, dependencies: &'p Dependencies) -> Self {
        let tasks = plan.tasks.as_slice();
        let mut child_starts = Vec::with_capacity(tasks.len());
        let mut count = 0;
        for task in tasks {
            child_starts.push(count);
            count += task.children;
        }
        let mut next = child_starts.clone();
        let mut children = vec![0; count];
        for (index, task) in tasks.iter().enumerate() {
            if let Some(parent) = task.parent {
                children[next[parent]] = index;
                next[parent] += 1;
            }
        }
        Self { dependencies, tasks, child_starts, children }
    }

    /// The event at `position` among those that must precede `event`.
    fn earlier(&self, event: usize, position: usize, edges: Edges) -> Option<usize> {
        let task = task_of(event);
        if is_finish(event) && edges == Edges::Dependencies {
            return Some(start(task)).filter(|_| position == 0);
        }
        if is_finish(event) {
            let first = self.child_starts[task];
            let children = &self.children[first..first + self.tasks[task].children];
            return match position {
                0 => Some(start(task)),
                _ => children.get(position - 1).map(|child| finish(*child)),
            };
        }
        let targets = self.dependencies.targets(task);
        match targets.get(position) {
            Some(target) => Some(finish(*target)),
            None if position == targets.len() && edges == Edges::All => self.tasks[task].parent.map(start),
            None => None,
        }
    }

    /// One cycle for each group of tasks that block each other, starting at the first task of the group.
    pub fn cycles(&self) -> Vec<Cycle> {
        let groups = self.groups();
        let mut group_of = vec![None; 2 * self.tasks.len()];
        for (group, events) in groups.iter().enumerate() {
            for event in events {
                group_of[*event] = Some(group);
            }
        }
        let mut came_from = Edges::IN_ORDER.map(|_| vec![None; 2 * self.tasks.len()]);
        let cycles = groups.iter().enumerate().filter_map(|(group, events)| {
            let first = *events.iter().min()?;
            let is_inside = |event| group_of[event] == Some(group);
            let mut attempts = Edges::IN_ORDER.into_iter().zip(&mut came_from);
            let path =
                attempts.find_map(|(edges, came_from)| self.path(&[first], first, edges, came_from, &is_inside))?;
            // The path returns to its start, which a cycle contains once.
            Some(cycle(path.get(1..)?, first))
        });
        let mut cycles: Vec<_> = cycles.collect();
        sort_by_key(&mut cycles, |cycle: &Cycle| cycle.tasks.first().copied());
        cycles
    }

    /// The shortest cycle if `task` depended on exactly `targets`; one of dependencies alone if possible.
    pub fn cycle_with_dependencies(&self, task: usize, targets: &[usize]) -> Option<Cycle> {
        let from: Vec<_> = targets.iter().map(|target| finish(*target)).collect();
        let path = self.shortest(&from, start(task))?;
        Some(cycle(&path, start(task)))
    }

    /// The tasks that would be in a cycle with a new subtask of `parent` that depends on `targets`, without the new task.
    pub fn cycle_with_new_task(&self, parent: usize, targets: &[usize]) -> Option<Cycle> {
        let from: Vec<_> = targets.iter().map(|target| finish(*target)).collect();
        let path = self.shortest(&from, finish(parent))?;
        let mut tasks: Vec<_> = path.into_iter().map(task_of).collect();
        tasks.dedup();
        Some(Cycle { tasks, is_nested: true })
    }

    /// The shortest cycle that exists because `task` is under its parent.
    pub fn cycle_through_parent(&self, task: usize) -> Option<Cycle> {
        let parent = self.tasks.get(task)?.parent?;
        let paths = [(start(parent), start(task)), (finish(task), finish(parent))];
        let cycle = |(from, goal)| Some(cycle(&self.shortest(&[from], goal)?, goal));
        paths.into_iter().find_map(cycle)
    }

    fn shortest(&self, from: &[usize], goal: usize) -> Option<Vec<usize>> {
        if from.contains(&goal) {
            return Some(vec![goal]);
        }
        let path = |edges| self.path(from, goal, edges, &mut vec![None; 2 * self.tasks.len()], &|_| true);
        Edges::IN_ORDER.into_iter().find_map(path)
    }

    /// The shortest path of at least one edge from one of `from` to `goal`, both included, over events that `may_visit` allows.
    /// `came_from` is scratch space.
    fn path(
        &self,
        from: &[usize],
        goal: usize,
        edges: Edges,
        came_from: &mut [Option<usize>],
        may_visit: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut queue = from.to_vec();
        let mut next = 0;
        while let Some(&event) = queue.get(next) {
            next += 1;
            let mut position = 0;
            while let Some(earlier) = self.earlier(event, position, edges) {
                position += 1;
                if earlier == goal {
                    // The path may have passed a start again; it begins at the last one.
                    let before = |event: &usize| came_from[*event].filter(|_| !from.contains(event));
                    let mut path: Vec<_> = std::iter::successors(Some(event), before).collect();
                    path.reverse();
                    path.push(goal);
                    return Some(path);
                }
                if may_visit(earlier) && came_from[earlier].is_none() {
                    came_from[earlier] = Some(event);
                    queue.push(earlier);
                }
            }
        }
        None
    }

    /// Strongly connected components of more than one event, by Tarjan's algorithm without recursion. Nesting alone creates no
    /// cycle, so the search starts only at tasks with dependencies.
    fn groups(&self) -> Vec<Vec<usize>> {
        let count = 2 * self.tasks.len();
        if self.dependencies.is_empty() {
            return Vec::new();
        }
        let mut order: Vec<Option<usize>> = vec![None; count];
        let mut lowest = vec![0; count];
        let mut on_stack = vec![false; count];
        let (mut stack, mut groups, mut visited) = (Vec::new(), Vec::new(), 0);
        // Events on the current path, each with the number of its edges that were already followed.
        let mut path = Vec::new();
        for root in (0..self.tasks.len()).filter(|task| !self.dependencies.targets(*task).is_empty()) {
            path.push((start(root), 0));
            while let Some((event, followed)) = path.pop() {
                if followed == 0 {
                    if order[event].is_some() {
                        continue;
                    }
                    order[event] = Some(visited);
                    lowest[event] = visited;
                    visited += 1;
                    stack.push(event);
                    on_stack[event] = true;
                } else if let Some(earlier) =
                    self.earlier(event, followed - 1, Edges::All).filter(|earlier| on_stack[*earlier])
                {
                    lowest[event] = lowest[event].min(lowest[earlier]);
                }
                if let Some(earlier) = self.earlier(event, followed, Edges::All) {
                    path.push((event, followed + 1));
                    path.push((earlier, 0));
                } else if order[event] == Some(lowest[event]) {
                    let mut group = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        group.push(member);
                        if member == event {
                            break;
                        }
                    }
                    if group.len() > 1 {
                        groups.push(group);
                    }
                }
            }
        }
        groups
    }
}

/// The cycle along a path of events that ends at `goal`, from which it continues at its beginning.
fn cycle(path: &[usize], goal: usize) -> Cycle {
    let events: Vec<_> = [goal].into_iter().chain(path.iter().copied()).collect();
    let is_nesting = |pair: &[usize]| {
        let (later, earlier) = (pair[0], pair[1]);
        task_of(later) != task_of(earlier) && is_finish(later) == is_finish(earlier)
    };
    let is_nested = events.windows(2).any(is_nesting);
    let mut tasks: Vec<_> = events.into_iter().map(task_of).collect();
    tasks.dedup();
    if tasks.len() > 1 && tasks.first() == tasks.last() {
        tasks.pop();
    }
    Cycle { tasks, is_nested }
}
