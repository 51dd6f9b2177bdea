//! `create_adr`: a decision written down.

use crate::contract::{Limited, input, output};
use crate::records::{DecisionStatus, NewDecision};
use crate::text::iso_time;
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::index::Files;
use super::store::read;
use super::tool;
use super::words::title;

pub(super) const TOOL: Tool = tool!(ADD, "create_adr", "Write down a decision as an architecture decision record.");

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
        /// Its id.
        "adr_id" adr_id: String,
        /// Its file, relative to the root.
        "file_path" file_path: String,
        /// When.
        "created_at" created_at: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let title = title(&input.title.0, "title")?;
    let (adr_id, write) = context.new_decision(&NewDecision {
        number: 0,
        title: &title,
        status: input.status.unwrap_or(DecisionStatus::Proposed),
        parts: [
            Some(&input.context.0),
            Some(&input.decision.0),
            Some(&input.rationale.0),
            input.consequences.as_ref().map(|text| text.0.as_str()),
        ],
        now_ms: context.call.now_ms,
    })?;
    // Tasks that cannot be read keep no decision from being written down; only the index waits for them.
    let index = match read(context) {
        Ok(document) => Files { new_decision: Some(&adr_id), ..Files::with(&document) }.write(context)?,
        Err(Stop::Fail(_)) => None,
        Err(needs) => return Err(needs),
    };
    let (file_path, created_at) = (context.shown_file(&write.path), iso_time(context.call.now_ms));
    let mut writes = vec![write];
    writes.extend(index);
    let output =
        move |_| Output { adr_id: adr_id.clone(), file_path: file_path.clone(), created_at: created_at.clone() };
    Ok(Done::AfterWrites(writes, Box::new(output)))
}
