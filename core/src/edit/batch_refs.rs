//! Names that a batch gives to tasks it makes, so that its later operations can speak of them.

use super::{EditError, Op};

/// What a reference looks like.
const PREFIX: &str = "ref:";

/// The tasks that were named so far.
#[derive(Debug, Default)]
pub(super) struct References {
    /// Names and ids; a batch is short.
    ids: Vec<(String, String)>,
}

impl References {
    /// The operation with every reference replaced by the id it stands for.
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

    /// Remembers the task that an operation has made, if it named it.
    pub(super) fn remember(&mut self, op: &Op, id: &str) {
        if let Op::Add(add) = op {
            self.ids.extend(add.reference.iter().map(|name| (name.clone(), id.to_owned())));
        }
    }
}
