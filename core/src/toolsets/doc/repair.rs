//! `doc_repair`: what can be mended mechanically, mended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{AppliedRepair, RepairAction, repair};
use crate::files::{ToolResult, Write};
use crate::toolkit::PlanId;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{MAX_REPLY_CHARS, truncate_list};
use crate::toolkit::{Outcome, tool};
use crate::views::to_u32;

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "doc_repair",
    "Mend a plan's file: add the header or missing ids, normalize marks or indentation, give copied ids new ones."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// What to do.
    pub(super) actions: Vec<RepairAction>,
    /// Only tell what would be done.
    pub(super) dry_run: Option<bool>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// Fingerprint of the file.
    pub(super) etag: String,
    /// What was done, or would be.
    pub(super) applied: Vec<AppliedRepair>,
    /// Number of those that are not shown.
    pub(super) applied_left_out: Option<u32>,
    /// Number of errors that are left.
    pub(super) errors_left: u32,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_repair(&input.plan_id, input.if_match.as_deref())?;
    let repaired = repair(found.document, &input.actions, &mut context.ids());
    let (applied, applied_left_out) = truncate_list(repaired.applied.clone(), MAX_REPLY_CHARS);
    let errors_left = to_u32(repaired.document.plan().errors().count());
    let output = Output { etag: found.etag.to_owned(), applied, applied_left_out, errors_left };
    if repaired.edit.is_empty() || input.dry_run == Some(true) {
        return Ok(Outcome::Ready(output));
    }
    let write = Write::plan(input.plan_id.path(), repaired.document, repaired.edit, found.etag);
    Ok(Outcome::after(write, move |etag| Output { etag, ..output.clone() }))
}
