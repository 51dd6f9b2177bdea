//! `task_get`: reads one task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::files::ToolResult;
use crate::toolkit::{Availability, Context, Outcome, Tool, tool};

use super::envelope::{Envelope, Metadata};
use super::find::find;
use super::output::{TaskKind, TaskView};
use super::plan_set::PlanSet;
use super::times::Times;
use super::view::{Detail, any_task};

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_get",
    "One task of any plan; without its subtasks, which parent_get has.",
    Availability::RenamedWith { toolset: "plan", to: "scopecraft_task_get" }
);

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Format {
    /// Metadata only.
    Summary,
    /// With the body.
    Full,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) id: String,
    /// Default: summary, metadata only.
    pub(super) format: Option<Format>,
    /// Its parent; then id may be the sequence number.
    pub(super) parent_id: Option<String>,
    /// Another project, if the server allows it.
    pub(super) root_dir: Option<String>,
}

type Output = Envelope<TaskView<TaskKind>>;

/// Longest body.
const LONGEST_TEXT: usize = 30_000;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    Ok(Outcome::Ready(reply(context, input)?))
}

pub(super) fn reply(context: &Context<'_>, input: &Input) -> ToolResult<Output> {
    let set = PlanSet::open(context, input.root_dir.as_deref())?;
    let at = find(&set, &input.id, input.parent_id.as_deref())?;
    let times = Times::of(context, &set, &[at])?;
    let detail = if input.format == Some(Format::Full) { Detail::Full(LONGEST_TEXT) } else { Detail::Summary };
    let task = any_task(&set, &times, at, detail);
    let message = format!("Task {}", task.base.id);
    Ok(Envelope::new(task, message, Metadata::of(context, &set)))
}
