//! How many tasks there are of each kind.

use crate::plan::Document;
use crate::query::Graph;
use crate::word::Word;

use super::mapping::{Priority, Status};

/// Numbers of the tasks at the top of a plan.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskCounts {
    pub(super) total: usize,
    by_status: [usize; Status::ALL.len()],
    by_priority: [usize; Priority::ALL.len()],
    /// Open tasks that cannot be started: blocked by their status, or by a dependency that is not done.
    pub(super) blocked: usize,
    /// All their dependencies together.
    pub(super) dependencies: usize,
}

impl TaskCounts {
    pub(super) fn of(document: &Document, graph: &Graph<'_>) -> Self {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let mut found = Self::default();
        for (number, task) in tasks.iter().enumerate().filter(|(_, task)| task.parent.is_none()) {
            let status = Status::of(task, text);
            found.total += 1;
            found.by_status[status as usize] += 1;
            found.by_priority[Priority::of(task, text) as usize] += 1;
            found.dependencies += graph.depends_on(number).len();
            let is_open = !matches!(status, Status::Done | Status::Cancelled);
            if status == Status::Blocked || (is_open && graph.open_dependencies(number).next().is_some()) {
                found.blocked += 1;
            }
        }
        found
    }

    pub(super) fn of_status(&self, status: Status) -> usize {
        self.by_status[status as usize]
    }

    pub(super) fn of_priority(&self, priority: Priority) -> usize {
        self.by_priority[priority as usize]
    }
}
