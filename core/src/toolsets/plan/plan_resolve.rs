//! `plan_resolve`: lists the merge conflicts of a plan, or resolves them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::EditError;
use crate::failure::Failure;
use crate::files::{ToolResult, Write};
use crate::merge::{Choice, OpenConflict, open_conflicts, resolve};
use crate::plan::DiagnosticCode;
use crate::text::truncate;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, PlanId, Tool, tool, truncate_list};
use crate::views::to_u32;

pub(super) const TOOL: Tool = tool!(REPLACE, "plan_resolve", "List or settle a plan's merge conflicts.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// As 1=ours, 2=theirs, 3=both, 4=TEXT.
    pub(super) choices: Option<Vec<String>>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    /// The conflicts that remain.
    pub(super) conflicts: Vec<ConflictRow>,
    /// Number of omitted conflicts.
    pub(super) conflicts_left_out: Option<u32>,
}

/// A conflict to resolve.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConflictRow {
    /// Its name in `choices`.
    pub(super) conflict: String,
    pub(super) line: u32,
    pub(super) task_id: Option<String>,
    /// The part of the task or plan that is in conflict.
    pub(super) field: String,
    /// Absent if our side deleted it.
    pub(super) ours: Option<String>,
    /// Absent if their side deleted it.
    pub(super) theirs: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_repair(&input.plan_id, input.if_match.as_deref())?;
    let text = found.document.text();
    let choices = input.choices.as_deref().unwrap_or_default();
    let choices = choices.iter().map(|choice| parse_choice(choice)).collect::<Result<Vec<_>, _>>()?;
    let edit = resolve(text, &choices).map_err(Failure::invalid)?;
    if edit.is_empty() {
        return Ok(Outcome::Ready(output(found.etag.to_owned(), &open_conflicts(text))));
    }
    let document = found.document.edited(&edit);
    let has_conflicts = document.plan().errors().any(|error| error.code == DiagnosticCode::ConflictMarker);
    if !has_conflicts && document.plan().errors().next().is_some() {
        return Err(Failure::from(EditError::invalid_plan(document.plan().errors())).into());
    }
    let left = open_conflicts(document.text());
    let write = Write::plan(input.plan_id.path(), document, edit, found.etag);
    Ok(Outcome::after(write, move |etag| output(etag, &left)))
}

/// Parses `CONFLICT=ours`, `=theirs`, `=both`, or any other text to write.
fn parse_choice(choice: &str) -> Result<(&str, Choice<'_>), Failure> {
    let (conflict, value) = choice.split_once('=').ok_or_else(|| {
        Failure::invalid(format!(
            "{:?} is not a choice; write the conflict's name and what to take, as 1=ours",
            truncate(choice, 60)
        ))
    })?;
    let choice = match value {
        "ours" => Choice::Ours,
        "theirs" => Choice::Theirs,
        "both" => Choice::Both,
        text => Choice::Text(text),
    };
    Ok((conflict.trim(), choice))
}

fn output(etag: String, open: &[OpenConflict]) -> Output {
    const LONGEST: usize = 2_000;
    let truncated = |value: &Option<String>| value.as_deref().map(|value| truncate(value, LONGEST).into_owned());
    let open = open.iter().map(|conflict| ConflictRow {
        conflict: conflict.id.clone(),
        line: to_u32(conflict.line),
        task_id: conflict.task_id.clone(),
        field: conflict.field.clone(),
        ours: truncated(&conflict.ours),
        theirs: truncated(&conflict.theirs),
    });
    let (conflicts, conflicts_left_out) = truncate_list(open.collect(), MAX_REPLY_CHARS);
    Output { etag, conflicts, conflicts_left_out }
}
