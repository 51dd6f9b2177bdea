//! `update_task`: changes the given fields of a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::Limited;
use crate::edit::{MoveTask, Op, Position, TaskChanges, UpdateTask, apply};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::history::TaskTimes;
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::errors::task_not_found;
use super::index_page::IndexPage;
use super::mapping::{Status, TaskId, category_of, section_path, title};
use super::subtasks::{Subtask, replacement};
use super::tasks::{PLAN, find, open};

pub(super) const TOOL: Tool = tool!(REPLACE, "update_task", "Change a task; what is not named stays.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// One line.
    pub(super) title: Option<Limited<0, 100>>,
    /// New status.
    pub(super) status: Option<Status>,
    /// New category.
    pub(super) category: Option<Limited<0, 50>>,
    /// Replaces all of them.
    pub(super) subtasks: Option<Vec<SubtaskInput>>,
}

/// A subtask. An existing one with this title stays, and keeps its status if none is given.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubtaskInput {
    /// One line.
    pub(super) title: Limited<0, 100>,
    /// Its status.
    pub(super) status: Option<Status>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    /// Names of the fields that changed.
    pub(super) updated_fields: Vec<String>,
    /// When it last changed.
    pub(super) updated_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    if input.title.is_none() && input.status.is_none() && input.category.is_none() && input.subtasks.is_none() {
        let message = "Nothing to change; give title, status, category or subtasks";
        return Err(Failure::invalid(message).into());
    }
    let plan = open(context)?;
    let document = plan.document();
    let text = document.text();
    let index = find(document, id).ok_or_else(|| task_not_found(id))?;
    let task = &document.plan().tasks[index];
    let history = context.history(&PLAN.id(context)?)?;
    let mut ops = Vec::new();
    let mut updated_fields = Vec::new();

    let new_title = match &input.title {
        Some(new) => Some(title(&new.0, "title")?).filter(|new| new != task.title.of(text)),
        None => None,
    };
    let new_status = input.status.filter(|status| *status != Status::of(task));
    updated_fields.extend(new_title.as_ref().map(|_| "title"));
    updated_fields.extend(new_status.map(|_| "status"));
    if new_title.is_some() || new_status.is_some() {
        ops.push(update(id, new_title, new_status));
    }
    if let Some(category) = &input.category {
        let path = section_path(document, &category.0)?;
        if category_of(document, task) != category.0.trim() {
            updated_fields.push("category");
            ops.push(Op::Move(MoveTask {
                task_id: id.clone(),
                position: Some(Position::Last),
                section_path: Some(path),
                ..MoveTask::default()
            }));
        }
    }
    let mut ids = context.ids();
    if let Some(wanted) = &input.subtasks {
        let checked = |(at, subtask): (usize, &SubtaskInput)| {
            let title = title(&subtask.title.0, &format!("subtasks[{at}].title"))?;
            Ok(Subtask { title, status: subtask.status })
        };
        let wanted = wanted.iter().enumerate().map(checked).collect::<Result<Vec<_>, Failure>>()?;
        let (changes, new_ids) = replacement(document, index, &wanted, |id| history.has_id(id));
        updated_fields.extend((!changes.is_empty()).then_some("subtasks"));
        ops.extend(changes);
        ids = ids.with_preset(new_ids);
    }

    let edited = apply(document, &ops, &mut ids)?;
    let is_same = edited.edit.is_empty();
    let last_change = if is_same { TaskTimes::of(id, Some(history)).updated } else { None };
    let updated_at = iso_time(last_change.unwrap_or(context.call.now_ms));
    let task_id = id.clone();
    let output = move |_| Output {
        task_id: task_id.clone(),
        updated_fields: updated_fields.iter().map(|name| (*name).to_owned()).collect(),
        updated_at: updated_at.clone(),
    };
    if is_same {
        return Ok(Outcome::Ready(output(String::new())));
    }
    let mut writes = vec![plan.write(&edited)];
    writes.extend(IndexPage::with(&edited.document).write(context)?);
    Ok(Outcome::after_all(writes, output))
}

/// Changes a task without moving it.
pub(super) fn update(id: &str, title: Option<String>, status: Option<Status>) -> Op {
    Op::Update(UpdateTask {
        task_id: id.to_owned(),
        changes: TaskChanges { status: status.map(|status| status.to_plan().into()), title, ..TaskChanges::default() },
    })
}
