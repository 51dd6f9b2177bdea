//! The ids of subtasks in this toolset: `<parent>.<number>`. In the plan, a subtask has an id like any other task.

use crate::edit::number_of;
use crate::failure::Failure;
use crate::plan::Document;
use crate::text::NameIndex;

/// The dotted ids of a plan's subtasks.
pub(super) struct DottedIds<'d> {
    document: &'d Document,
    dotted: Vec<Option<String>>,
    names: NameIndex,
}

impl<'d> DottedIds<'d> {
    /// Only tasks with a parent and a number have one. If two branches used the same number, it means the first task.
    pub(super) fn of(document: &'d Document) -> Self {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let mut dotted: Vec<Option<String>> = Vec::with_capacity(tasks.len());
        let mut names = NameIndex::default();
        for (index, task) in tasks.iter().enumerate() {
            let name = task
                .parent
                .and_then(|parent| Some(format!("{}.{}", tasks[parent].id.of(text), number_of(task, text)?)));
            let is_taken = name.as_ref().is_some_and(|name| {
                let name_of = |index: usize| dotted.get(index).and_then(Option::as_deref).unwrap_or(name);
                names.insert(name, index, &name_of).is_some()
            });
            dotted.push(name.filter(|_| !is_taken));
        }
        Self { document, dotted, names }
    }

    /// Index of the task with this id, dotted or not.
    pub(super) fn find(&self, id: &str) -> Result<usize, Failure> {
        let found = self.document.plan().find(self.document.text(), id).or_else(|| {
            let name_of = |index: usize| self.dotted.get(index).and_then(Option::as_deref).unwrap_or_default();
            self.names.find(id, &name_of)
        });
        found.ok_or_else(|| Failure::task_not_found(id))
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

    /// The id for replies: dotted, if there is one.
    pub(super) fn display_id(&self, index: usize) -> String {
        self.dotted[index].clone().unwrap_or_else(|| self.task_id(index))
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
