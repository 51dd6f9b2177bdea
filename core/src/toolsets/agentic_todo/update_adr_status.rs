//! `update_adr_status`: a decision's status changed, and why.

use crate::contract::{Bounded, Limited, input, output};
use crate::decisions::{DecisionStatus, Revision};
use crate::text::iso_time;
use crate::toolsets::decisions::{Revised, revise};
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::tool;

pub(super) const TOOL: Tool =
    tool!(REPLACE, "update_adr_status", "Change the status of a decision record, which keeps when and why.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The record.
        "adr_number" adr_number: Bounded<1, 999>,
        /// New status.
        "status" status: DecisionStatus,
        /// Why it changes.
        "reason" reason: Option<Limited<0, 500>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The record.
        "adr_number" adr_number: u32,
        /// The status before.
        "old_status" old_status: String,
        /// The status now.
        "new_status" new_status: DecisionStatus,
        /// When it last changed.
        "updated_at" updated_at: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let number = u32::try_from(input.adr_number.get()).unwrap_or_default();
    let revision = Revision {
        status: Some(input.status),
        reason: input.reason.as_ref().map(|reason| reason.0.as_str()),
        ..Revision::default()
    };
    // This specification has no etags to be based on.
    let Revised { old_status, updated_at, write, .. } = revise(context, number, None, &revision)?;
    let new_status = input.status;
    let updated_at = updated_at.unwrap_or_else(|| iso_time(context.call.now_ms));
    let output = move |_| Output {
        adr_number: number,
        old_status: old_status.clone().unwrap_or_default(),
        new_status,
        updated_at: updated_at.clone(),
    };
    Ok(match write {
        Some(write) => Done::after(write, output),
        None => Done::Ready(output(String::new())),
    })
}
