//! `update_task`: changes a task.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit::{Op, TaskChanges, UpdateTask, apply};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::toolkit::{Context, EditablePlan, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status, attributes, check_title};
use super::times::Times;
use super::view::{TaskOutput as Output, save_and_show};

pub(super) const TOOL: Tool = tool!(REPLACE, "update_task", "Change a task; what is not named stays.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) id: String,
    /// One line.
    #[schemars(length(max = 200))]
    pub(super) title: Option<String>,
    /// Markdown; an empty text removes it.
    pub(super) description: Option<String>,
    /// New status.
    pub(super) status: Option<Status>,
    /// New priority.
    pub(super) priority: Option<Priority>,
    /// Replaces the list.
    pub(super) dependencies: Option<Vec<String>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let index = DottedIds::of(plan.document()).find(&input.id)?;
    let wanted = Changes {
        title: input.title.clone(),
        description: input.description.clone(),
        status: input.status,
        priority: input.priority,
        dependencies: input.dependencies.clone(),
    };
    change(context, &plan, index, index, &wanted)
}

/// New values; `None` keeps the current one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Changes {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) status: Option<Status>,
    pub(super) priority: Option<Priority>,
    pub(super) dependencies: Option<Vec<String>>,
}

/// Changes the task `changed`, and replies with the task `returned`.
pub(super) fn change(
    context: &Context<'_>,
    plan: &EditablePlan<'_>,
    changed: usize,
    returned: usize,
    wanted: &Changes,
) -> ToolResult<Outcome<Output>> {
    if *wanted == Changes::default() {
        return Err(Failure::invalid("Nothing to change; give the fields that are to be changed").into());
    }
    check_title(wanted.title.as_deref())?;
    let document = plan.document();
    let ids = DottedIds::of(document);
    let update = changes(document, &ids, changed, wanted)?
        .map(|changes| Op::Update(UpdateTask { task_id: ids.task_id(changed), changes }));
    let ops: Vec<_> = update.into_iter().collect();
    let edited = apply(document, &ops, &mut context.ids())?;
    let known = Times::of(context)?;
    let times = if edited.edit.is_empty() || changed != returned {
        known.task(&ids.task_id(returned))
    } else {
        let status = Status::of(&edited.document.plan().tasks[changed], edited.document.text());
        known.changed_now(&ids.task_id(changed), context.call.now_ms, status)
    };
    Ok(save_and_show(plan, edited, ids.task_id(returned), times))
}

/// The changes in the plan's terms; `None` if there are none. A task whose status or priority already maps to the wanted one is
/// left alone, so that `done` keeps an archived task archived and `high` keeps the highest priority.
fn changes(
    document: &Document,
    ids: &DottedIds<'_>,
    index: usize,
    wanted: &Changes,
) -> Result<Option<TaskChanges>, Failure> {
    let text = document.text();
    let task = &document.plan().tasks[index];
    let status = wanted.status.filter(|status| *status != Status::of(task, text));
    let priority = wanted.priority.filter(|priority| *priority != Priority::of(task, text));
    let (status, state) = status.map_or((None, None), Status::to_plan);
    let depends_on = match &wanted.dependencies {
        Some(named) => Some(ids.dependencies(named)?),
        None => None,
    };
    let clears_body = wanted.description.as_deref() == Some("");
    let changes = TaskChanges {
        status: status.map(Into::into),
        title: wanted.title.clone(),
        body_markdown: wanted.description.clone().filter(|_| !clears_body),
        clear_body: clears_body.then_some(true),
        attributes: attributes(priority, depends_on, state),
        ..TaskChanges::default()
    };
    let is_empty = changes.status.is_none()
        && changes.title.is_none()
        && changes.body_markdown.is_none()
        && changes.clear_body.is_none()
        && changes.attributes.is_empty();
    Ok((!is_empty).then_some(changes))
}
