//! When tasks were made, changed and completed, and what happened last.

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

/// What ids and history tell about the times of a plan's tasks.
pub(super) struct Times<'w> {
    history: &'w History,
}

impl<'w> Times<'w> {
    /// Those of the plan that calls are about.
    pub(super) fn of(context: &Context<'w>) -> ToolResult<Self> {
        Ok(Self { history: context.history(&PLAN.id(context)?)? })
    }

    /// When things happened to the task with this id.
    pub(super) fn task(&self, id: &str) -> TaskTimes {
        TaskTimes::of(id, Some(self.history))
    }

    /// The same after a change that is made now, and that leaves it with this status.
    pub(super) fn changed_now(&self, id: &str, now_ms: u64, status: Status) -> TaskTimes {
        let before = self.task(id);
        let completed = before.completed.or(Some(now_ms)).filter(|_| status == Status::Done);
        TaskTimes { updated: Some(now_ms), completed, ..before }
    }

    /// The highest number that a subtask of this task had which is gone.
    pub(super) fn highest_deleted_seq(&self, parent: &str) -> Option<u32> {
        self.history.highest_deleted_seq(parent)
    }

    /// The last changes, the newest first: the titles of tasks, and what became of them. Without a history, what was made last.
    pub(super) fn recent(&self, document: &Document, most: usize) -> Vec<(String, String)> {
        let told: Vec<_> = self.history.latest().flat_map(|record| happenings(&record)).take(most).collect();
        if told.is_empty() { newest(document, most) } else { told }
    }
}

fn newest(document: &Document, most: usize) -> Vec<(String, String)> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let times = tasks.iter().enumerate().filter_map(|(number, task)| Some((id_time(task.id.of(text))?, number)));
    let mut in_order: Vec<_> = times.collect();
    in_order.sort_unstable();
    let title = |number: usize| tasks[number].title.of(text).to_owned();
    in_order.into_iter().rev().take(most).map(|(_, number)| (title(number), CREATED.to_owned())).collect()
}

/// What a change did, a line for each task.
fn happenings(record: &ChangeRecord) -> Vec<(String, String)> {
    let of_tasks: Vec<_> = record.changes.iter().filter(|change| !change.task_id.is_empty()).collect();
    let by_task = of_tasks.chunk_by(|one, next| one.task_id == next.task_id);
    let told = by_task.filter_map(|changes| Some((changes.first()?.title.clone(), happening(changes))));
    // What came and went is what the change was about; the rest follows from it.
    let (mut first, rest): (Vec<_>, Vec<_>) = told.partition(|(_, what)| [CREATED, DELETED].contains(&what.as_str()));
    first.extend(rest);
    first
}

/// The most telling of the changes of one task.
fn happening(changes: &[&TaskChange]) -> String {
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
        Some((_, shown)) => format!("{shown} changed"),
        None if is_any(&ChangeKind::Body) => "description changed".into(),
        None => "changed".into(),
    }
}
