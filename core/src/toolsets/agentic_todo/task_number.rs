//! The number of a new task.

use crate::files::{Expected, ToolResult};
use crate::plan::Document;
use crate::toolkit::Context;
use crate::toolkit::notes::{FOLDER, path_of};

use super::errors::about;
use super::mapping::{MAX_TASKS, is_task_id, task_id};
use super::tasks::{PLAN, find, main_tasks};

/// A free id, and the state of its context file that makes it free.
pub(super) struct TaskNumber {
    pub(super) id: String,
    pub(super) expected: Expected,
}

/// One above the highest id of a task, a context file or the history. Once the highest possible id is taken, it is the lowest one
/// without a task or context file, so that deleted tasks make room for new ones.
///
/// The context file is written before its task. If only the context file of the highest number exists, and it equals
/// `context_text`, then the same creation was interrupted before, and its number is used again.
pub(super) fn next_task_number(
    context: &Context<'_>,
    document: &Document,
    context_text: impl Fn(&str) -> String,
) -> ToolResult<TaskNumber> {
    let contexts = context.markdown_stems(FOLDER, is_task_id)?;
    let history = context.history(&PLAN.id(context)?)?;
    let is_known = |id: &str| find(document, id).is_some() || history.has_id(id);
    let has_context = |id: &str| contexts.binary_search(&id).is_ok();
    let was_used = |number: &u32| is_known(&task_id(*number)) || has_context(&task_id(*number));
    let is_free = |number: &u32| find(document, &task_id(*number)).is_none() && !has_context(&task_id(*number));
    let highest = (1..=MAX_TASKS).rev().find(was_used).unwrap_or_default();
    let last = task_id(highest);
    if highest > 0
        && !is_known(&last)
        && let Some(found) = context.text_file(&path_of(&last))?.filter(|found| found.text == context_text(&last))
    {
        return Ok(TaskNumber { id: last, expected: Expected::Etag(found.etag.to_owned()) });
    }
    let free = if highest < MAX_TASKS { Some(highest + 1) } else { (1..=MAX_TASKS).find(is_free) };
    if let Some(number) = free {
        return Ok(TaskNumber { id: task_id(number), expected: Expected::Absent });
    }
    let tasks = main_tasks(document).count();
    let remedy = if tasks as u64 >= u64::from(MAX_TASKS) {
        "delete tasks that are not needed any more".to_owned()
    } else {
        let folder = context.display_path(FOLDER);
        format!("{tasks} tasks are left, and {folder} has contexts of the others; delete those that are not needed")
    };
    let message = format!("All {MAX_TASKS} ids are taken, up to T{MAX_TASKS}: {remedy}");
    Err(about("TASK_LIMIT_EXCEEDED", message, "task_id", &task_id(MAX_TASKS)).into())
}
