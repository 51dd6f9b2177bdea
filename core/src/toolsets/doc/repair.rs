//! `doc_repair`: what can be mended mechanically, mended.

use crate::contract::{input, output};
use crate::edit::{RepairAction, repair};
use crate::toolsets::access::{PlanId, count};
use crate::toolsets::budget::{LARGEST, first_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, Write};

pub(super) const TOOL: Tool = tool!(
    REPLACE,
    "doc_repair",
    "Mend a plan's file: add the header or missing ids, normalize marks or indentation, give copied ids new ones."
);

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// What to do.
        "actions" actions: Vec<RepairAction>,
        /// Only tell what would be done.
        "dryRun" dry_run: Option<bool>,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
        /// What was done, or would be.
        "applied" applied: Vec<Applied>,
        /// Number of those that are not shown.
        "appliedLeftOut" applied_left_out: Option<u32>,
        /// Number of errors that are left.
        "errorsLeft" errors_left: u32,
    }
}

output! {
    /// One thing that was done.
    pub(super) struct Applied {
        /// What.
        "action" action: RepairAction,
        /// 1-based line.
        "line" line: u32,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.file_to_write(&input.plan_id, input.if_match.as_deref())?;
    let repaired = repair(found.document, &input.actions, &mut context.ids());
    let applied = repaired.applied.iter().map(|each| Applied { action: each.action, line: count(each.line) }).collect();
    let (applied, applied_left_out) = first_of(applied, LARGEST);
    let errors_left = count(repaired.document.plan().errors().count());
    let output = Output { etag: found.etag.to_owned(), applied, applied_left_out, errors_left };
    if repaired.edit.is_empty() || input.dry_run == Some(true) {
        return Ok(Done::Ready(output));
    }
    let write = Write::plan(input.plan_id.path(), repaired.document, repaired.edit, found.etag);
    Ok(Done::after(write, move |etag| Output { etag, ..output.clone() }))
}
