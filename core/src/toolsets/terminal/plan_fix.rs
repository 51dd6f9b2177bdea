//! `plan_fix`: repairs what a person typed into a plan.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{AppliedRepair, RepairAction, repair_since};
use crate::files::{ToolResult, Write};
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Receipt, Tool, tool};
use crate::views::DiagnosticView;

pub(super) const TOOL: Tool = tool!(REPAIR, "plan_fix", "Repair hand edits of a plan.");

/// A file without the header is not a plan, so nothing adds one.
const ACTIONS: &[RepairAction] = &[
    RepairAction::JoinWrappedLines,
    RepairAction::NormalizeStatusChar,
    RepairAction::AddMissingIds,
    RepairAction::DedupeIds,
    RepairAction::NormalizeIndent,
];

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    plan_id: PlanId,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    plan_id: String,
    /// Relative to the root.
    path: String,
    applied: Vec<AppliedRepair>,
    /// Unified.
    diff: String,
    /// Errors that need a person.
    remaining: Vec<DiagnosticView>,
    etag: String,
    #[serde(flatten)]
    change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_file(&input.plan_id)?;
    let path = context.display_path(&input.plan_id.path());
    let mut output = Output {
        plan_id: input.plan_id.0.clone(),
        path: path.clone(),
        applied: Vec::new(),
        diff: String::new(),
        remaining: DiagnosticView::errors_of(found.document).unwrap_or_default(),
        etag: found.etag.to_owned(),
        change: ChangeOutput::default(),
    };
    if output.remaining.is_empty() || found.document.plan().has_conflict() {
        return Ok(Outcome::Ready(output));
    }
    let recorded = context.history(&input.plan_id)?.last_document();
    let repaired = repair_since(recorded.as_ref(), found.document, ACTIONS, &mut context.ids())?;
    if repaired.edit.is_empty() {
        return Ok(Outcome::Ready(output));
    }
    output.applied = repaired.applied;
    output.remaining = DiagnosticView::errors_of(&repaired.document).unwrap_or_default();
    let write = Write::plan(input.plan_id.path(), repaired.document, repaired.edit, found.etag);
    output.diff = write.diff(Some(found.document.text()), &path);
    Ok(Outcome::after_change(write, move |Receipt { etag, change }| Output { etag, change, ..output.clone() }))
}
