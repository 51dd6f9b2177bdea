//! `reorder_task`: moves a task among its siblings. Only its own lines change.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::edit::{MoveTask, Op, apply};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, Tool, tool};
use crate::views::to_u32;
use crate::word::Word;

use super::errors::{about, task_not_found};
use super::index_page::IndexPage;
use super::mapping::TaskId;
use super::tasks::{find, open, position, siblings};

pub(super) const TOOL: Tool =
    tool!(SET, "reorder_task", "Move a task: first or last in its category, or next to another task.");

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Position {
    /// First in its category.
    First,
    /// Last in its category.
    Last,
    /// Directly before the reference task.
    Before,
    /// Directly after the reference task.
    After,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// Where to.
    pub(super) position: Position,
    /// Needed for before and after.
    pub(super) reference_task_id: Option<TaskId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    /// Position in its category before.
    pub(super) old_position: u32,
    /// Position in its category now.
    pub(super) new_position: u32,
    pub(super) updated_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let plan = open(context)?;
    let document = plan.document();
    let index = find(document, id).ok_or_else(|| task_not_found(id))?;
    let is_before = matches!(input.position, Position::First | Position::Before);
    let reference = match input.position {
        Position::First => siblings(document, index).first().copied(),
        Position::Last => siblings(document, index).last().copied(),
        Position::Before | Position::After => Some(reference(input, document, index)?),
    };
    let op = reference.filter(|other| *other != index).map(|other| {
        let other = document.plan().tasks[other].id.of(document.text()).to_owned();
        let (before_task_id, after_task_id) = if is_before { (Some(other), None) } else { (None, Some(other)) };
        Op::Move(MoveTask { task_id: id.clone(), before_task_id, after_task_id, ..MoveTask::default() })
    });
    let edited = apply(document, &op.into_iter().collect::<Vec<_>>(), &mut context.ids())?;
    let old_position = to_u32(position(document, index));
    let new_position = find(&edited.document, id).map_or(0, |index| to_u32(position(&edited.document, index)));
    let (task_id, updated_at) = (id.clone(), iso_time(context.call.now_ms));
    let output =
        move |_| Output { task_id: task_id.clone(), old_position, new_position, updated_at: updated_at.clone() };
    if edited.edit.is_empty() {
        return Ok(Outcome::Ready(output(String::new())));
    }
    let mut writes = vec![plan.write(&edited)];
    writes.extend(IndexPage::with(&edited.document).write(context)?);
    Ok(Outcome::after_all(writes, output))
}

/// The task to move it next to.
fn reference(input: &Input, document: &Document, index: usize) -> Result<usize, Failure> {
    let Some(TaskId(id)) = &input.reference_task_id else {
        let word = input.position.as_str();
        let message = format!("position {word} needs reference_task_id: the task to put it {word}");
        return Err(about("INVALID_POSITION", message, "position", word).into());
    };
    let found = find(document, id).ok_or_else(|| {
        about("REFERENCE_TASK_NOT_FOUND", format!("Reference task not found: {id}"), "reference_task_id", id)
    })?;
    if (index..document.plan().tasks[index].subtree_end).contains(&found) {
        let message = format!("{} cannot be put next to {id}: it would be next to or under itself", input.task_id.0);
        return Err(about("INVALID_POSITION", message, "reference_task_id", id).into());
    }
    Ok(found)
}
