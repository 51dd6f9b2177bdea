//! The ids of subtasks in this toolset: `<parent>.<number>`, at every level. In the plan, a subtask has an id like any other
//! task.

use std::collections::BTreeSet;

use crate::edit::number_of;
use crate::failure::Failure;
use crate::plan::Document;

/// The dotted ids of a plan's subtasks.
pub(super) struct DottedIds<'d> {
    document: &'d Document,
    /// The number of each subtask that has one. If two branches used the same number, it means the first task.
    numbers: Vec<Option<u32>>,
}

impl<'d> DottedIds<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        let text = document.text();
        let mut taken = BTreeSet::new();
        let number = |task: &crate::plan::Task| {
            let number = number_of(task, text)?;
            taken.insert((task.parent?, number)).then_some(number)
        };
        Self { document, numbers: document.plan().tasks.iter().map(number).collect() }
    }

    /// Index of the task with this id: that of the plan, followed by the numbers of subtasks.
    pub(super) fn find(&self, id: &str) -> Result<usize, Failure> {
        let (first, numbers) = id.split_once('.').map_or((id, None), |(first, numbers)| (first, Some(numbers)));
        let mut found = self.document.plan().find(self.document.text(), first);
        for number in numbers.into_iter().flat_map(|numbers| numbers.split('.')) {
            found = found.and_then(|parent| self.child(parent, number));
        }
        found.ok_or_else(|| Failure::task_not_found(id))
    }

    /// Index of the subtask with this number.
    fn child(&self, parent: usize, number: &str) -> Option<usize> {
        let number: u32 = number.parse().ok()?;
        self.children(parent).find(|child| self.numbers[*child] == Some(number))
    }

    /// Indexes of the direct subtasks.
    pub(super) fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let tasks = &self.document.plan().tasks;
        (parent + 1..tasks[parent].subtree_end).filter(move |index| tasks[*index].parent == Some(parent))
    }

    /// Indexes of the subtask with this id and of its parent.
    pub(super) fn find_subtask(&self, id: &str) -> Result<(usize, usize), Failure> {
        let index = self.find(id)?;
        match self.document.plan().tasks[index].parent {
            Some(parent) => Ok((index, parent)),
            None => Err(Failure::invalid(format!(
                "Argument subtaskId must be the id of a subtask, and {id} is a task; use update_task or delete_task"
            ))),
        }
    }

    /// The id in the plan.
    pub(super) fn task_id(&self, index: usize) -> String {
        self.document.plan().tasks[index].id.of(self.document.text()).to_owned()
    }

    /// The id for replies: dotted from the nearest task on that has no number.
    pub(super) fn display_id(&self, index: usize) -> String {
        let tasks = &self.document.plan().tasks;
        let mut numbers = Vec::new();
        let mut at = index;
        while let (Some(number), Some(parent)) = (self.numbers[at], tasks[at].parent) {
            numbers.push(number);
            at = parent;
        }
        let dotted = numbers.iter().rev().map(|number| format!(".{number}"));
        self.task_id(at) + &dotted.collect::<String>()
    }

    /// The ids in the plan of the tasks that a call names as dependencies.
    pub(super) fn dependencies(&self, ids: &[String]) -> Result<Vec<String>, Failure> {
        let task_id = |id: &String| match self.find(id) {
            Ok(index) => Ok(self.task_id(index)),
            Err(Failure::TaskNotFound { id, .. }) => Err(Failure::TaskNotFound { id, field: Some("dependencies") }),
            Err(other) => Err(other),
        };
        ids.iter().map(task_id).collect()
    }
}
