//! `plan_claims`: who is doing what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::claims::Claim as PlanClaim;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::{SOMEONE, is_same_connection};
use crate::text::iso_seconds;
use crate::toolkit::{Context, Outcome, PlanId, Tool, display_name, display_title, tool, truncate_list};

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
    /// Why claims of other clones may be missing.
    pub(super) remote: Option<String>,
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
    pub(super) since: String,
    pub(super) last_seen: String,
    pub(super) branch: Option<String>,
    pub(super) worktree: Option<String>,
    /// Whether anyone may take the task.
    pub(super) expired: Option<bool>,
    /// Whether the caller or one of its sub-agents holds it.
    pub(super) yours: Option<bool>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let set = PlanSet::named(context, &input.plan_id)?;
    context.require_claims(set.plans.iter().map(|(id, _)| id))?;
    let mut claims = Vec::new();
    let mut remote = None;
    for (plan_id, plan) in &set.plans {
        let found = context.claim_files(plan_id)?;
        let of_plan = context.claims(plan_id, plan.document)?;
        // What is finished in another worktree is in progress nowhere.
        for claim in of_plan.all().iter().filter(|claim| !claim.is_finished) {
            claims.push((claim.since_ms, row(context, &set, plan_id, plan.document, claim)));
        }
        remote = found.remote.or(remote);
    }
    claims.sort_by_key(|(since, _)| *since);
    let (claims, omitted) = truncate_list(claims.into_iter().map(|(_, claim)| claim).collect(), MAX_CLAIMS_CHARS);
    Ok(Outcome::Ready(Output { claims, omitted, remote }))
}

fn row(context: &Context<'_>, set: &PlanSet<'_>, plan_id: &PlanId, document: &Document, claim: &PlanClaim) -> Claim {
    let (text, task) = (document.text(), &document.plan().tasks[claim.task]);
    let by = claim.by.as_deref().unwrap_or(SOMEONE);
    let shown = |name: &Option<String>| name.as_deref().map(display_name);
    Claim {
        plan_id: set.is_every.then(|| plan_id.0.clone()),
        task_id: task.id.of(text).to_owned(),
        title: display_title(task.title.of(text)),
        by: display_name(by),
        since: iso_seconds(claim.since_ms),
        last_seen: iso_seconds(claim.last_seen_ms),
        branch: shown(&claim.branch),
        worktree: shown(&claim.worktree),
        expired: claim.is_expired.then_some(true),
        yours: is_same_connection(by, &context.call.actor).then_some(true),
    }
}
