//! `plan_update`: changes a plan's title or body.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{Op, UpdatePlan};
use crate::files::ToolResult;
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, tool};

pub(super) const TOOL: Tool = tool!(REPLACE, "plan_update", "Change a plan's title or body.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Expected etag.
    pub(super) if_match: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) update: UpdatePlan,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    input.update.check()?;
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::UpdatePlan(input.update.clone())], |_, receipt| Output {
        etag: receipt.etag,
        change: receipt.change,
    })
}
