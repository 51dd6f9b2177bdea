//! `decision_get`: one decision in full.

use crate::contract::{input, output};
use crate::decisions::{Decision, Part};
use crate::text::iso_time;
use crate::toolsets::budget::{fitting_characters, names_of, shown_name, shown_title};
use crate::toolsets::records::decisions::{path_of, title_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

use super::Number;

pub(super) const TOOL: Tool =
    tool!(READ, "decision_get", "Read a decision: what was decided and why, and how it came to its status.");

/// Longest part and longest history that are shown. Only records that were written by hand have more.
const LONGEST_PART: usize = 7_000;
const LONGEST_HISTORY: usize = 4_000;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The record.
        "number" number: Number,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Its number.
        "number" number: u32,
        /// Title.
        "title" title: String,
        /// As it is written.
        "status" status: Option<String>,
        /// Why there was something to decide.
        "context" context: Option<String>,
        /// What was decided.
        "decision" decision: Option<String>,
        /// Why so.
        "rationale" rationale: Option<String>,
        /// What follows from it.
        "consequences" consequences: Option<String>,
        /// How it came to its status.
        "history" history: Vec<String>,
        /// When it was made.
        "createdAt" created_at: Option<String>,
        /// When it last changed.
        "updatedAt" updated_at: Option<String>,
        /// Its file, relative to the root.
        "path" path: String,
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let number = u32::try_from(input.number.get()).unwrap_or_default();
    let stem = context.decision_stem(number)?;
    let path = path_of(stem);
    let Some(found) = context.text_file(&path)? else {
        return Err(ToolError::new("NOT_FOUND", format!("{} went away meanwhile", context.shown_file(&path))).into());
    };
    let decision = Decision::new(found.text);
    let file_time = (found.modified_ms > 0).then_some(found.modified_ms);
    let part = |part| decision.part(part).map(shown_part);
    let history: Vec<_> = decision.history().map(shown_name).collect();
    Ok(Done::Ready(Output {
        number,
        title: shown_title(decision.title().unwrap_or(&title_of(stem))),
        status: decision.status_text().map(shown_name),
        context: part(Part::Context),
        decision: part(Part::Decision),
        rationale: part(Part::Rationale),
        consequences: part(Part::Consequences),
        history: names_of(&history, LONGEST_HISTORY),
        created_at: decision.created_ms().map(iso_time),
        updated_at: decision.updated_ms().or(file_time).map(iso_time),
        path: context.shown_file(&path),
        etag: found.etag.to_owned(),
    }))
}

fn shown_part(text: String) -> String {
    let length = fitting_characters(text.chars(), LONGEST_PART);
    if text.chars().nth(length).is_none() { text } else { text.chars().take(length).chain(['…']).collect() }
}
