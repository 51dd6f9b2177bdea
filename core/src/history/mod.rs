//! The history of a plan: one JSON line for each change, in a file next to the plan.
//!
//! A history is never needed to read or write a plan, and is safe to delete. It contains what a plan does not: when a task
//! was changed and completed and by whom, which ids were used, and how to undo a change. Its first line is a snapshot: the text
//! of the plan, and what is known about its tasks. With it every later version can be rebuilt, and older lines can be moved to
//! another file. Unreadable lines are skipped.

mod append;
mod located;
mod log;
mod pairs;
mod record;
mod undo;
mod undone;
mod versions;

pub use append::{ChangeContext, NewLines, PlanVersion};
pub use log::{History, TaskTimes};
pub(crate) use record::iso_8601;
pub use record::{ChangeRecord, LineChange};
pub use undo::{Undone, undo};
pub use undone::Undoings;
pub use versions::{Version, Versions};

/// The folder of all histories, relative to the plans directory.
pub(crate) const FOLDER: &str = ".history";

/// How many files of older lines are kept for each plan.
const MOST_OLDER: u32 = 9;

/// The history of the plan in the file at `path`, both relative to the plans directory.
pub fn history_path(path: &str) -> String {
    format!("{FOLDER}/{}.jsonl", plan_name(path))
}

/// The files with older lines of the plan's history among the names in the folder, the latest first.
pub fn older_history_paths<'n>(path: &str, names: impl Iterator<Item = &'n String>) -> Vec<String> {
    older_numbers(path, names).into_iter().map(|number| older_path(path, number)).collect()
}

/// The file that the lines of a full history are moved to, and the ones that are too old to keep.
pub(crate) fn next_older_path<'n>(path: &str, names: impl Iterator<Item = &'n String>) -> (String, Vec<String>) {
    let numbers = older_numbers(path, names);
    let next = numbers.first().map_or(1, |last| last + 1);
    let too_old = numbers.into_iter().filter(|number| number + MOST_OLDER <= next);
    (older_path(path, next), too_old.map(|number| older_path(path, number)).collect())
}

fn older_path(path: &str, number: u32) -> String {
    format!("{FOLDER}/{}.{number}.jsonl", plan_name(path))
}

/// The numbers of a plan's files with older lines, the latest first.
fn older_numbers<'n>(path: &str, names: impl Iterator<Item = &'n String>) -> Vec<u32> {
    let number = |name: &str| -> Option<u32> {
        let rest = name.strip_prefix(plan_name(path))?.strip_prefix('.')?;
        rest.strip_suffix(".jsonl")?.parse().ok().filter(|number| *number < u32::MAX)
    };
    let mut numbers: Vec<_> = names.filter_map(|name| number(name)).collect();
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    numbers
}

fn plan_name(path: &str) -> &str {
    path.strip_suffix(".md").unwrap_or(path)
}

/// Whether the file at a path is a history.
pub(crate) fn is_history(path: &str) -> bool {
    path.strip_prefix(".history/").is_some_and(|name| name.strip_suffix(".jsonl").is_some())
}
