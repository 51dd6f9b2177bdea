//! Names that a batch gives to its new tasks, so that later operations can refer to them.

use super::{EditError, Op};

const PREFIX: &str = "ref:";

/// The tasks named so far.
#[derive(Debug, Default)]
pub(super) struct BatchRefs {
    /// Names and ids. A batch is short, so a list is enough.
    ids: Vec<(String, String)>,
}

impl BatchRefs {
    /// The operation with every reference replaced by the id of the task.
    pub(super) fn resolve(&self, mut op: Op) -> Result<Op, EditError> {
        let empty = &mut Vec::new();
        let (single, list): (Vec<&mut String>, &mut Vec<String>) = match &mut op {
            Op::Add(add) => (
                [&mut add.task.parent_task_id, &mut add.task.before_task_id, &mut add.task.after_task_id]
                    .into_iter()
                    .flatten()
                    .collect(),
                add.task.attributes.depends_on.as_mut().unwrap_or(empty),
            ),
            Op::Update(update) => {
                (vec![&mut update.task_id], update.changes.attributes.depends_on.as_mut().unwrap_or(empty))
            }
            Op::Move(to) => {
                let optional = [&mut to.parent_task_id, &mut to.before_task_id, &mut to.after_task_id];
                (optional.into_iter().flatten().chain([&mut to.task_id]).collect(), empty)
            }
            Op::Delete(delete) => (vec![&mut delete.task_id], empty),
            Op::UpdatePlan(_) => (Vec::new(), empty),
        };
        for id in single.into_iter().chain(list) {
            if let Some(name) = id.strip_prefix(PREFIX) {
                let known = self.ids.iter().rev().find(|(known, _)| known == name).map(|(_, id)| id);
                *id = known.cloned().ok_or_else(|| {
                    EditError::invalid(format!(
                        "{PREFIX}{name} names no earlier add of this batch; give that add \"ref\": \"{name}\""
                    ))
                })?;
            }
        }
        Ok(op)
    }

    /// Adds the new task of an operation that names it.
    pub(super) fn add(&mut self, op: &Op, id: &str) {
        if let Op::Add(add) = op {
            self.ids.extend(add.reference.iter().map(|name| (name.clone(), id.to_owned())));
        }
    }
}
