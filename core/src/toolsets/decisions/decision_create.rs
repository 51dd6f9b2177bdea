//! `decision_create`: a decision written down.

use crate::contract::output;
use crate::text::iso_time;
use crate::text::one_line;
use crate::toolsets::records::decisions::{DecisionInput as Input, number_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool =
    tool!(ADD, "decision_create", "Write down a decision, so that others know what holds and why.");

output! {
    /// Answer.
    pub(super) struct Output {
        /// Its number, by which it is found.
        "number" number: u32,
        /// Its file, relative to the root.
        "path" path: String,
        /// Fingerprint of the file.
        "etag" etag: String,
        /// When it was written.
        "createdAt" created_at: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    if one_line(&input.title.0).is_empty() {
        return Err(ToolError::invalid("title must not be empty").into());
    }
    let now_ms = context.call.now_ms;
    let (stem, write) = context.new_decision(&input.title.0, input)?;
    let (number, path) = (number_of(&stem).unwrap_or_default(), context.shown_file(&write.path));
    Ok(Done::after(write, move |etag| Output { number, path: path.clone(), etag, created_at: iso_time(now_ms) }))
}
