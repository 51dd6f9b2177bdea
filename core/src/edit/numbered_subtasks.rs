//! Changes that a single operation does not make: a numbered subtask, and a task deleted wherever it is named.

use crate::plan::{Document, IdSource, Key, Plan, Task, encode_value};
use crate::text::{TextEdit, in_order_of};

use super::attributes::{self, Change};
use super::lines::delete_block;
use super::{AddTask, EditError, Edited, Op, apply};

/// Adds a task under its parent with a number of its own among its siblings: one more than the highest of them, and than that
/// of those that are gone.
pub fn add_numbered(
    document: &Document,
    task: &AddTask,
    highest_gone: Option<u32>,
    ids: &mut IdSource,
) -> Result<Edited, EditError> {
    let (text, plan) = (document.text(), document.plan());
    let parent = task.parent_task_id.as_ref().and_then(|id| plan.find(text, id));
    let highest = parent.and_then(|parent| highest_number(plan, text, parent)).max(highest_gone).unwrap_or_default();
    let added = apply(document, &[Op::from(task.clone())], ids)?;
    let (text, plan) = (added.document.text(), added.document.plan());
    let Some(number) = added.task_ids.first().and_then(|id| plan.find(text, id)) else { return Ok(added) };
    let change = (Key::Seq, Some(highest.saturating_add(1).to_string()));
    let numbering: TextEdit =
        attributes::replacements(&added.document, &plan.tasks[number], &[change]).into_iter().collect();
    let edit = added.edit.then(&numbering).narrowed(document.text());
    Ok(Edited { document: added.document.edited(&numbering), edit, task_ids: added.task_ids })
}

/// The number that a task has among its siblings.
pub fn number_of(task: &Task, text: &str) -> Option<u32> {
    if task.attributes.is_empty() { None } else { task.value(text, Key::Seq)?.parse().ok() }
}

/// The highest number among the subtasks of a task.
fn highest_number(plan: &Plan, text: &str, parent: usize) -> Option<u32> {
    let below = &plan.tasks[parent + 1..plan.tasks[parent].subtree_end];
    below.iter().filter(|child| child.parent == Some(parent)).filter_map(|child| number_of(child, text)).max()
}

/// Deletes a task with all that is under it, and its id and theirs from everything that depends on them.
pub fn delete_everywhere(document: &Document, id: &str) -> Result<Edited, EditError> {
    let (text, plan) = (document.text(), document.plan());
    if plan.errors().next().is_some() {
        return Err(EditError::invalid_plan(plan.errors()));
    }
    let first = plan.find(text, id).ok_or_else(|| EditError::task_not_found(id))?;
    let task = &plan.tasks[first];
    let gone = first..task.subtree_end;
    let mut replacements = vec![delete_block(document, task)];
    for (_, other) in plan.tasks.iter().enumerate().filter(|(number, _)| !gone.contains(number)) {
        if let Some(change) = without(document, other, &|target| gone.contains(&target)) {
            replacements.extend(attributes::replacements(document, other, &[change]));
        }
    }
    let edit: TextEdit = in_order_of(replacements, |each| each.span.start).into_iter().collect();
    let edit = edit.narrowed(text);
    let edited = document.edited(&edit);
    if edited.plan().errors().next().is_some() {
        return Err(EditError::invalid_plan(edited.plan().errors()));
    }
    Ok(Edited { document: edited, edit, task_ids: vec![id.to_owned()] })
}

/// The dependencies of a task without those that are gone; nothing if none of them is.
fn without(document: &Document, task: &Task, is_gone: &dyn Fn(usize) -> bool) -> Option<Change> {
    let (text, plan) = (document.text(), document.plan());
    if task.attributes.is_empty() {
        return None;
    }
    let all = task.list(text, Key::Depends);
    let left: Vec<_> = all.iter().filter(|id| !plan.find(text, id).is_some_and(is_gone)).collect();
    if left.len() == all.len() {
        return None;
    }
    let written: Vec<_> = left.into_iter().map(|id| encode_value(id, true)).collect();
    Some((Key::Depends, (!written.is_empty()).then(|| written.join(","))))
}
