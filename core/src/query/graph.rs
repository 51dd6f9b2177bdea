//! The dependency graph of a plan in both directions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::plan::{Dependencies, Document, Plan, Status};

/// The dependency graph of a plan, built in linear time from [`Document::dependencies`].
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::Graph;
/// let document = Document::new("<!-- long-term-plan:format=v1 -->
/// - [ ] A <!-- long-term-plan:id=t_a depends=t_b -->
/// - [ ] B <!-- long-term-plan:id=t_b -->
/// ".into());
/// let graph = Graph::of(&document);
/// assert_eq!((graph.blocked_by(0), graph.blocks(1)), (vec![1], vec![0]));
/// assert_eq!((graph.order(), graph.max_depth()), (vec![1, 0], 1));
/// ```
#[derive(Debug)]
pub struct Graph<'d> {
    plan: &'d Plan,
    depends_on: &'d Dependencies,
    dependants: Dependencies,
}

impl<'d> Graph<'d> {
    #[inline(never)]
    pub fn of(document: &'d Document) -> Self {
        let depends_on = document.dependencies();
        let dependants = depends_on.reversed();
        Self { plan: document.plan(), depends_on, dependants }
    }

    /// The dependencies of the task `index`.
    pub fn depends_on(&self, index: usize) -> &[usize] {
        self.depends_on.targets(index)
    }

    /// The tasks that depend on the task `index`, in the order of the plan.
    pub fn dependants(&self, index: usize) -> &[usize] {
        self.dependants.targets(index)
    }

    /// The open dependencies of the task `index`. Deleted, cancelled and archived tasks do not count.
    pub fn open_dependencies(&self, index: usize) -> impl Iterator<Item = usize> {
        self.depends_on(index).iter().copied().filter(|target| self.is_open(*target))
    }

    /// Everything that blocks the task `index`: its open dependencies and those of its ancestors. Nothing blocks a done task.
    pub fn blocked_by(&self, index: usize) -> Vec<usize> {
        let start = Some(index).filter(|index| self.is_open(*index));
        let with_parents = std::iter::successors(start, |task| self.plan.tasks[*task].parent);
        let mut found: Vec<_> = with_parents.flat_map(|task| self.open_dependencies(task)).collect();
        let mut seen = vec![false; if found.len() > 1 { self.plan.tasks.len() } else { 0 }];
        if found.len() > 1 {
            found.retain(|task| !std::mem::replace(&mut seen[*task], true));
        }
        found
    }

    /// The open tasks that depend on the task `index`; none once it is done.
    pub fn blocks(&self, index: usize) -> Vec<usize> {
        let mut found: Vec<_> = if self.is_open(index) {
            self.dependants(index).iter().copied().filter(|task| self.is_open(*task)).collect()
        } else {
            Vec::new()
        };
        found.dedup();
        found
    }

    /// All tasks, each after its dependencies, otherwise in the order of the plan. Tasks that are in a cycle or depend on one
    /// come last.
    pub fn order(&self) -> Vec<usize> {
        let mut order = self.topological().0;
        let mut is_placed = vec![false; self.plan.tasks.len()];
        for task in &order {
            is_placed[*task] = true;
        }
        order.extend((0..self.plan.tasks.len()).filter(|task| !is_placed[*task]));
        order
    }

    /// Length of the longest chain of dependencies, without tasks that are in a cycle or depend on one.
    pub fn max_depth(&self) -> usize {
        self.topological().1.into_iter().max().unwrap_or_default()
    }

    /// The tasks that are not in a cycle and depend on none, in topological order; and for each task the length of its longest
    /// chain of dependencies.
    fn topological(&self) -> (Vec<usize>, Vec<usize>) {
        let count = self.plan.tasks.len();
        let mut left: Vec<_> = (0..count).map(|task| self.depends_on(task).len()).collect();
        let mut depth = vec![0; count];
        let mut order = Vec::with_capacity(count);
        let mut ready: BinaryHeap<_> = (0..count).filter(|task| left[*task] == 0).map(Reverse).collect();
        while let Some(Reverse(task)) = ready.pop() {
            order.push(task);
            for &dependant in self.dependants(task) {
                depth[dependant] = depth[dependant].max(depth[task] + 1);
                left[dependant] -= 1;
                if left[dependant] == 0 {
                    ready.push(Reverse(dependant));
                }
            }
        }
        for task in (0..count).filter(|task| left[*task] > 0) {
            depth[task] = 0;
        }
        (order, depth)
    }

    fn is_open(&self, index: usize) -> bool {
        self.plan.tasks[index].status != Status::Done
    }
}
