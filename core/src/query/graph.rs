//! The dependencies of a plan in both directions, and what follows from them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::plan::{Dependencies, Document, Plan, Status};

/// The graph of a plan's dependencies, made in linear time of those that the document has read already.
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
    /// The graph of a document.
    #[inline(never)]
    pub fn of(document: &'d Document) -> Self {
        let depends_on = document.dependencies();
        let dependants = depends_on.reversed();
        Self { plan: document.plan(), depends_on, dependants }
    }

    /// The tasks that task `number` names as its dependencies.
    pub fn depends_on(&self, number: usize) -> &[usize] {
        self.depends_on.targets(number)
    }

    /// The tasks that name task `number` as a dependency, in the order of the plan.
    pub fn dependants(&self, number: usize) -> &[usize] {
        self.dependants.targets(number)
    }

    /// The dependencies that task `number` still waits for. One that is gone, cancelled or archived counts as settled.
    pub fn unmet(&self, number: usize) -> impl Iterator<Item = usize> {
        self.depends_on(number).iter().copied().filter(|target| self.is_open(*target))
    }

    /// Everything that holds task `number` up: what it waits for, and what the tasks that it is under wait for. Nothing holds up
    /// what is done.
    pub fn blocked_by(&self, number: usize) -> Vec<usize> {
        let start = Some(number).filter(|number| self.is_open(*number));
        let with_parents = std::iter::successors(start, |task| self.plan.tasks[*task].parent);
        let mut found: Vec<_> = with_parents.flat_map(|task| self.unmet(task)).collect();
        let mut seen = vec![false; if found.len() > 1 { self.plan.tasks.len() } else { 0 }];
        if found.len() > 1 {
            found.retain(|task| !std::mem::replace(&mut seen[*task], true));
        }
        found
    }

    /// The open tasks that wait for task `number`; none once it is done.
    pub fn blocks(&self, number: usize) -> Vec<usize> {
        let mut found: Vec<_> = if self.is_open(number) {
            self.dependants(number).iter().copied().filter(|task| self.is_open(*task)).collect()
        } else {
            Vec::new()
        };
        found.dedup();
        found
    }

    /// All tasks, each after those it depends on, and otherwise in the order of the plan. What is in a cycle or waits for one
    /// has no place of its own and comes last.
    pub fn order(&self) -> Vec<usize> {
        let mut order = self.settled().0;
        let mut is_placed = vec![false; self.plan.tasks.len()];
        for task in &order {
            is_placed[*task] = true;
        }
        order.extend((0..self.plan.tasks.len()).filter(|task| !is_placed[*task]));
        order
    }

    /// The number of dependencies in the longest chain. What is in a cycle, or waits for one, is in no chain.
    pub fn max_depth(&self) -> usize {
        self.settled().1.into_iter().max().unwrap_or_default()
    }

    /// The tasks that are in no cycle and wait for none, each after those it depends on, the first of the plan first; and the
    /// length of the longest chain below each of all tasks.
    fn settled(&self) -> (Vec<usize>, Vec<usize>) {
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

    fn is_open(&self, number: usize) -> bool {
        self.plan.tasks[number].status != Status::Done
    }
}
