//! `decision_create`: a decision written down.

use crate::contract::{Limited, input, output};
use crate::records::{DecisionStatus, NewDecision, one_line};
use crate::text::iso_time;
use crate::toolsets::records::decisions::number_of;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool =
    tool!(ADD, "decision_create", "Write down a decision, so that others know what holds and why.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// One line.
        "title" title: Limited<1, 100>,
        /// Why there is something to decide.
        "context" context: Limited<0, 2000>,
        /// What was decided.
        "decision" decision: Limited<0, 2000>,
        /// Why so.
        "rationale" rationale: Limited<0, 2000>,
        /// What follows from it.
        "consequences" consequences: Option<Limited<0, 2000>>,
        /// Default: Proposed.
        "status" status: Option<DecisionStatus>,
    }
}

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
    let (stem, write) = context.new_decision(&NewDecision {
        number: 0,
        title: &input.title.0,
        status: input.status.unwrap_or(DecisionStatus::Proposed),
        parts: [
            Some(&input.context.0),
            Some(&input.decision.0),
            Some(&input.rationale.0),
            input.consequences.as_ref().map(|text| text.0.as_str()),
        ],
        now_ms,
    })?;
    let (number, path) = (number_of(&stem).unwrap_or_default(), context.shown_file(&write.path));
    Ok(Done::after(write, move |etag| Output { number, path: path.clone(), etag, created_at: iso_time(now_ms) }))
}
