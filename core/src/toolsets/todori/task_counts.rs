//! Counts the top-level tasks of a plan.

use crate::plan::Document;
use crate::query::Graph;
use crate::word::Word;

use super::mapping::{Priority, Status};

#[derive(Clone, Debug, Default)]
pub(super) struct TaskCounts {
    pub(super) total: usize,
    by_status: [usize; Status::ALL.len()],
    by_priority: [usize; Priority::ALL.len()],
    /// Open tasks that are blocked, by their status or by an open dependency.
    pub(super) blocked: usize,
    /// Number of dependencies of all tasks.
    pub(super) dependencies: usize,
}

impl TaskCounts {
    pub(super) fn of(document: &Document, graph: &Graph<'_>) -> Self {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let mut counts = Self::default();
        for (index, task) in tasks.iter().enumerate().filter(|(_, task)| task.parent.is_none()) {
            let status = Status::of(task, text);
            counts.total += 1;
            counts.by_status[status as usize] += 1;
            counts.by_priority[Priority::of(task, text) as usize] += 1;
            counts.dependencies += graph.depends_on(index).len();
            let is_open = !matches!(status, Status::Done | Status::Cancelled);
            if status == Status::Blocked || (is_open && graph.open_dependencies(index).next().is_some()) {
                counts.blocked += 1;
            }
        }
        counts
    }

    pub(super) fn of_status(&self, status: Status) -> usize {
        self.by_status[status as usize]
    }

    pub(super) fn of_priority(&self, priority: Priority) -> usize {
        self.by_priority[priority as usize]
    }
}
