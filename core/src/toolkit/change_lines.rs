//! Changes of a plan as replies list them.

use crate::history::ChangeRecord;
use crate::query::{Change, TaskChange};
use crate::text::truncate;

use super::truncate_names;

/// Longest list of what one change did.
const LONGEST_SUMMARY: usize = 1_000;

/// What a change did, a line for each part of it.
pub(crate) fn change_lines(record: &ChangeRecord) -> Vec<String> {
    let lines: Vec<_> = record.changes.iter().map(line).collect();
    truncate_names(&lines, LONGEST_SUMMARY)
}

fn line(TaskChange { task_id, title, change }: &TaskChange) -> String {
    let subject = if task_id.is_empty() { "plan".to_owned() } else { format!("{task_id} {:?}", truncate(title, 60)) };
    let value =
        |value: &Option<String>| value.as_deref().map_or("none".into(), |value| truncate(value, 60).into_owned());
    match change {
        Change::Added => format!("{subject}: added"),
        Change::Deleted => format!("{subject}: deleted"),
        Change::Body => format!("{subject}: body"),
        Change::Field { name, from: None, to: None } => format!("{subject}: {name}"),
        Change::Field { name, from, to } => format!("{subject}: {name} {} -> {}", value(from), value(to)),
    }
}
