//! Which task waits for which, as a graph of task numbers.

use super::{Key, Plan};

/// The attribute `depends` of all tasks of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
        let mut graph = Self { starts: Vec::with_capacity(plan.tasks.len() + 1), ..Self::default() };
        graph.starts.push(0);
        for (number, task) in plan.tasks.iter().enumerate() {
            for id in task.elements(text, Key::Depends) {
                match plan.find(text, &id) {
                    Some(target) => graph.targets.push(target),
                    None => graph.unknown.push((number, id.into_owned())),
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

    /// Number of tasks.
    pub fn tasks(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The same graph seen from the other end: for each task, those that wait for it, in the order of the plan.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let count = self.tasks();
        let mut starts = vec![0; count + 1];
        for target in &self.targets {
            starts[target + 1] += 1;
        }
        for number in 0..count {
            starts[number + 1] += starts[number];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; self.targets.len()];
        for number in 0..count {
            for target in self.targets(number) {
                targets[next[*target]] = number;
                next[*target] += 1;
            }
        }
        Self { starts, targets, unknown: Vec::new() }
    }

    /// Whether no task waits for another.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}
