//! `parent_get`: reads a parent with its subtasks.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::Bounded;
use crate::failure::ToolError;
use crate::files::{Interrupt, ToolResult};
use crate::plan::is_id;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, Tool, reply_chars, tool, truncate_names};

use super::envelope::{Envelope, Metadata};
use super::find::find;
use super::output::{ParentDetail, TaskText, TaskView};
use super::page::PageRequest;
use super::plan_set::{PlanSet, TaskRef};
use super::task_get;
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
    /// The metadata.nextCursor of the page before.
    pub(super) cursor: Option<String>,
    /// Another project, if the server allows it.
    pub(super) root_dir: Option<String>,
}

type Output = Envelope<TaskView<ParentDetail>>;

/// Longest text of the parent and of a subtask. The rest is on further pages of `task_get`.
const LONGEST_TEXT: usize = 16_000;
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
        let task_get = task_get::TOOL.listed_name(context.settings);
        let message = format!("Task {} has no subtasks; read it with {task_get}", input.id);
        return Err(ToolError::new("NOT_A_PARENT", message).into());
    }
    // Later pages have only subtasks, and so more room for them.
    let detail = if input.cursor.is_none() { Detail::full(LONGEST_TEXT) } else { Detail::Summary };
    let times = Times::of(context, &set, &[at])?;
    let files = supporting_files(context, &set, at)?;
    let TaskView { base, own, .. } = parent_of(&set, &times, at, detail);
    let own = ParentDetail { parent: own, supporting_files: truncate_names(&files, LONGEST_FILES) };
    let mut task = TaskView::new(base, own);
    let room = MAX_REPLY_CHARS.saturating_sub(reply_chars(&task));
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let request = PageRequest { cursor: input.cursor.as_deref(), limit, size: room };
    let row = |times: &Times<'_>, child| subtask_of(&set, times, child, Detail::full(LONGEST_SUBTASK_TEXT));
    let page = request.page(context, &set, &children, &row)?;
    let mut message = format!("Parent task {} with {} of {} subtasks", task.base.id, page.rows.len(), children.len());
    let is_partial = |text: &TaskText| text.next_content_offset.is_some();
    if is_partial(&task.own.parent.text) || page.rows.iter().any(|row| is_partial(&row.own.text)) {
        let task_get = task_get::TOOL.listed_name(context.settings);
        message += &format!("; where a text has a nextContentOffset, {task_get} continues it with contentOffset");
    }
    task.own.parent.subtasks = Some(page.rows);
    let metadata = Metadata::of(context, &set).with_page(children.len(), page.next_cursor);
    Ok(Envelope::new(task, message, metadata))
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
