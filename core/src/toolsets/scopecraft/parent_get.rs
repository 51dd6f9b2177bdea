//! `parent_get`: reads a parent with its subtasks.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::Bounded;
use crate::failure::ToolError;
use crate::files::{Interrupt, ToolResult};
use crate::plan::is_id;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, Tool, json_size, tool, truncate_names};

use super::envelope::{Envelope, Metadata};
use super::find::find;
use super::output::{ParentDetail, SubTask, TaskView};
use super::page::PageRequest;
use super::plan_set::{PlanSet, TaskRef};
use super::times::Times;
use super::view::{Detail, parent_of, subtask_of};

pub(super) const TOOL: Tool =
    tool!(READ, "parent_get", "One task with the texts of all its subtasks and its supporting files; long.");

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) id: String,
    /// Most subtasks.
    pub(super) limit: Option<Bounded<1, 100>>,
    /// The metadata.nextCursor of an answer that had no room for all subtasks.
    pub(super) cursor: Option<String>,
    /// Another project, if the server allows it.
    pub(super) root_dir: Option<String>,
}

type Output = Envelope<TaskView<ParentDetail>>;

/// Longest body of the parent and of a subtask.
const LONGEST_TEXT: usize = 12_000;
const LONGEST_SUBTASK_TEXT: usize = 8_000;
/// Longest list of files.
const LONGEST_FILES: usize = 3_000;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    Ok(Outcome::Ready(reply(context, input)?))
}

pub(super) fn reply(context: &Context<'_>, input: &Input) -> ToolResult<Output> {
    let set = PlanSet::open(context, input.root_dir.as_deref())?;
    let at = find(&set, &input.id, None)?;
    let children = set.children(at);
    if children.is_empty() {
        let message = format!("Task {} has no subtasks; read it with task_get", input.id);
        return Err(ToolError::new("NOT_A_PARENT", message).into());
    }
    let times = Times::of(context, &set, &[at])?;
    let files = supporting_files(context, &set, at)?;
    let TaskView { base, own, .. } = parent_of(&set, &times, at, Detail::Full(LONGEST_TEXT));
    let own = ParentDetail { parent: own, supporting_files: truncate_names(&files, LONGEST_FILES) };
    let mut task = TaskView::new(base, own);
    let room = MAX_REPLY_CHARS.saturating_sub(json_size(&task));
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let request = PageRequest { cursor: input.cursor.as_deref(), limit, size: room };
    let summary = |child| subtask_of(&set, &times, child, Detail::Summary);
    let page = request.page(context, &set, &children, &|_, child| summary(child))?;
    let subtasks =
        children.iter().skip(page.start).take(page.rows.len()).map(|child| (*child, summary(*child))).collect();
    let (subtasks, without_text) = with_bodies(&set, &times, subtasks, room);
    let mut message = format!("Parent task {} with {} of {} subtasks", task.base.id, subtasks.len(), children.len());
    if without_text > 0 {
        message += &format!("; {without_text} of them are shown without their text, which task_get has");
    }
    task.own.parent.subtasks = Some(subtasks);
    let metadata = Metadata::of(context, &set).with_page(children.len(), page.next_cursor);
    Ok(Envelope::new(task, message, metadata))
}

/// The subtasks with their bodies, as long as there is room, and the number of subtasks without their body.
fn with_bodies(
    set: &PlanSet<'_>,
    times: &Times<'_>,
    subtasks: Vec<(TaskRef, TaskView<SubTask>)>,
    room: usize,
) -> (Vec<TaskView<SubTask>>, usize) {
    let used: usize = subtasks.iter().map(|(_, summary)| json_size(summary)).sum();
    let mut room = room.saturating_sub(used);
    let mut without_text = 0;
    let mut views = Vec::new();
    for (at, summary) in subtasks {
        let full = subtask_of(set, times, at, Detail::Full(LONGEST_SUBTASK_TEXT));
        let more = json_size(&full) - json_size(&summary);
        if more <= room {
            room -= more;
            views.push(full);
        } else {
            without_text += 1;
            views.push(summary);
        }
    }
    (views, without_text)
}

/// The files in the task's context folder, as paths relative to the root.
fn supporting_files(context: &Context<'_>, set: &PlanSet<'_>, at: TaskRef) -> ToolResult<Vec<String>> {
    let (plan, task) = set.get(at);
    let id = task.id.of(plan.document.text());
    if !is_id(id) {
        return Ok(Vec::new());
    }
    let folder = format!("context/{id}");
    let mut files = Vec::new();
    let mut missing = Vec::new();
    let names = context.files.names(&format!("{}{folder}", set.root))?;
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        // Only a folder can be listed.
        match context.files.names(&format!("{}{folder}/{name}", set.root)) {
            Ok(_) => {}
            Err(Interrupt::Need(needs)) => missing.extend(needs),
            Err(_) => files.push(format!("{}/{folder}/{name}", context.settings.plans_dir)),
        }
    }
    if !missing.is_empty() {
        return Err(Interrupt::Need(missing));
    }
    files.sort_unstable();
    Ok(files)
}
