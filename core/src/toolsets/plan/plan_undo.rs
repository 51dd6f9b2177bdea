//! `plan_undo`: a change taken back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::{Failure, ToolError};
use crate::files::{Content, Expected, LoadedPlan, ToolResult, Write};
use crate::history::{ChangeRecord, History, PlanVersion, undo};
use crate::text::truncate;
use crate::toolkit::PlanId;
use crate::toolkit::change_lines;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};

pub(super) const TOOL: Tool =
    tool!(ANY, "plan_undo", "Take back the last change made with these tools, or the one named.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// The change.
    pub(super) change_id: Option<String>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Fingerprint of the file; none if it is gone, because its creation was taken back.
    pub(super) etag: Option<String>,
    /// The change that was taken back.
    pub(super) change_id: String,
    /// What it had done.
    pub(super) changes: Vec<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_repair(&input.plan_id, input.if_match.as_deref())?;
    let record = record_to_undo(context, input)?;
    let mut write = taken_back(&input.plan_id, &record, found)?;
    write.undoes = Some(record.id.clone());
    let is_gone = matches!(write.content, Content::Nothing);
    Ok(Outcome::after(write, move |etag| Output {
        etag: (!is_gone).then_some(etag),
        change_id: record.id.clone(),
        changes: change_lines(&record),
    }))
}

/// The change that is meant. An older history is looked at only if this one does not have it.
fn record_to_undo(context: &Context<'_>, input: &Input) -> ToolResult<ChangeRecord> {
    let find = |history: &History| match &input.change_id {
        Some(id) => history.latest().find(|record| record.id == *id),
        None => last_undoable(history),
    };
    if let Some(record) = find(context.history(&input.plan_id)?) {
        return Ok(record);
    }
    if let Some(record) = find(context.older_history(&input.plan_id)?) {
        return Ok(record);
    }
    let message = match &input.change_id {
        Some(id) => format!("Change not found: {}", truncate(id, 100)),
        None => format!("There is no change of {} to take back: its history has none", input.plan_id.0),
    };
    Err(ToolError::new("NOT_FOUND", message).into())
}

/// The last change that was neither taken back nor takes one back. What was done by hand is not known well enough.
fn last_undoable(history: &History) -> Option<ChangeRecord> {
    let mut taken_back: Vec<String> = Vec::new();
    history.latest().find(|record| {
        if taken_back.contains(&record.id) || record.is_hand_edit() {
            return false;
        }
        taken_back.extend(record.undoes.clone());
        record.undoes.is_none()
    })
}

fn taken_back(id: &PlanId, record: &ChangeRecord, found: LoadedPlan<'_>) -> Result<Write, Failure> {
    let LoadedPlan { document, etag } = found;
    if record.before.is_none() && record.after.as_deref() == Some(etag) {
        return Ok(Write::new(id.path(), Content::Nothing, Expected::Etag(etag.to_owned())));
    }
    let edit = undo(record, PlanVersion { document, etag }).map_err(|reason| {
        let message = format!("Change {} cannot be undone: {reason}", record.id);
        ToolError::new("CANNOT_UNDO", message).with_detail("changeId", &record.id)
    })?;
    Ok(Write::plan(id.path(), document.edited(&edit), edit, etag))
}
