//! `get_next_task`: recommends a task, with the reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::OneOrMany;
use crate::files::ToolResult;
use crate::query::Graph;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status};
use super::recommend::recommend;
use super::times::Times;
use super::view::{TaskOutput, TextLimits};

pub(super) const TOOL: Tool = tool!(
    READ,
    "get_next_task",
    "Recommend a task that nothing blocks: in progress first, then by priority, dependencies and order; with the reason."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// One or several.
    #[schemars(extend("default" = ["pending", "in-progress"]))]
    pub(super) status: Option<OneOrMany<Status>>,
    /// One or several.
    pub(super) priority: Option<OneOrMany<Priority>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    #[serialize_always]
    pub(super) task: Option<TaskOutput>,
    pub(super) rationale: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let times = Times::of(context)?;
    let found = recommend(&document, &Graph::of(&document), input.status.as_ref(), input.priority.as_ref());
    let ids = DottedIds::of(&document);
    let task = found.task.map(|index| {
        let times = times.task(&ids.task_id(index));
        TaskOutput::of(&document, &ids, index, times, &TextLimits::SMALL, None)
    });
    Ok(Outcome::Ready(Output { task, rationale: found.rationale }))
}
