//! Changes of a plan as replies list them.

use crate::history::ChangeRecord;
use crate::query::{ChangeKind, TaskChange};
use crate::text::truncate;

use super::truncate_names;

/// Longest list of what one change did.
const LONGEST_SUMMARY: usize = 1_000;

/// What a change did, a line for each part of it.
pub(crate) fn change_lines(record: &ChangeRecord) -> Vec<String> {
    if record.switched {
        return vec!["switched to other contents".into()];
    }
    let lines: Vec<_> = record.changes.iter().map(line).collect();
    truncate_names(&lines, LONGEST_SUMMARY)
}

fn line(TaskChange { task_id, title, change }: &TaskChange) -> String {
    let subject = if task_id.is_empty() { "plan".to_owned() } else { format!("{task_id} {:?}", truncate(title, 60)) };
    let value =
        |value: &Option<String>| value.as_deref().map_or("none".into(), |value| truncate(value, 60).into_owned());
    match change {
        ChangeKind::Added => format!("{subject}: added"),
        ChangeKind::Deleted => format!("{subject}: deleted"),
        ChangeKind::Body => format!("{subject}: body"),
        ChangeKind::Field { name, from: None, to: None } => format!("{subject}: {name}"),
        ChangeKind::Field { name, from, to } => format!("{subject}: {name} {} -> {}", value(from), value(to)),
    }
}
