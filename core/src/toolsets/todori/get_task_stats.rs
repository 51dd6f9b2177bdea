//! `get_task_stats`: numbers about all tasks.

use crate::contract::{OrNull, Tenths, input, output};
use crate::plan::Document;
use crate::query::Graph;
use crate::toolsets::access::{DiagnosticOutput, count};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::mapping::{Priority, Status};
use super::store;
use super::summary::Summary;
use super::times::Times;

pub(super) const TOOL: Tool =
    tool!(READ, "get_task_stats", "Count tasks by status and priority; completion time and depth of dependencies.");

input! {
    /// No arguments.
    pub(super) struct Input {}
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// All tasks.
        "total" total: u32,
        /// By status.
        "byStatus" by_status: ByStatus,
        /// By priority.
        "byPriority" by_priority: ByPriority,
        /// Open ones that cannot be started.
        "blockedCount" blocked_count: u32,
        /// Days from creation to completion, as far as known.
        "avgCompletionDays" avg_completion_days: OrNull<Tenths>,
        /// About dependencies.
        "dependencyStats" dependency_stats: DependencyStats,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

output! {
    /// Number of tasks by status.
    pub(super) struct ByStatus {
        /// Pending.
        "pending" pending: u32,
        /// In progress.
        "in-progress" in_progress: u32,
        /// Blocked.
        "blocked" blocked: u32,
        /// Done.
        "done" done: u32,
        /// Deferred.
        "deferred" deferred: u32,
        /// Cancelled.
        "cancelled" cancelled: u32,
    }
}

output! {
    /// Number of tasks by priority.
    pub(super) struct ByPriority {
        /// High.
        "high" high: u32,
        /// Medium.
        "medium" medium: u32,
        /// Low.
        "low" low: u32,
    }
}

output! {
    /// About dependencies.
    pub(super) struct DependencyStats {
        /// Number of dependencies in the longest chain.
        "maxDepth" max_depth: u32,
        /// Dependencies of a task.
        "averageDepsPerTask" average_deps_per_task: Tenths,
    }
}

fn run(context: &Context<'_>, _: &Input) -> Result<Done<Output>, Stop> {
    let document = store::read(context)?;
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let found = Summary::of(&document, &graph);
    let status = |status| count(found.of_status(status));
    let priority = |priority| count(found.of_priority(priority));
    Ok(Done::Ready(Output {
        total: count(found.total),
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
        blocked_count: count(found.blocked),
        avg_completion_days: OrNull(average_days(&document, &times)),
        dependency_stats: DependencyStats {
            max_depth: count(graph.max_depth()),
            average_deps_per_task: tenths(found.dependencies as u64, found.total as u64).unwrap_or(Tenths(0)),
        },
        diagnostics: DiagnosticOutput::errors_of(&document),
    }))
}

/// The mean of the days that it took to do what is done, as far as both ends are known.
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

/// The quotient, rounded to tenths; none of nothing.
fn tenths(sum: u64, parts: u64) -> Option<Tenths> {
    (parts > 0).then(|| Tenths((sum * 20 + parts) / (parts * 2)))
}
