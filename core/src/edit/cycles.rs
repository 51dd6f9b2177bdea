//! Rejects edits that would create a cycle.

use crate::plan::{Cycle, Document, NESTING, ScheduleGraph, describe_cycle, ids_of};

use super::EditError;

/// The task whose dependencies are set.
#[derive(Clone, Copy, Debug)]
pub(super) enum DependencyOwner {
    /// The task with this index.
    Task(usize),
    /// A new task.
    New { parent: Option<usize> },
}

/// Rejects dependencies that the plan does not have, or that would create a cycle.
pub(super) fn check_dependencies(
    document: &Document,
    owner: DependencyOwner,
    ids: Option<&[String]>,
) -> Result<(), EditError> {
    let Some(ids) = ids.filter(|ids| !ids.is_empty()) else { return Ok(()) };
    let (text, plan) = (document.text(), document.plan());
    let mut targets = Vec::with_capacity(ids.len());
    for id in ids {
        let target = plan
            .find(text, id)
            .ok_or_else(|| EditError::invalid(format!("dependsOn names {id}, which this plan does not have")))?;
        targets.push(target);
    }
    let graph = || ScheduleGraph::of(plan, document.dependencies());
    let named = match owner {
        // Nothing depends on a new task yet.
        DependencyOwner::New { parent: None } => None,
        DependencyOwner::New { parent: Some(parent) } => graph().cycle_with_new_task(parent, &targets).map(|cycle| {
            let through = ids_of(plan, text, &cycle.tasks);
            (cycle, format!("the new task → {} → the new task{NESTING}", through.join(" → ")))
        }),
        DependencyOwner::Task(task) => graph().cycle_with_dependencies(task, &targets).map(|cycle| {
            let path = describe_cycle(plan, text, &cycle);
            (cycle, path)
        }),
    };
    match named {
        Some((cycle, path)) => Err(refusal(document, &cycle, format!("dependsOn would create a cycle: {path}"))),
        None => Ok(()),
    }
}

/// The id of the parent of the task `id`.
pub(super) fn parent_of<'d>(document: &'d Document, id: &str) -> Option<&'d str> {
    let (text, plan) = (document.text(), document.plan());
    let parent = plan.tasks.get(plan.find(text, id)?)?.parent?;
    Some(plan.tasks.get(parent)?.id.of(text))
}

/// Rejects a move that created a cycle. `document` is the plan after the move.
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
    match ScheduleGraph::of(plan, dependencies).cycle_through_parent(task) {
        Some(cycle) => {
            let path = describe_cycle(plan, text, &cycle);
            Err(refusal(document, &cycle, format!("task {id} under {parent} would create a cycle: {path}")))
        }
        None => Ok(()),
    }
}

fn refusal(document: &Document, cycle: &Cycle, message: String) -> EditError {
    let ids = ids_of(document.plan(), document.text(), &cycle.tasks);
    EditError::cycle(message, ids)
}
