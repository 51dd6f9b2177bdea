//! Ids as this toolset shows and takes them: a subtask is `<parent>.<number>`, though a plan has an id for it as well.

use crate::edit::number_of;
use crate::failure::Failure;
use crate::plan::Document;
use crate::text::NameIndex;

/// The dotted ids of a plan.
pub(super) struct DottedIds<'d> {
    document: &'d Document,
    dotted: Vec<Option<String>>,
    index: NameIndex,
}

impl<'d> DottedIds<'d> {
    /// Those of all tasks that have a parent and a number. Two branches may have given out the same number: the first task has it.
    pub(super) fn of(document: &'d Document) -> Self {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let mut dotted: Vec<Option<String>> = Vec::with_capacity(tasks.len());
        let mut index = NameIndex::default();
        for (number, task) in tasks.iter().enumerate() {
            let name = task
                .parent
                .and_then(|parent| Some(format!("{}.{}", tasks[parent].id.of(text), number_of(task, text)?)));
            let is_taken = name.as_ref().is_some_and(|name| {
                let name_of = |number: usize| dotted.get(number).and_then(Option::as_deref).unwrap_or(name);
                index.insert(name, number, &name_of).is_some()
            });
            dotted.push(name.filter(|_| !is_taken));
        }
        Self { document, dotted, index }
    }

    /// The task with this id, dotted or the plan's own.
    pub(super) fn find(&self, id: &str) -> Result<usize, Failure> {
        let found = self.document.plan().find(self.document.text(), id).or_else(|| {
            let name_of = |number: usize| self.dotted.get(number).and_then(Option::as_deref).unwrap_or_default();
            self.index.find(id, &name_of)
        });
        found.ok_or_else(|| Failure::task_not_found(id))
    }

    /// A subtask with this id.
    pub(super) fn find_subtask(&self, id: &str) -> Result<(usize, usize), Failure> {
        let number = self.find(id)?;
        match self.document.plan().tasks[number].parent {
            Some(parent) => Ok((number, parent)),
            None => Err(Failure::invalid(format!(
                "Argument subtaskId must be the id of a subtask, and {id} is a task; use update_task or delete_task"
            ))),
        }
    }

    /// The id as the plan has it.
    pub(super) fn task_id(&self, number: usize) -> String {
        self.document.plan().tasks[number].id.of(self.document.text()).to_owned()
    }

    /// The id as it is shown.
    pub(super) fn display_id(&self, number: usize) -> String {
        self.dotted[number].clone().unwrap_or_else(|| self.task_id(number))
    }

    /// The plan's own ids of the tasks that a call names as dependencies.
    pub(super) fn dependencies(&self, ids: &[String]) -> Result<Vec<String>, Failure> {
        let own = |id: &String| match self.find(id) {
            Ok(number) => Ok(self.task_id(number)),
            Err(Failure::TaskNotFound { id, .. }) => Err(Failure::TaskNotFound { id, field: Some("dependencies") }),
            Err(other) => Err(other),
        };
        ids.iter().map(own).collect()
    }
}
