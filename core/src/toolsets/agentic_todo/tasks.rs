//! The tasks of this toolset and their plan, which the first write creates with the marker style that GitHub renders.

use std::borrow::Cow;

use crate::edit::EditError;
use crate::failure::Failure;
use crate::files::{Interrupt, ToolResult};
use crate::plan::{Document, Task};
use crate::toolkit::{Context, EditablePlan, SinglePlan};

use super::errors::about;
use super::mapping::is_task_id;

pub(super) const NEW_PLAN: &str = "<!-- long-term-plan:format=v1 markers=gfm -->\n\n# Tasks\n";

pub(super) const PLAN: SinglePlan = SinglePlan { default_id: "task", new_text: |_| Ok(NEW_PLAN.into()) };

/// The plan to read; an empty one before the first write.
pub(super) fn read<'w>(context: &Context<'w>) -> ToolResult<Cow<'w, Document>> {
    PLAN.read(context).map_err(|interrupt| at_file(interrupt, context))
}

/// The plan to edit. One with errors is rejected.
pub(super) fn open<'w>(context: &Context<'w>) -> ToolResult<EditablePlan<'w>> {
    PLAN.open(context).map_err(|interrupt| at_file(interrupt, context))
}

/// Adds the path of the plan to a failure about its content.
fn at_file(interrupt: Interrupt, context: &Context<'_>) -> Interrupt {
    let (code, message) = match interrupt {
        Interrupt::Fail(Failure::NotAPlan(message)) => ("FILE_READ_ERROR", message),
        Interrupt::Fail(Failure::Edit(EditError { message, .. })) => ("FILE_WRITE_ERROR", message),
        other => return other,
    };
    let path = PLAN.id(context).map(|id| context.display_path(&id.path())).unwrap_or_default();
    about(code, message, "file_path", &path).into()
}

/// Index of the task with this id.
pub(super) fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}

/// The top-level tasks of this toolset, with their indexes.
pub(super) fn main_tasks(document: &Document) -> impl Iterator<Item = (usize, &Task)> {
    let text = document.text();
    let tasks = document.plan().tasks.iter().enumerate();
    tasks.filter(move |(_, task)| task.parent.is_none() && is_task_id(task.id.of(text)))
}

/// The tasks with the same category and parent, including the task itself, in order.
pub(super) fn siblings(document: &Document, index: usize) -> Vec<usize> {
    let tasks = &document.plan().tasks;
    let Some(own) = tasks.get(index) else { return Vec::new() };
    let is_sibling = |other: &Task| {
        other.section == own.section && other.parent == own.parent && is_task_id(other.id.of(document.text()))
    };
    tasks.iter().enumerate().filter(|(_, other)| is_sibling(other)).map(|(index, _)| index).collect()
}

/// The position of a task among its siblings, from 1.
pub(super) fn position(document: &Document, index: usize) -> usize {
    siblings(document, index).iter().take_while(|other| **other < index).count() + 1
}
