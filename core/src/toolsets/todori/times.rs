//! When tasks were created, changed and completed, and the most recent changes.

use crate::files::ToolResult;
use crate::history::{ChangeRecord, History, TaskTimes};
use crate::plan::{self, Document, State, id_time};
use crate::query::{ChangeKind, TaskChange};
use crate::toolkit::Context;
use crate::word::Word;

use super::PLAN;
use super::mapping::Status;

const CREATED: &str = "created";
const DELETED: &str = "deleted";

/// The times of the plan's tasks, from their ids and the history.
pub(super) struct Times<'w> {
    history: &'w History,
}

impl<'w> Times<'w> {
    pub(super) fn of(context: &Context<'w>) -> ToolResult<Self> {
        Ok(Self { history: context.history(&PLAN.id(context)?)? })
    }

    pub(super) fn task(&self, id: &str) -> TaskTimes {
        TaskTimes::of(id, Some(self.history))
    }

    /// The times after a change at `now_ms` to this status.
    pub(super) fn changed_now(&self, id: &str, now_ms: u64, status: Status) -> TaskTimes {
        let before = self.task(id);
        let completed = before.completed.or(Some(now_ms)).filter(|_| status == Status::Done);
        TaskTimes { updated: Some(now_ms), completed, ..before }
    }

    /// The highest number of the deleted subtasks of a task.
    pub(super) fn highest_deleted_seq(&self, parent: &str) -> Option<u32> {
        self.history.highest_deleted_seq(parent)
    }

    /// The latest changes, newest first: title and description. Without a history, the newest tasks.
    pub(super) fn recent(&self, document: &Document, max: usize) -> Vec<(String, String)> {
        let changes: Vec<_> = self.history.latest().flat_map(|record| descriptions(&record)).take(max).collect();
        if changes.is_empty() { newest(document, max) } else { changes }
    }
}

fn newest(document: &Document, max: usize) -> Vec<(String, String)> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let times = tasks.iter().enumerate().filter_map(|(index, task)| Some((id_time(task.id.of(text))?, index)));
    let mut in_order: Vec<_> = times.collect();
    in_order.sort_unstable();
    let title = |index: usize| tasks[index].title.of(text).to_owned();
    in_order.into_iter().rev().take(max).map(|(_, index)| (title(index), CREATED.to_owned())).collect()
}

/// What a change did, described once for each task.
fn descriptions(record: &ChangeRecord) -> Vec<(String, String)> {
    let of_tasks: Vec<_> = record.changes.iter().filter(|change| !change.task_id.is_empty()).collect();
    let by_task = of_tasks.chunk_by(|one, next| one.task_id == next.task_id);
    let described = by_task.filter_map(|changes| Some((changes.first()?.title.clone(), describe(changes))));
    // Created and deleted tasks come first; other changes are often a consequence of them.
    let (mut first, rest): (Vec<_>, Vec<_>) =
        described.partition(|(_, what)| [CREATED, DELETED].contains(&what.as_str()));
    first.extend(rest);
    first
}

/// Describes the most important change of one task.
fn describe(changes: &[&TaskChange]) -> String {
    let field = |wanted: &str| {
        changes.iter().find_map(|each| match &each.change {
            ChangeKind::Field { name, to, .. } if name == wanted => Some(to.as_deref()),
            _ => None,
        })
    };
    let is_any = |wanted: &ChangeKind| changes.iter().any(|each| each.change == *wanted);
    if is_any(&ChangeKind::Added) {
        return CREATED.into();
    }
    if is_any(&ChangeKind::Deleted) {
        return DELETED.into();
    }
    let state = field("state").flatten().and_then(State::named);
    let status = field("status").flatten().and_then(plan::Status::named);
    if let Some(status) = Status::from_plan(status, state) {
        return format!("status changed to {}", status.as_str());
    }
    let names = [("title", "title"), ("priority", "priority"), ("dependsOn", "dependencies"), ("parent", "parent")];
    match names.iter().find(|(name, _)| field(name).is_some()) {
        Some((_, field)) => format!("{field} changed"),
        None if is_any(&ChangeKind::Body) => "description changed".into(),
        None => "changed".into(),
    }
}
