//! Tasks with everything that a view shows of them.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::claims::{Claim, Claims};
use crate::plan::{Document, MarkerStyle, Status, StatusCounts, Task};
use crate::query::{Graph, Holders, Holding, ReadyTasks};
use crate::text::iso_time;
use crate::views::{TaskAttributes, to_u32};

/// A plan with its tasks.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanRows {
    pub(super) plan_id: String,
    pub(super) title: String,
    /// Relative to the root.
    pub(super) path: String,
    pub(super) etag: String,
    pub(super) stats: StatusCounts,
    pub(super) markers: &'static str,
    /// The plan's body.
    pub(super) description: Option<String>,
    /// Why it cannot be written or read, one line each.
    pub(super) errors: Option<Vec<String>>,
    /// Paths of all headings but the title.
    pub(super) sections: Vec<Vec<String>>,
    /// In the order of the plan; absent if the call did not ask for them.
    pub(super) tasks: Option<Vec<Row>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    pub(super) plan_id: String,
    pub(super) id: String,
    /// What people type instead of the id.
    pub(super) short: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) section_path: Vec<String>,
    pub(super) parent_id: Option<String>,
    /// Number of parents.
    pub(super) depth: u32,
    pub(super) subtasks: Option<Subtasks>,
    pub(super) has_body: bool,
    #[serde(flatten)]
    pub(super) attributes: TaskAttributes,
    /// Ids of its open dependencies, and of those of its parents.
    pub(super) blocked_by: Option<Vec<String>>,
    /// Whether the caller could start it now.
    pub(super) ready: Option<bool>,
    /// Who works on it, or on the task that it is under.
    pub(super) held_by: Option<String>,
    pub(super) claim: Option<ClaimRow>,
    /// When it last changed, if the call asked for that.
    pub(super) updated: Option<String>,
}

/// A claim on exactly this task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClaimRow {
    since: String,
    last_seen: String,
    /// How long its holder may be silent. A person's claim never expires.
    lease_minutes: Option<u32>,
    expired: Option<bool>,
    branch: Option<String>,
    worktree: Option<String>,
}

impl From<&Claim> for ClaimRow {
    fn from(claim: &Claim) -> Self {
        Self {
            since: iso_time(claim.since_ms),
            last_seen: iso_time(claim.last_seen_ms),
            lease_minutes: claim.minutes(),
            expired: claim.is_expired.then_some(true),
            branch: claim.branch.clone(),
            worktree: claim.worktree.clone(),
        }
    }
}

/// Direct subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Subtasks {
    pub(super) done: u32,
    pub(super) total: u32,
}

/// The rows of a plan. `short_names` are those of its tasks, in order.
pub(super) fn rows(
    document: &Document,
    plan_id: &str,
    short_names: &[&str],
    ready: &ReadyTasks<'_>,
    claims: &Claims,
    holders: &Holders<'_>,
) -> Vec<Row> {
    let (text, plan) = (document.text(), document.plan());
    let graph = Graph::of(document);
    let paths: Vec<_> = (0..plan.headings.len()).map(|section| section_path(document, Some(section))).collect();
    let mut depths: Vec<u32> = Vec::with_capacity(plan.tasks.len());
    let mut done = vec![0; plan.tasks.len()];
    for task in plan.tasks.iter().filter(|task| task.status == Status::Done) {
        if let Some(parent) = task.parent {
            done[parent] += 1;
        }
    }
    let id = |task: &Task| task.id.of(text).to_owned();
    let row = |(index, task): (usize, &Task)| {
        let depth = task.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let blocked_by: Vec<_> = graph.blocked_by(index).iter().map(|blocker| id(&plan.tasks[*blocker])).collect();
        Row {
            plan_id: plan_id.to_owned(),
            id: id(task),
            short: short_names[index].to_owned(),
            title: task.title.of(text).to_owned(),
            status: task.status,
            section_path: task.section.map(|section| paths[section].clone()).unwrap_or_default(),
            parent_id: task.parent.map(|parent| id(&plan.tasks[parent])),
            depth,
            subtasks: (task.children > 0).then(|| Subtasks { done: done[index], total: to_u32(task.children) }),
            has_body: task.body.is_some(),
            attributes: TaskAttributes::of(text, task),
            blocked_by: Some(blocked_by).filter(|blockers| !blockers.is_empty()),
            ready: ready.contains(index).then_some(true),
            held_by: holders.holder(index).and_then(Holding::name).map(str::to_owned),
            claim: claims.claim_on(index).filter(|claim| claim.is_leased()).map(ClaimRow::from),
            updated: None,
        }
    };
    plan.tasks.iter().enumerate().map(row).collect()
}

pub(super) fn section_path(document: &Document, section: Option<usize>) -> Vec<String> {
    document.plan().section_path(document.text(), section).into_iter().map(str::to_owned).collect()
}

pub(super) fn markers(document: &Document) -> &'static str {
    match document.plan().marker_style() {
        MarkerStyle::Gfm => "gfm",
        _ => "plan",
    }
}
