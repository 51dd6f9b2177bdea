//! `plan_undo`: reverts a change and keeps what happened since.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::{Failure, ToolError};
use crate::files::{Content, Expected, Interrupt, LoadedPlan, ToolResult, Write};
use crate::history::{ChangeRecord, History, Undoings, Undone, Version, Versions, undo};
use crate::text::truncate;
use crate::toolkit::PlanId;
use crate::toolkit::change_lines;
use crate::toolkit::{ChangeOutput, Receipt};
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};

pub(super) const TOOL: Tool = tool!(
    ANY,
    "plan_undo",
    "Revert (roll back) your last change, or another by changeId. \
        Restores deleted tasks; keeps what others did since."
)
.found_as("Undo change", "revert, undo or roll back the last change or a mistake; restore a deleted task");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    #[schemars(description = "From a write or plan_log")]
    pub(super) change_id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Fingerprint of the file; absent if there is no file, because its creation was undone.
    pub(super) etag: Option<String>,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    /// The change that was undone.
    pub(super) undone: String,
    /// Its author. Absent for hand edits and checkouts.
    pub(super) by: Option<String>,
    /// What it had done.
    pub(super) changes: Vec<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let now = match context.load_for_repair(&input.plan_id, input.if_match.as_deref()) {
        Err(Interrupt::Fail(Failure::PlanNotFound(_) | Failure::PlanNamedOtherwise { .. }))
            if input.if_match.is_none() =>
        {
            None
        }
        found => Some(found?),
    };
    let Meant { record, histories } = find_change(context, input, now.is_none())?;
    if now.is_none() && record.after.is_some() {
        return Err(Failure::PlanNotFound(input.plan_id.0.clone()).into());
    }
    let mut write = undoing(&input.plan_id, &record, &histories, now)?;
    write.undoes = Some(record.id.clone());
    let is_deleted = matches!(write.content, Content::Nothing);
    Ok(Outcome::after_change(write, move |Receipt { etag, change }| Output {
        etag: (!is_deleted).then_some(etag),
        change,
        undone: record.id.clone(),
        by: record.by.clone(),
        changes: change_lines(&record),
    }))
}

/// The change to undo, and the histories up to the one that contains it, the oldest first.
struct Meant<'w> {
    record: ChangeRecord,
    histories: Vec<&'w History>,
}

/// The change with the given id, or else the caller's last one that is neither undone nor an undo itself.
fn find_change<'w>(context: &Context<'w>, input: &Input, is_plan_missing: bool) -> ToolResult<Meant<'w>> {
    let is_meant = |record: &ChangeRecord, undone_by: Option<&String>| match &input.change_id {
        Some(id) => record.id == *id,
        None => record.by.as_deref() == Some(&context.call.actor) && undone_by.is_none() && record.undoes.is_none(),
    };
    let mut histories = Vec::new();
    let mut undoings = Undoings::default();
    let mut last = None;
    for history in context.histories(&input.plan_id) {
        let history = history?;
        histories.insert(0, history);
        for record in history.latest() {
            let undone_by = undoings.add(&record);
            if !is_meant(&record, undone_by.as_ref()) {
                last.get_or_insert(record);
                continue;
            }
            return match undone_by {
                Some(by) => Err(already_undone(&record.id, &by).into()),
                None => Ok(Meant { record, histories }),
            };
        }
    }
    Err(match (&input.change_id, is_plan_missing) {
        (Some(id), _) => Failure::new("NOT_FOUND", format!("Change not found: {}", truncate(id, 100))),
        (None, true) => Failure::PlanNotFound(input.plan_id.0.clone()),
        (None, false) => nothing_to_undo(&input.plan_id, last.as_ref()),
    }
    .into())
}

fn already_undone(id: &str, by: &str) -> Failure {
    Failure::new("NOTHING_TO_UNDO", format!("Change {id} was already undone by {by}"))
}

fn nothing_to_undo(plan: &PlanId, last: Option<&ChangeRecord>) -> Failure {
    let start = format!("You have no change in {} to undo.", plan.0);
    let Some(ChangeRecord { id, by, .. }) = last else {
        return Failure::new("NOTHING_TO_UNDO", format!("{start} Its history is empty"));
    };
    let author = by.as_deref().unwrap_or("hand");
    let message = format!("{start} The last change is {id} by {author}; pass its changeId to undo it");
    ToolError::new("NOTHING_TO_UNDO", message).with_detail("changeId", id).with_detail("by", by).into()
}

/// The write that undoes a change.
fn undoing(
    id: &PlanId,
    record: &ChangeRecord,
    histories: &[&History],
    now: Option<LoadedPlan<'_>>,
) -> Result<Write, Failure> {
    let etag = now.map(|now| now.etag.to_owned());
    let is_last = histories.last().is_some_and(|history| history.etag() == etag.as_deref());
    let current = Version { etag, text: now.map(|now| now.document.text().to_owned()) };
    let versions = Versions::around(&record.id, histories, Some(current).filter(|_| is_last));
    let versions = versions.or_else(|| Versions::located(record, now?.document.text()));
    let reason = "the text before it is not in the history; look for it in git";
    let undone =
        versions.ok_or_else(|| reason.to_owned()).and_then(|versions| undo(&versions, now.map(|now| now.document)));
    let undone = undone.map_err(|reason| {
        let message = format!("Change {} cannot be undone: {reason}", record.id);
        ToolError::new("CANNOT_UNDO", message).with_detail("changeId", &record.id)
    })?;
    Ok(match (undone, now) {
        (Undone::Edited(edit), Some(now)) => Write::plan(id.path(), now.document.edited(&edit), edit, now.etag),
        (Undone::Deleted, Some(now)) => Write::new(id.path(), Content::Nothing, Expected::Etag(now.etag.to_owned())),
        (Undone::Restored(text), _) => Write::new_plan(id.path(), text),
        (Undone::Edited(_) | Undone::Deleted, None) => return Err(Failure::PlanNotFound(id.0.clone())),
    })
}
