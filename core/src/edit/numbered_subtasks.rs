//! Numbered subtasks, and deletion of a task together with all references to it.

use crate::plan::{AttributeKey, Document, IdGenerator, Plan, Task, encode_value};
use crate::text::TextEdit;

use super::attributes::{self, AttributeEdit};
use super::lines::{delete_block, sort_by_position};
use super::{AddTask, EditError, Edited, EditedOp, Op, apply};

/// Adds a subtask with the next free number: one more than the highest among its siblings and `highest_deleted`.
pub fn add_numbered(
    document: &Document,
    task: &AddTask,
    highest_deleted: Option<u32>,
    ids: &mut IdGenerator,
) -> Result<Edited, EditError> {
    let (text, plan) = (document.text(), document.plan());
    let parent = task.parent_task_id.as_ref().and_then(|id| plan.find(text, id));
    let highest = parent.and_then(|parent| highest_number(plan, text, parent)).max(highest_deleted).unwrap_or_default();
    let added = apply(document, &[Op::from(task.clone())], ids)?;
    let (text, plan) = (added.document.text(), added.document.plan());
    let Some(index) = plan.find(text, added.task_id()) else { return Ok(added) };
    let change = (AttributeKey::Seq, Some(highest.saturating_add(1).to_string()));
    let numbering: TextEdit =
        attributes::replacements(&added.document, &plan.tasks[index], &[change]).into_iter().collect();
    let edit = added.edit.then(&numbering).narrowed(document.text());
    Ok(Edited { document: added.document.edited(&numbering), edit, ops: added.ops })
}

/// The number of a subtask, its attribute `seq`.
pub fn number_of(task: &Task, text: &str) -> Option<u32> {
    if task.attributes.is_empty() { None } else { task.value(text, AttributeKey::Seq)?.parse().ok() }
}

fn highest_number(plan: &Plan, text: &str, parent: usize) -> Option<u32> {
    let below = &plan.tasks[parent + 1..plan.tasks[parent].subtree_end];
    below.iter().filter(|child| child.parent == Some(parent)).filter_map(|child| number_of(child, text)).max()
}

/// Deletes a task with its subtasks, and their ids from the dependencies of all other tasks.
pub fn delete_everywhere(document: &Document, id: &str) -> Result<Edited, EditError> {
    let (text, plan) = (document.text(), document.plan());
    if plan.errors().next().is_some() {
        return Err(EditError::invalid_plan(plan.errors()));
    }
    let first = plan.find(text, id).ok_or_else(|| EditError::task_not_found(id))?;
    let task = &plan.tasks[first];
    let deleted = first..task.subtree_end;
    let mut replacements = vec![delete_block(document, task)];
    for (_, other) in plan.tasks.iter().enumerate().filter(|(index, _)| !deleted.contains(index)) {
        if let Some(change) = without(document, other, &|target| deleted.contains(&target)) {
            replacements.extend(attributes::replacements(document, other, &[change]));
        }
    }
    sort_by_position(&mut replacements);
    let edit = replacements.into_iter().collect::<TextEdit>().narrowed(text);
    let edited = document.edited(&edit);
    if edited.plan().errors().next().is_some() {
        return Err(EditError::invalid_plan(edited.plan().errors()));
    }
    let op = EditedOp { task_id: id.to_owned(), ..EditedOp::default() };
    Ok(Edited { document: edited, edit, ops: vec![op] })
}

/// Removes deleted tasks from the dependencies of a task; `None` if there are none.
fn without(document: &Document, task: &Task, is_deleted: &dyn Fn(usize) -> bool) -> Option<AttributeEdit> {
    let (text, plan) = (document.text(), document.plan());
    if task.attributes.is_empty() {
        return None;
    }
    let all = task.list(text, AttributeKey::Depends);
    let left: Vec<_> = all.iter().filter(|id| !plan.find(text, id).is_some_and(is_deleted)).collect();
    if left.len() == all.len() {
        return None;
    }
    let written: Vec<_> = left.into_iter().map(|id| encode_value(id, true)).collect();
    Some((AttributeKey::Depends, (!written.is_empty()).then(|| written.join(","))))
}
