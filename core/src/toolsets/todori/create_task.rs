//! `create_task`: adds a task.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit::{AddTask, Op, apply};
use crate::files::ToolResult;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status, attributes, check_title};
use super::times::Times;
use super::view::{TaskOutput as Output, save_and_show};

pub(super) const TOOL: Tool = tool!(ADD, "create_task", "Create a task.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// One line.
    #[schemars(length(max = 200))]
    pub(super) title: String,
    /// Markdown.
    pub(super) description: Option<String>,
    #[schemars(extend("default" = "medium"))]
    pub(super) priority: Option<Priority>,
    /// Ids of the tasks that this one depends on.
    pub(super) dependencies: Option<Vec<String>>,
    #[schemars(extend("default" = "pending"))]
    pub(super) status: Option<Status>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    check_title(Some(&input.title))?;
    let plan = PLAN.open(context)?;
    let depends_on = match &input.dependencies {
        Some(ids) => Some(DottedIds::of(plan.document()).dependencies(ids)?),
        None => None,
    };
    let (status, state) = input.status.map_or((None, None), Status::to_plan);
    let add = AddTask {
        title: input.title.clone(),
        status: status.map(Into::into),
        body_markdown: input.description.clone(),
        attributes: attributes(input.priority, depends_on, state),
        ..AddTask::default()
    };
    let edited = apply(plan.document(), &[Op::from(add)], &mut context.ids())?;
    let id = edited.task_id().to_owned();
    let status = input.status.unwrap_or(Status::Pending);
    let times = Times::of(context)?.changed_now(&id, context.call.now_ms, status);
    Ok(save_and_show(&plan, edited, id, times))
}
