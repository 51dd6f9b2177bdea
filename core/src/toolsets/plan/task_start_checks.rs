//! Why a task cannot be started or released.

use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{Document, State, Status};
use crate::query::{Graph, Holders, Holding, ReadyTasks, is_same_connection};
use crate::text::iso_seconds;
use crate::toolkit::{Context, PlanId, display_name, truncate_names};
use crate::word::Word;

/// Longest list of ids in a message.
const LONGEST_LIST: usize = 1_000;
const INSTEAD: &str = "Call task_start without taskId to get another task";

/// Rejects a task that someone else holds, or that is reserved for someone else.
pub(super) fn check_holder(
    context: &Context<'_>,
    plan: &PlanId,
    document: &Document,
    index: usize,
    name: &str,
) -> ToolResult<()> {
    let holders = context.holders(plan, document)?;
    let is_others = |holders: &Holders<'_>| {
        // What the caller holds covers the subtasks, for its sub-agents too.
        holders.holder(index).is_some_and(|holding| !is_same_connection(name, &holding.by))
    };
    let id = document.plan().tasks[index].id.of(document.text());
    if is_others(&holders) {
        let holders = context.holders_with_times(plan, document)?;
        if let Some(holding) = holders.holder(index) {
            return Err(Failure::new("CLAIMED", claimed_message(id, &holding)).into());
        }
    }
    match holders.reserved_for(index).filter(|reserved| reserved != name) {
        Some(other) => {
            let message = format!("Task {id} is reserved for {}. {INSTEAD}", display_name(&other));
            Err(Failure::new("CLAIMED", message).into())
        }
        None => Ok(()),
    }
}

fn claimed_message(id: &str, holding: &Holding) -> String {
    let since = holding.since_ms.map(|since| format!(" at {}", iso_seconds(since))).unwrap_or_default();
    format!("Task {id} was claimed by {}{since}. {INSTEAD}", display_name(&holding.by))
}

/// Rejects a task that is done, and one to start that is blocked or deferred.
pub(super) fn check_ready(document: &Document, index: usize, is_release: bool) -> Result<(), Failure> {
    let (text, plan) = (document.text(), document.plan());
    let id = plan.tasks[index].id.of(text);
    if plan.tasks[index].status == Status::Done {
        return Err(Failure::new("ALREADY_DONE", format!("Task {id} is done; use force to start it again")));
    }
    if is_release {
        return Ok(());
    }
    let blocked_by = Graph::of(document).blocked_by(index);
    let reason = if blocked_by.is_empty() {
        let holders = Holders::of(document);
        let paused = ReadyTasks::of(document, &holders, "", "").paused(index);
        paused.map(|state: State| state.as_str().to_owned())
    } else {
        let ids: Vec<_> = blocked_by.iter().map(|target| plan.tasks[*target].id.of(text).to_owned()).collect();
        Some(format!("blocked by {}", truncate_names(&ids, LONGEST_LIST).join(", ")))
    };
    match reason {
        Some(reason) => Err(Failure::new("NOT_READY", format!("Task {id} is {reason}; pass force to start it anyway"))),
        None => Ok(()),
    }
}

/// Rejects a second task in progress, if the settings allow only one.
pub(super) fn check_one_doing(document: &Document, index: usize) -> Result<(), Failure> {
    let text = document.text();
    let mut tasks = document.plan().tasks.iter().enumerate();
    match tasks.find(|(other, task)| *other != index && task.status == Status::Doing) {
        Some((_, task)) => {
            let id = task.id.of(text);
            Err(Failure::new(
                "ONE_DOING",
                format!("Task {id} is in progress, and only one may be; finish or release it first"),
            ))
        }
        None => Ok(()),
    }
}
