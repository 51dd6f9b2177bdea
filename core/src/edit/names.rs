//! What operations call tasks and sections, in place of ids and exact names.

use crate::plan::Document;

use super::insertion_point::spelled_path;
use super::{EditError, Op};

/// How operations name existing tasks and sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By whole ids and exact names.
    Exact,
    /// As people and models do: a task also by the ending of a generated id, a section without regard to case and white space.
    Lenient,
}

/// Most candidates that an error names.
const MAX_CANDIDATES: usize = 8;
const REF: &str = "ref:";

/// The task that a call means: the one with this id, or the only one whose generated id has this ending.
pub(crate) fn find_task(document: &Document, name: &str) -> Result<Option<usize>, EditError> {
    let (text, plan) = (document.text(), document.plan());
    if let Some(index) = plan.find(text, name) {
        return Ok(Some(index));
    }
    let ending = name.trim_start_matches(['…', '.']);
    let found: Vec<_> = plan.find_by_ending(text, ending).take(MAX_CANDIDATES + 1).collect();
    match found.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        several => {
            let ids =
                several.iter().take(MAX_CANDIDATES).map(|task| plan.tasks[*task].id.of(text).to_owned()).collect();
            Err(EditError::ambiguous(ending, ids, several.len() > MAX_CANDIDATES))
        }
    }
}

/// The names that a batch has given to its new tasks.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Names, ids and the indexes of the operations. A batch is short, so a list is enough.
    refs: Vec<(String, String, usize)>,
}

impl Names {
    /// The operation with ids of tasks and exact names of sections.
    pub(super) fn resolve(&self, document: &Document, mut op: Op, naming: Naming) -> Result<Op, EditError> {
        if let Op::Add(add) = &op
            && let Some((name, _, index)) = self.refs.iter().find(|(name, ..)| add.reference.as_ref() == Some(name))
        {
            return Err(EditError::invalid(format!("ref {name} is used by ops[{index}]")));
        }
        for id in task_names(&mut op) {
            if let Some(name) = id.strip_prefix(REF) {
                let known = self.refs.iter().find(|(known, ..)| known == name).map(|(_, id, _)| id);
                *id = known.cloned().ok_or_else(|| {
                    EditError::invalid(format!(
                        "{REF}{name} names no earlier add of this batch; give that add \"ref\": \"{name}\""
                    ))
                })?;
            } else if naming == Naming::Lenient
                && let Some(task) = find_task(document, id)?
            {
                document.plan().tasks[task].id.of(document.text()).clone_into(id);
            }
        }
        let path = match &mut op {
            Op::Add(add) => add.task.section_path.as_mut(),
            Op::Move(to) => to.section_path.as_mut(),
            Op::Update(_) | Op::Delete(_) | Op::UpdatePlan(_) => None,
        };
        if let Some(path) = path.filter(|_| naming == Naming::Lenient) {
            *path = spelled_path(document, path);
        }
        Ok(op)
    }

    /// Adds the new task of the operation with this index, if the operation names it.
    pub(super) fn add(&mut self, index: usize, op: &Op, id: &str) {
        if let Op::Add(add) = op {
            self.refs.extend(add.reference.iter().map(|name| (name.clone(), id.to_owned(), index)));
        }
    }
}

/// Everything in an operation that names a task.
fn task_names(op: &mut Op) -> Vec<&mut String> {
    match op {
        Op::Add(add) => {
            let task = &mut add.task;
            let places = [&mut task.parent_task_id, &mut task.before_task_id, &mut task.after_task_id];
            places.into_iter().flatten().chain(task.attributes.depends_on.iter_mut().flatten()).collect()
        }
        Op::Update(update) => {
            let depends_on = update.changes.attributes.depends_on.iter_mut().flatten();
            std::iter::once(&mut update.task_id).chain(depends_on).collect()
        }
        Op::Move(to) => {
            let places = [&mut to.parent_task_id, &mut to.before_task_id, &mut to.after_task_id];
            places.into_iter().flatten().chain([&mut to.task_id]).collect()
        }
        Op::Delete(delete) => vec![&mut delete.task_id],
        Op::UpdatePlan(_) => Vec::new(),
    }
}
