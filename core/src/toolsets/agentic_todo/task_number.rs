//! Which number a new task gets.

use crate::files::{Expected, ToolResult};
use crate::toolkit::Context;
use crate::toolkit::notes::{FOLDER, path_of};

use super::errors::about;
use super::mapping::{MAX_TASKS, is_task_id, task_id};
use super::tasks::{PLAN, find, main_tasks};
use crate::plan::Document;

/// An id, and what its context has to be for it to be free.
pub(super) struct TaskNumber {
    pub(super) id: String,
    pub(super) expected: Expected,
}

/// An id that no task has, and none had of which a context or a history is left: one above the highest, or the lowest that is
/// free once the highest is taken.
///
/// A context is written before its task. Where the one of the highest number is all that is left of a creation that was
/// interrupted, and says what `context_text` says now, the same is being tried again, and goes on with that number.
pub(super) fn next_task_number(
    context: &Context<'_>,
    document: &Document,
    context_text: impl Fn(&str) -> String,
) -> ToolResult<TaskNumber> {
    let contexts = context.markdown_stems(FOLDER, is_task_id)?;
    let history = context.history(&PLAN.id(context)?)?;
    let is_known = |id: &str| find(document, id).is_some() || history.has_id(id);
    let is_used = |number: &u32| {
        let id = task_id(*number);
        is_known(&id) || contexts.binary_search(&id.as_str()).is_ok()
    };
    let highest = (1..=MAX_TASKS).rev().find(is_used).unwrap_or_default();
    let left = task_id(highest);
    if highest > 0
        && !is_known(&left)
        && let Some(found) = context.text_file(&path_of(&left))?.filter(|found| found.text == context_text(&left))
    {
        return Ok(TaskNumber { id: left, expected: Expected::Etag(found.etag.to_owned()) });
    }
    let free = if highest < MAX_TASKS { Some(highest + 1) } else { (1..=MAX_TASKS).find(|number| !is_used(number)) };
    if let Some(number) = free {
        return Ok(TaskNumber { id: task_id(number), expected: Expected::Absent });
    }
    let tasks = main_tasks(document).count();
    let remedy = if tasks as u64 >= u64::from(MAX_TASKS) {
        "delete tasks that are not needed any more".to_owned()
    } else {
        let folder = context.display_path(FOLDER);
        format!(
            "{tasks} tasks are left, but the contexts in {folder} and the history still know the others; \
             remove contexts that are not needed, or {}",
            context.display_path(".history")
        )
    };
    let message = format!("All {MAX_TASKS} ids are taken, up to T{MAX_TASKS}: {remedy}");
    Err(about("TASK_LIMIT_EXCEEDED", message, "task_id", &task_id(MAX_TASKS)).into())
}
