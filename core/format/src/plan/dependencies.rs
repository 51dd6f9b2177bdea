//! The dependency graph of a plan, by task index.

use super::{AttributeKey, Plan};

/// The attribute `depends` of all tasks of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// For each task, the start of its dependencies in `targets`, and the end of the last one's.
    starts: Vec<usize>,
    targets: Vec<usize>,
    /// Tasks with the ids in their `depends` that the plan does not have.
    pub unknown: Vec<(usize, String)>,
}

impl Dependencies {
    pub fn of(plan: &Plan, text: &str) -> Self {
        let mut graph = Self { starts: Vec::with_capacity(plan.tasks.len() + 1), ..Self::default() };
        graph.starts.push(0);
        for (index, task) in plan.tasks.iter().enumerate() {
            for id in task.elements(text, AttributeKey::Depends) {
                match plan.find(text, &id) {
                    Some(target) => graph.targets.push(target),
                    None => graph.unknown.push((index, id.into_owned())),
                }
            }
            graph.starts.push(graph.targets.len());
        }
        graph
    }

    /// The tasks that the task `index` depends on.
    pub fn targets(&self, index: usize) -> &[usize] {
        let start = self.starts.get(index).copied().unwrap_or_default();
        let end = self.starts.get(index + 1).copied().unwrap_or(start);
        self.targets.get(start..end).unwrap_or_default()
    }

    /// Number of tasks.
    pub fn tasks(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The reversed graph: for each task, those that depend on it, in the order of the plan.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let count = self.tasks();
        let mut starts = vec![0; count + 1];
        for target in &self.targets {
            starts[target + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; self.targets.len()];
        for index in 0..count {
            for target in self.targets(index) {
                targets[next[*target]] = index;
                next[*target] += 1;
            }
        }
        Self { starts, targets, unknown: Vec::new() }
    }

    /// Whether no task depends on another.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}
