//! Changes of a plan as answers tell them.

use crate::history::{History, Record, history_path, older_history_path};
use crate::query::{Change, TaskChange};
use crate::text::shortened;
use crate::workspace::Stop;

use super::access::PlanId;
use super::budget::names_of;
use super::registry::Context;

/// Longest list of what one change did.
const LONGEST_SUMMARY: usize = 1_000;

impl<'w> Context<'w> {
    /// What happened to a plan.
    pub(super) fn history(&self, id: &PlanId) -> Result<&'w History, Stop> {
        self.files.history(&history_path(&id.path()))
    }

    /// What happened to a plan before its history became too long.
    pub(super) fn older_history(&self, id: &PlanId) -> Result<&'w History, Stop> {
        self.files.history(&older_history_path(&id.path()))
    }
}

/// What a change did, a line for each part of it.
pub(super) fn summary(record: &Record) -> Vec<String> {
    let lines: Vec<_> = record.changes.iter().map(line).collect();
    names_of(&lines, LONGEST_SUMMARY)
}

fn line(TaskChange { task_id, title, change }: &TaskChange) -> String {
    let subject = if task_id.is_empty() { "plan".to_owned() } else { format!("{task_id} {:?}", shortened(title, 60)) };
    let value =
        |value: &Option<String>| value.as_deref().map_or("none".into(), |value| shortened(value, 60).into_owned());
    match change {
        Change::Added => format!("{subject}: added"),
        Change::Deleted => format!("{subject}: deleted"),
        Change::Body => format!("{subject}: body"),
        Change::Field { name, from: None, to: None } => format!("{subject}: {name}"),
        Change::Field { name, from, to } => format!("{subject}: {name} {} -> {}", value(from), value(to)),
    }
}
