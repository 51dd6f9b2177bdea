//! `reorder_task`: a task put to another place. Only its own lines are touched.

use crate::contract::{choices, input, output};
use crate::edit::{MoveTask, Op, apply};
use crate::text::iso_time;
use crate::toolsets::access::count;
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

use super::errors::{about, task_not_found};
use super::index_page::Files;
use super::mapping::TaskId;
use super::store::{Store, find, neighbours, position};
use super::tool;

pub(super) const TOOL: Tool =
    tool!(SET, "reorder_task", "Move a task: first or last in its category, or next to another task.");

choices! {
    /// Where a task goes.
    pub(super) enum Position {
        /// Before all of its category.
        First = "first",
        /// After all of its category.
        Last = "last",
        /// Right before another.
        Before = "before",
        /// Right after another.
        After = "after",
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "task_id" task_id: TaskId,
        /// Where to.
        "position" position: Position,
        /// Needed for before and after.
        "reference_task_id" reference_task_id: Option<TaskId>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Its id.
        "task_id" task_id: String,
        /// Position in its category before.
        "old_position" old_position: u32,
        /// Position in its category now.
        "new_position" new_position: u32,
        /// When.
        "updated_at" updated_at: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let id = &input.task_id.0;
    let store = Store::open(context)?;
    let document = store.document();
    let number = find(document, id).ok_or_else(|| task_not_found(id))?;
    let is_before = matches!(input.position, Position::First | Position::Before);
    let reference = match input.position {
        Position::First => neighbours(document, number).first().copied(),
        Position::Last => neighbours(document, number).last().copied(),
        Position::Before | Position::After => Some(reference(input, &store, number)?),
    };
    let to = reference.filter(|other| *other != number).map(|other| {
        let other = document.plan().tasks[other].id.of(document.text()).to_owned();
        let (before_task_id, after_task_id) = if is_before { (Some(other), None) } else { (None, Some(other)) };
        Op::Move(MoveTask {
            task_id: id.clone(),
            before_task_id,
            after_task_id,
            position: None,
            parent_task_id: None,
            section_path: None,
        })
    });
    let edited = apply(document, &to.into_iter().collect::<Vec<_>>(), &mut context.ids())?;
    let old_position = count(position(document, number));
    let new_position = find(&edited.document, id).map_or(0, |number| count(position(&edited.document, number)));
    let (task_id, updated_at) = (id.clone(), iso_time(context.call.now_ms));
    let output =
        move |_| Output { task_id: task_id.clone(), old_position, new_position, updated_at: updated_at.clone() };
    if edited.edit.is_empty() {
        return Ok(Done::Ready(output(String::new())));
    }
    let mut writes = vec![store.write(&edited)];
    writes.extend(Files::with(&edited.document).write(context)?);
    Ok(Done::AfterWrites(writes, Box::new(output)))
}

/// The task that another is put next to.
fn reference(input: &Input, store: &Store<'_>, number: usize) -> Result<usize, ToolError> {
    let document = store.document();
    let Some(TaskId(id)) = &input.reference_task_id else {
        let word = input.position.as_str();
        let message = format!("position {word} needs reference_task_id: the task to put it {word}");
        return Err(about("INVALID_POSITION", message, "position", word));
    };
    let found = find(document, id).ok_or_else(|| {
        about("REFERENCE_TASK_NOT_FOUND", format!("Reference task not found: {id}"), "reference_task_id", id)
    })?;
    if (number..document.plan().tasks[number].subtree_end).contains(&found) {
        let message = format!("{} cannot be put next to {id}: it would be next to or under itself", input.task_id.0);
        return Err(about("INVALID_POSITION", message, "reference_task_id", id));
    }
    Ok(found)
}
