//! The history of a plan: one JSON line for each change, in a file next to the plan.
//!
//! A history is never needed to read or write a plan, and is safe to delete. It contains what a plan does not: when a task
//! was changed and completed and by whom, which ids were used, and how to undo a change. Its first line is a snapshot of all
//! tasks, so that older lines can be moved to another file. Unreadable lines are skipped.

mod append;
mod digest;
mod log;
mod pairs;
mod record;
mod undo;

pub use append::{ChangeContext, PlanVersion};
pub use log::{History, TaskTimes};
pub use record::{ChangeRecord, LineChange};
pub use undo::undo;

/// The history of the plan in the file at `path`, both relative to the plans directory.
pub fn history_path(path: &str) -> String {
    format!(".history/{}.jsonl", plan_name(path))
}

/// Where the history is moved when it is too long.
pub fn older_history_path(path: &str) -> String {
    format!(".history/{}.1.jsonl", plan_name(path))
}

fn plan_name(path: &str) -> &str {
    path.strip_suffix(".md").unwrap_or(path)
}

/// Whether the file at a path is a history.
pub(crate) fn is_history(path: &str) -> bool {
    path.strip_prefix(".history/").is_some_and(|name| name.strip_suffix(".jsonl").is_some())
}
