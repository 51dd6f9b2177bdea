//! Edits refused because tasks would wait for each other.

use crate::plan::{Circle, Document, NESTING, Waiting, ids_of, name_circle};

use super::EditError;

/// Whose dependencies are set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiter {
    /// The task with this number.
    Task(usize),
    /// One that is yet to be added under another, or under none.
    New { parent: Option<usize> },
}

/// Refuses dependencies that the plan does not have, or that would close a circle.
pub(super) fn check_dependencies(document: &Document, waiter: Waiter, ids: Option<&[String]>) -> Result<(), EditError> {
    let Some(ids) = ids.filter(|ids| !ids.is_empty()) else { return Ok(()) };
    let (text, plan) = (document.text(), document.plan());
    let mut targets = Vec::with_capacity(ids.len());
    for id in ids {
        let target = plan
            .find(text, id)
            .ok_or_else(|| EditError::invalid(format!("dependsOn names {id}, which this plan does not have")))?;
        targets.push(target);
    }
    let dependencies = document.dependencies();
    let waiting = Waiting::of(plan, dependencies);
    let named = match waiter {
        Waiter::New { parent: None } => None,
        Waiter::New { parent: Some(parent) } => waiting.with_new_task(parent, &targets).map(|circle| {
            let through = ids_of(plan, text, &circle.tasks);
            (circle, format!("the new task → {} → the new task{NESTING}", through.join(" → ")))
        }),
        Waiter::Task(task) => waiting.with_dependencies(task, &targets).map(|circle| {
            let words = name_circle(plan, text, &circle);
            (circle, words)
        }),
    };
    match named {
        Some((circle, words)) => Err(refusal(document, &circle, format!("dependsOn would close a circle: {words}"))),
        None => Ok(()),
    }
}

/// The id of the task that the task `id` is under.
pub(super) fn parent_of<'d>(document: &'d Document, id: &str) -> Option<&'d str> {
    let (text, plan) = (document.text(), document.plan());
    let parent = plan.tasks.get(plan.find(text, id)?)?.parent?;
    Some(plan.tasks.get(parent)?.id.of(text))
}

/// Refuses a move that has brought the task `id` from under `old_parent` to where it now closes a circle.
pub(super) fn check_move(document: &Document, id: &str, old_parent: Option<&str>) -> Result<(), EditError> {
    let (text, plan) = (document.text(), document.plan());
    let new_parent = parent_of(document, id);
    let (Some(task), Some(parent)) = (plan.find(text, id), new_parent) else { return Ok(()) };
    if new_parent == old_parent {
        return Ok(());
    }
    let dependencies = document.dependencies();
    if dependencies.is_empty() {
        return Ok(());
    }
    match Waiting::of(plan, dependencies).with_place(task) {
        Some(circle) => {
            let words = name_circle(plan, text, &circle);
            Err(refusal(document, &circle, format!("task {id} under {parent} would close a circle: {words}")))
        }
        None => Ok(()),
    }
}

fn refusal(document: &Document, circle: &Circle, message: String) -> EditError {
    let ids = ids_of(document.plan(), document.text(), &circle.tasks);
    EditError::cycle(message, ids)
}
