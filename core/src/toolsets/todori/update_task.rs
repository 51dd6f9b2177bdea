//! `update_task`: a task changed.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit::{Op, TaskChanges, UpdateTask, apply};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::toolkit::{Context, EditablePlan, Tool};
use crate::toolkit::{Outcome, tool};

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
    pub(super) title: Option<String>,
    /// Markdown; \"\" for none.
    pub(super) description: Option<String>,
    /// New status.
    pub(super) status: Option<Status>,
    /// New priority.
    pub(super) priority: Option<Priority>,
    /// Replaces the whole list.
    pub(super) dependencies: Option<Vec<String>>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = PLAN.open(context)?;
    let number = DottedIds::of(plan.document()).find(&input.id)?;
    let wanted = Changes {
        title: input.title.clone(),
        description: input.description.clone(),
        status: input.status,
        priority: input.priority,
        dependencies: input.dependencies.clone(),
    };
    change(context, &plan, number, number, &wanted)
}

/// What is to be changed about a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Changes {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) status: Option<Status>,
    pub(super) priority: Option<Priority>,
    pub(super) dependencies: Option<Vec<String>>,
}

/// Changes the task `number`, and answers with the task `shown`.
pub(super) fn change(
    context: &Context<'_>,
    plan: &EditablePlan<'_>,
    number: usize,
    shown: usize,
    wanted: &Changes,
) -> ToolResult<Outcome<Output>> {
    if *wanted == Changes::default() {
        return Err(Failure::invalid("Nothing to change; give the fields that are to be changed").into());
    }
    check_title(wanted.title.as_deref())?;
    let document = plan.document();
    let ids = DottedIds::of(document);
    let changes = changes(document, &ids, number, wanted)?;
    let ops: Vec<_> =
        changes.into_iter().map(|changes| Op::Update(UpdateTask { task_id: ids.task_id(number), changes })).collect();
    let edited = apply(document, &ops, &mut context.ids())?;
    let known = Times::of(context)?;
    let times = if edited.edit.is_empty() || number != shown {
        known.task(&ids.task_id(shown))
    } else {
        let status = Status::of(&edited.document.plan().tasks[number], edited.document.text());
        known.changed_now(&ids.task_id(number), context.call.now_ms, status)
    };
    Ok(save_and_show(plan, edited, ids.task_id(shown), times))
}

/// The same in the plan's terms; nothing if the task is so already. What is archived stays so when it is to be done, and what is
/// of highest priority when it is to be of high.
fn changes(
    document: &Document,
    ids: &DottedIds<'_>,
    number: usize,
    wanted: &Changes,
) -> Result<Option<TaskChanges>, Failure> {
    let text = document.text();
    let task = &document.plan().tasks[number];
    let status = wanted.status.filter(|status| *status != Status::of(task, text));
    let priority = wanted.priority.filter(|priority| *priority != Priority::of(task, text));
    let (status, state) = status.map_or((None, None), Status::to_plan);
    let depends_on = match &wanted.dependencies {
        Some(named) => Some(ids.dependencies(named)?),
        None => None,
    };
    let clears = wanted.description.as_deref() == Some("");
    let changes = TaskChanges {
        status,
        title: wanted.title.clone(),
        body_markdown: wanted.description.clone().filter(|_| !clears),
        clear_body: clears.then_some(true),
        attributes: attributes(priority, depends_on, state),
    };
    let says_nothing = changes.status.is_none()
        && changes.title.is_none()
        && changes.body_markdown.is_none()
        && changes.clear_body.is_none()
        && changes.attributes.is_empty();
    Ok((!says_nothing).then_some(changes))
}
