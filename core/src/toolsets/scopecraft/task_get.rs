//! `task_get`: reads one task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::files::ToolResult;
use crate::toolkit::{Availability, Context, MAX_REPLY_CHARS, Outcome, Tool, reply_chars, tool};

use super::envelope::{Envelope, Metadata};
use super::find::find;
use super::output::{TaskKind, TaskView};
use super::plan_set::PlanSet;
use super::times::Times;
use super::view::{Detail, any_task};

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_get",
    "Read one task of any plan, without its subtasks.",
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
    /// summary is metadata only, full includes the text.
    #[schemars(extend("default" = "summary"))]
    pub(super) format: Option<Format>,
    /// Its parent; then id may be the sequence number.
    pub(super) parent_id: Option<String>,
    /// To read on in a long text: its nextContentOffset.
    pub(super) content_offset: Option<u32>,
    /// Another project, if the server allows it.
    pub(super) root_dir: Option<String>,
}

type Output = Envelope<TaskView<TaskKind>>;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    Ok(Outcome::Ready(reply(context, input)?))
}

pub(super) fn reply(context: &Context<'_>, input: &Input) -> ToolResult<Output> {
    let set = PlanSet::open(context, input.root_dir.as_deref())?;
    let at = find(&set, &input.id, input.parent_id.as_deref())?;
    let times = Times::of(context, &set, &[at])?;
    let mut task = any_task(&set, &times, at, Detail::Summary);
    if input.format == Some(Format::Full) || input.content_offset.is_some() {
        let offset = input.content_offset.unwrap_or_default() as usize;
        let room = MAX_REPLY_CHARS.saturating_sub(reply_chars(&task));
        task = any_task(&set, &times, at, Detail::Full { offset, room });
    }
    let message = format!("Task {}", task.base.id);
    Ok(Envelope::new(task, message, Metadata::of(context, &set)))
}
