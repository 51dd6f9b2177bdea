//! `plan_update`: a plan's own title and body.

use crate::contract::{input, output};
use crate::edit::{Op, UpdatePlan};
use crate::toolsets::access::PlanId;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

pub(super) const TOOL: Tool = tool!(REPLACE, "plan_update", "Change a plan's title or body.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
        ..
        /// The change.
        update: UpdatePlan,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    input.update.check()?;
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::UpdatePlan(input.update.clone())], |_, etag| Output { etag })
}
