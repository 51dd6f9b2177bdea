//! What can never be reached: the circles that dependencies and nesting make together.
//!
//! Every task has two moments. It is begun after all that it depends on is finished, and after the task it is under is
//! begun. It is finished after it is begun, and after all that is under it is finished. So a task that waits for one it is
//! under, or for one that waits for such a task, is in a circle like two that wait for each other.

use crate::text::in_order_of;

use super::{Dependencies, Plan, Task};

/// The moments of all tasks: `2 * task` is its beginning, `2 * task + 1` its end.
#[derive(Debug)]
pub struct Waiting<'p> {
    dependencies: &'p Dependencies,
    tasks: &'p [Task],
    /// For each task, where its children start in `children`.
    child_starts: Vec<usize>,
    children: Vec<usize>,
}

/// Tasks that wait for each other, each for the next and the last for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// Their numbers.
    pub tasks: Vec<usize>,
    /// Whether one of them waits for the next only because it is under it, or the next under it.
    pub is_nested: bool,
}

/// Which steps a way through the moments may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steps {
    /// From a task to one that it depends on.
    OfDependencies,
    /// Also from a task to the one it is under, and to those under it.
    All,
}

impl Steps {
    /// A circle of dependencies alone is the easiest to understand, so it is looked for first.
    const IN_TURN: [Self; 2] = [Self::OfDependencies, Self::All];
}

const fn beginning(task: usize) -> usize {
    2 * task
}

const fn end(task: usize) -> usize {
    2 * task + 1
}

const fn task_of(moment: usize) -> usize {
    moment / 2
}

const fn is_end(moment: usize) -> bool {
    moment % 2 == 1
}

