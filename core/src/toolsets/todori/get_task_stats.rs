//! `get_task_stats`: counts tasks by status and priority.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Tenths;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::Graph;
use crate::toolkit::{Context, Outcome, Tool, tool};
use crate::views::{DiagnosticView, to_u32};

use super::PLAN;
use super::mapping::{Priority, Status};
use super::task_counts::TaskCounts;
use super::times::Times;

pub(super) const TOOL: Tool =
    tool!(READ, "get_task_stats", "Count tasks by status and priority; completion time and depth of dependencies.");

/// No arguments.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) total: u32,
    pub(super) by_status: ByStatus,
    pub(super) by_priority: ByPriority,
    /// Number of open tasks that are blocked.
    pub(super) blocked_count: u32,
    /// Days from creation to completion, as far as known.
    #[serialize_always]
    pub(super) avg_completion_days: Option<Tenths>,
    pub(super) dependency_stats: DependencyStats,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

/// Number of tasks by status.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ByStatus {
    pub(super) pending: u32,
    #[serde(rename = "in-progress")]
    pub(super) in_progress: u32,
    pub(super) blocked: u32,
    pub(super) done: u32,
    pub(super) deferred: u32,
    pub(super) cancelled: u32,
}

/// Number of tasks by priority.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct ByPriority {
    pub(super) high: u32,
    pub(super) medium: u32,
    pub(super) low: u32,
}

/// About dependencies.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DependencyStats {
    /// Number of dependencies in the longest chain.
    pub(super) max_depth: u32,
    /// Mean number of dependencies.
    pub(super) average_deps_per_task: Tenths,
}

fn run(context: &Context<'_>, _: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let counts = TaskCounts::of(&document, &graph);
    let status = |status| to_u32(counts.of_status(status));
    let priority = |priority| to_u32(counts.of_priority(priority));
    Ok(Outcome::Ready(Output {
        total: to_u32(counts.total),
        by_status: ByStatus {
            pending: status(Status::Pending),
            in_progress: status(Status::InProgress),
            blocked: status(Status::Blocked),
            done: status(Status::Done),
            deferred: status(Status::Deferred),
            cancelled: status(Status::Cancelled),
        },
        by_priority: ByPriority {
            high: priority(Priority::High),
            medium: priority(Priority::Medium),
            low: priority(Priority::Low),
        },
        blocked_count: to_u32(counts.blocked),
        avg_completion_days: average_days(&document, &times),
        dependency_stats: DependencyStats {
            max_depth: to_u32(graph.max_depth()),
            average_deps_per_task: tenths(counts.dependencies as u64, counts.total as u64).unwrap_or(Tenths(0)),
        },
        diagnostics: DiagnosticView::errors_of(&document),
    }))
}

/// Mean days from creation to completion of the done tasks for which both times are known.
fn average_days(document: &Document, times: &Times<'_>) -> Option<Tenths> {
    const DAY: u64 = 86_400_000;
    let text = document.text();
    let (mut sum, mut known) = (0, 0);
    for task in document.plan().tasks.iter().filter(|task| task.parent.is_none()) {
        if Status::of(task, text) != Status::Done {
            continue;
        }
        let times = times.task(task.id.of(text));
        if let (Some(created), Some(completed)) = (times.created, times.completed) {
            sum += completed.saturating_sub(created);
            known += DAY;
        }
    }
    tenths(sum, known)
}

/// The quotient rounded to tenths; `None` if the divisor is 0.
fn tenths(dividend: u64, divisor: u64) -> Option<Tenths> {
    (divisor > 0).then(|| Tenths((dividend * 20 + divisor) / (divisor * 2)))
}
