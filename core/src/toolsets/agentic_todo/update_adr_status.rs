//! `update_adr_status`: changes the status of a decision record, with a reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::{Bounded, Limited};
use crate::decisions::{DecisionStatus, Revision};
use crate::files::ToolResult;
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, Tool, tool};
use crate::toolsets::decisions::{Revised, revise};

pub(super) const TOOL: Tool =
    tool!(REPLACE, "update_adr_status", "Change the status of a decision record, which keeps when and why.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The record.
    pub(super) adr_number: Bounded<1, 999>,
    /// New status.
    pub(super) status: DecisionStatus,
    /// Why it changes.
    pub(super) reason: Option<Limited<0, 500>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) adr_number: u32,
    pub(super) old_status: String,
    pub(super) new_status: DecisionStatus,
    /// When it last changed.
    pub(super) updated_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let number = u32::try_from(input.adr_number.get()).unwrap_or_default();
    let revision = Revision {
        status: Some(input.status),
        reason: input.reason.as_ref().map(|reason| reason.0.as_str()),
        ..Revision::default()
    };
    // This specification has no etags.
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
        Some(write) => Outcome::after(write, output),
        None => Outcome::Ready(output(String::new())),
    })
}