impl<'p> Waiting<'p> {
    /// The moments of a plan with these dependencies.
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
        for (number, task) in tasks.iter().enumerate() {
            if let Some(parent) = task.parent {
                children[next[parent]] = number;
                next[parent] += 1;
            }
        }
        Self { dependencies, tasks, child_starts, children }
    }

    /// The moment with number `position` among those that must come before `moment`; on steps of dependencies alone, those that
    /// nesting adds are left out.
    fn earlier(&self, moment: usize, position: usize, steps: Steps) -> Option<usize> {
        let task = task_of(moment);
        if is_end(moment) && steps == Steps::OfDependencies {
            return Some(beginning(task)).filter(|_| position == 0);
        }
        if is_end(moment) {
            let start = self.child_starts[task];
            let children = &self.children[start..start + self.tasks[task].children];
            return match position {
                0 => Some(beginning(task)),
                _ => children.get(position - 1).map(|child| end(*child)),
            };
        }
        let targets = self.dependencies.targets(task);
        match targets.get(position) {
            Some(target) => Some(end(*target)),
            None if position == targets.len() && steps == Steps::All => self.tasks[task].parent.map(beginning),
            None => None,
        }
    }

    /// The circles: one for each group of tasks that wait for each other, starting at its first task.
    pub fn circles(&self) -> Vec<Circle> {
        let groups = self.groups();
        let mut group_of = vec![None; 2 * self.tasks.len()];
        for (group, moments) in groups.iter().enumerate() {
            for moment in moments {
                group_of[*moment] = Some(group);
            }
        }
        let mut came_from = Steps::IN_TURN.map(|_| vec![None; 2 * self.tasks.len()]);
        let circles = groups.iter().enumerate().filter_map(|(group, moments)| {
            let first = *moments.iter().min()?;
            let is_inside = |moment| group_of[moment] == Some(group);
            let mut ways = Steps::IN_TURN.into_iter().zip(&mut came_from);
            let path = ways.find_map(|(steps, came_from)| self.path(&[first], first, steps, came_from, &is_inside))?;
            // A circle comes back to where it started, and names that once.
            Some(circle(path.get(1..)?, first))
        });
        in_order_of(circles.collect(), |circle| circle.tasks.first().copied().unwrap_or_default())
    }

    /// The shortest circle that there would be, of dependencies alone if there is one, if `task` waited for `targets` and for nothing else.
    pub fn with_dependencies(&self, task: usize, targets: &[usize]) -> Option<Circle> {
        let from: Vec<_> = targets.iter().map(|target| end(*target)).collect();
        let path = self.shortest(&from, beginning(task))?;
        Some(circle(&path, beginning(task)))
    }

    /// The tasks that would close a circle with a new one under `parent` that waits for `targets`. It is not among them.
    pub fn with_new_task(&self, parent: usize, targets: &[usize]) -> Option<Circle> {
        let from: Vec<_> = targets.iter().map(|target| end(*target)).collect();
        let path = self.shortest(&from, end(parent))?;
        let mut tasks: Vec<_> = path.into_iter().map(task_of).collect();
        tasks.dedup();
        Some(Circle { tasks, is_nested: true })
    }

    /// The shortest circle that there is because `task` stands where it does.
    pub fn with_place(&self, task: usize) -> Option<Circle> {
        let parent = self.tasks.get(task)?.parent?;
        let ways = [(beginning(parent), beginning(task)), (end(task), end(parent))];
        let circle = |(from, goal)| Some(circle(&self.shortest(&[from], goal)?, goal));
        ways.into_iter().find_map(circle)
    }

    fn shortest(&self, from: &[usize], goal: usize) -> Option<Vec<usize>> {
        if from.contains(&goal) {
            return Some(vec![goal]);
        }
        let path = |steps| self.path(from, goal, steps, &mut vec![None; 2 * self.tasks.len()], &|_| true);
        Steps::IN_TURN.into_iter().find_map(path)
    }

    /// The shortest way of one step or more, from one of `from` to `goal`, both on it, over moments that `may_visit` lets in.
    /// What it notes in `came_from` is of no use later.
    fn path(
        &self,
        from: &[usize],
        goal: usize,
        steps: Steps,
        came_from: &mut [Option<usize>],
        may_visit: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut queue = from.to_vec();
        let mut next = 0;
        while let Some(&moment) = queue.get(next) {
            next += 1;
            let mut position = 0;
            while let Some(earlier) = self.earlier(moment, position, steps) {
                position += 1;
                if earlier == goal {
                    // A start may have been reached again on the way; the path ends where it is met first.
                    let before = |step: &usize| came_from[*step].filter(|_| !from.contains(step));
                    let mut path: Vec<_> = std::iter::successors(Some(moment), before).collect();
                    path.reverse();
                    path.push(goal);
                    return Some(path);
                }
                if may_visit(earlier) && came_from[earlier].is_none() {
                    came_from[earlier] = Some(moment);
                    queue.push(earlier);
                }
            }
        }
        None
    }

    /// Tarjan's strongly connected components of more than one moment, without recursion. Nesting alone makes no circle, so
    /// the search starts only at tasks with dependencies.
    fn groups(&self) -> Vec<Vec<usize>> {
        let count = 2 * self.tasks.len();
        if self.dependencies.is_empty() {
            return Vec::new();
        }
        let mut order: Vec<Option<usize>> = vec![None; count];
        let mut lowest = vec![0; count];
        let mut on_stack = vec![false; count];
        let (mut stack, mut groups, mut visited) = (Vec::new(), Vec::new(), 0);
        // Moments on the way down, each with the number of those before it that were already followed.
        let mut path = Vec::new();
        for root in (0..self.tasks.len()).filter(|task| !self.dependencies.targets(*task).is_empty()) {
            path.push((beginning(root), 0));
            while let Some((moment, followed)) = path.pop() {
                if followed == 0 {
                    if order[moment].is_some() {
                        continue;
                    }
                    order[moment] = Some(visited);
                    lowest[moment] = visited;
                    visited += 1;
                    stack.push(moment);
                    on_stack[moment] = true;
                } else if let Some(earlier) =
                    self.earlier(moment, followed - 1, Steps::All).filter(|earlier| on_stack[*earlier])
                {
                    lowest[moment] = lowest[moment].min(lowest[earlier]);
                }
                if let Some(earlier) = self.earlier(moment, followed, Steps::All) {
                    path.push((moment, followed + 1));
                    path.push((earlier, 0));
                } else if order[moment] == Some(lowest[moment]) {
                    let mut group = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        group.push(member);
                        if member == moment {
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

/// The circle along a path of moments that ends at `goal`, from where it goes on at the beginning.
fn circle(path: &[usize], goal: usize) -> Circle {
    let moments: Vec<_> = [goal].into_iter().chain(path.iter().copied()).collect();
    let is_step_of_nesting = |pair: &[usize]| {
        let (later, earlier) = (pair[0], pair[1]);
        task_of(later) != task_of(earlier) && is_end(later) == is_end(earlier)
    };
    let is_nested = moments.windows(2).any(is_step_of_nesting);
    let mut tasks: Vec<_> = moments.into_iter().map(task_of).collect();
    tasks.dedup();
    if tasks.len() > 1 && tasks.first() == tasks.last() {
        tasks.pop();
    }
    Circle { tasks, is_nested }
}
