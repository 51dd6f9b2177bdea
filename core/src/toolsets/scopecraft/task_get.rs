//! `task_get`: one task.

use crate::contract::{choices, input};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Offered, Tool};
use crate::workspace::Stop;

use super::envelope::{Metadata, envelope};
use super::find::find;
use super::output::{AnyTask, Of};
use super::plan_set::Source;
use super::times::Times;
use super::view::{Detail, any_task};

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_get",
    "One task of any plan; without its subtasks, which parent_get has.",
    Offered::Renamed { beside: "plan", to: "scopecraft_task_get" }
);

choices! {
    /// How much of a task is shown.
    pub(super) enum Format {
        /// Metadata only.
        Summary = "summary",
        /// With its text.
        Full = "full",
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "id" id: String,
        /// Default: summary, metadata only.
        "format" format: Option<Format>,
        /// Its parent; then id may be the sequence number.
        "parentId" parent_id: Option<String>,
        /// Another project, if the server allows it.
        "rootDir" root_dir: Option<String>,
    }
}

envelope!(Of<AnyTask>);

/// Longest text of a task.
const LONGEST_TEXT: usize = 30_000;

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    Ok(Done::Ready(answer(context, input)?))
}

pub(super) fn answer(context: &Context<'_>, input: &Input) -> Result<Output, Stop> {
    let source = Source::open(context, input.root_dir.as_deref())?;
    let at = find(&source, &input.id, input.parent_id.as_deref())?;
    let times = Times::of(context, &source, &[at])?;
    let detail = if input.format == Some(Format::Full) { Detail::Full(LONGEST_TEXT) } else { Detail::Summary };
    let task = any_task(&source, &times, at, detail);
    let message = format!("Task {}", task.base.id);
    Ok(Output::of(task, message, Metadata::of(context, &source)))
}
