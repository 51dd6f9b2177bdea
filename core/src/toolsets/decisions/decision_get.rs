//! `decision_get`: reads one decision record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::decisions::{Decision, Part};
use crate::failure::ToolError;
use crate::files::ToolResult;
use crate::text::iso_time;
use crate::toolkit::decisions::{path_of, title_of};
use crate::toolkit::{
    Context, Outcome, Tool, display_name, display_title, fitting_chars, shown_etag, tool, truncate_names,
};

use super::Number;

pub(super) const TOOL: Tool =
    tool!(READ, "decision_get", "Read a decision: what was decided and why, and how it came to its status.");

/// Longest part and longest history in a reply. Only manually written records have more.
const LONGEST_PART: usize = 7_000;
const LONGEST_HISTORY: usize = 4_000;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The record.
    pub(super) number: Number,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) number: u32,
    pub(super) title: String,
    /// As written in the record.
    pub(super) status: Option<String>,
    pub(super) context: Option<String>,
    pub(super) decision: Option<String>,
    pub(super) rationale: Option<String>,
    pub(super) consequences: Option<String>,
    /// Its earlier statuses.
    pub(super) history: Vec<String>,
    pub(super) created_at: Option<String>,
    pub(super) updated_at: Option<String>,
    /// Relative to the root.
    pub(super) path: String,
    pub(super) etag: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let number = u32::try_from(input.number.get()).unwrap_or_default();
    let stem = context.decision_stem(number)?;
    let path = path_of(stem);
    let Some(found) = context.text_file(&path)? else {
        return Err(
            ToolError::new("NOT_FOUND", format!("{} was deleted meanwhile", context.display_path(&path))).into()
        );
    };
    let decision = Decision::new(found.text);
    let file_time = (found.modified_ms > 0).then_some(found.modified_ms);
    let part = |part| decision.part(part).map(truncate_part);
    let history: Vec<_> = decision.history().map(display_name).collect();
    Ok(Outcome::Ready(Output {
        number,
        title: display_title(decision.title().unwrap_or(&title_of(stem))),
        status: decision.status_text().map(display_name),
        context: part(Part::Context),
        decision: part(Part::Decision),
        rationale: part(Part::Rationale),
        consequences: part(Part::Consequences),
        history: truncate_names(&history, LONGEST_HISTORY),
        created_at: decision.created_ms().map(iso_time),
        updated_at: decision.updated_ms().or(file_time).map(iso_time),
        path: context.display_path(&path),
        etag: shown_etag(found.etag),
    }))
}

fn truncate_part(text: String) -> String {
    let length = fitting_chars(text.chars(), LONGEST_PART);
    if text.chars().nth(length).is_none() { text } else { text.chars().take(length).chain(['…']).collect() }
}
