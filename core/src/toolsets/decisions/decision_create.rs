//! `decision_create`: adds a decision record.

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::files::ToolResult;
use crate::text::{iso_time, one_line};
use crate::toolkit::decisions::{DecisionInput as Input, number_of};
use crate::toolkit::{Context, Outcome, Tool, tool};

pub(super) const TOOL: Tool =
    tool!(ADD, "decision_create", "Write down a decision, so that others know what holds and why.");

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) number: u32,
    /// Relative to the root.
    pub(super) path: String,
    pub(super) etag: String,
    pub(super) created_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    if one_line(&input.title.0).is_empty() {
        return Err(Failure::invalid("title must not be empty").into());
    }
    let now_ms = context.call.now_ms;
    let (stem, write) = context.new_decision(&input.title.0, input)?;
    let (number, path) = (number_of(&stem).unwrap_or_default(), context.display_path(&write.path));
    Ok(Outcome::after(write, move |etag| Output { number, path: path.clone(), etag, created_at: iso_time(now_ms) }))
}
