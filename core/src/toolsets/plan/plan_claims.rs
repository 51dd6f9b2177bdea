//! `plan_claims`: who is doing what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::query::is_same_connection;
use crate::text::iso_seconds;
use crate::toolkit::{Context, Outcome, Tool, display_name, display_title, tool, truncate_list};

use super::plan_set::PlanSet;

pub(super) const TOOL: Tool = tool!(
    READ,
    "plan_claims",
    "Who is doing what: tasks claimed by agents or people working on them, since when, last seen."
)
.found_as("Claims", "who is working on what, which agents are active, claimed or stale tasks");

/// The claims in a reply. The rest of its 6,000 characters is for what comes with them.
const MAX_CLAIMS_CHARS: usize = 5_900;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// "*": all plans
    pub(super) plan_id: String,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The oldest first.
    pub(super) claims: Vec<Claim>,
    /// Number of omitted claims.
    pub(super) omitted: Option<u32>,
}

/// A task that someone holds.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Claim {
    /// If all plans were asked for.
    pub(super) plan_id: Option<String>,
    pub(super) task_id: String,
    pub(super) title: String,
    pub(super) by: String,
    /// Absent if the history does not contain it.
    pub(super) since: Option<String>,
    /// Whether the caller or one of its sub-agents holds it.
    pub(super) yours: Option<bool>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let set = PlanSet::named(context, &input.plan_id)?;
    let mut claims = Vec::new();
    for (plan_id, plan) in &set.plans {
        let (text, tasks) = (plan.document.text(), &plan.document.plan().tasks);
        for (index, holding) in context.holders_with_times(plan_id, plan.document)?.held() {
            let claim = Claim {
                plan_id: set.is_every.then(|| plan_id.0.clone()),
                task_id: tasks[index].id.of(text).to_owned(),
                title: display_title(tasks[index].title.of(text)),
                by: display_name(&holding.by),
                since: holding.since_ms.map(iso_seconds),
                yours: is_same_connection(&holding.by, &context.call.actor).then_some(true),
            };
            claims.push((holding.since_ms.unwrap_or(u64::MAX), claim));
        }
    }
    claims.sort_by_key(|(since, _)| *since);
    let (claims, omitted) = truncate_list(claims.into_iter().map(|(_, claim)| claim).collect(), MAX_CLAIMS_CHARS);
    Ok(Outcome::Ready(Output { claims, omitted }))
}
