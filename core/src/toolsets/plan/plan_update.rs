//! `plan_update`: changes a plan's title or body.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{Op, UpdatePlan};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};
use crate::views::to_u32;

pub(super) const TOOL: Tool =
    tool!(REPLACE, "plan_update", "Rename a plan (its title; planId stays) or edit its description.")
        .found_as("Update plan", "rename a plan; edit or change its title, goal, description");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) update: UpdatePlan,
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    /// Characters of the body that was replaced or removed.
    pub(super) replaced_body: Option<u32>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    input.update.check()?;
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::UpdatePlan(input.update.clone())], |edited, receipt| Output {
        etag: receipt.etag,
        change: receipt.change,
        replaced_body: edited.ops.iter().find_map(|op| op.replaced_body).map(to_u32),
    })
}
