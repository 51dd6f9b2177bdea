//! Which tasks could be started, and in which order.

use std::cmp::Reverse;

use crate::claims::Holders;
use crate::plan::{AttributeKey, Document, Priority, State, Status};
use crate::query::Graph;
use crate::text::truncate;
use crate::word::Word;

/// A date this many days ahead makes a task urgent.
const SOON_DAYS: u64 = 2;

pub(super) struct Readiness {
    is_ready: Vec<bool>,
    urgency: Vec<Urgency>,
}

/// What comes first is smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Urgency {
    priority: Priority,
    is_due_soon: Reverse<bool>,
    inherited: Priority,
}

impl Readiness {
    /// For `caller`, on the day `today`.
    pub(super) fn of(document: &Document, holders: &Holders, caller: &str, today: &str) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let graph = Graph::of(document);
        let count = plan.tasks.len();
        let (mut paused, mut inherited) = (vec![false; count], vec![Priority::Medium; count]);
        let (mut is_ready, mut urgency) = (vec![false; count], Vec::with_capacity(count));
        let mut has_open_subtask = vec![false; count];
        for task in plan.tasks.iter().filter(|task| task.status != Status::Done) {
            if let Some(parent) = task.parent {
                has_open_subtask[parent] = true;
            }
        }
        let soon = day_after(today, SOON_DAYS);
        for (index, task) in plan.tasks.iter().enumerate() {
            let value = |key| task.value(text, key);
            let state = value(AttributeKey::State).and_then(|word| State::named(&word));
            let own = value(AttributeKey::Priority).and_then(|word| Priority::named(&word));
            paused[index] = task.parent.is_some_and(|parent| paused[parent])
                || matches!(state, Some(State::Blocked | State::Deferred));
            inherited[index] = own.unwrap_or_else(|| task.parent.map_or(Priority::Medium, |parent| inherited[parent]));
            let is_free =
                task.status == Status::Doing || value(AttributeKey::Assignee).is_none_or(|assignee| assignee == caller);
            // A claim that expired is free to take.
            let is_unheld = holders.holder(index).is_none();
            is_ready[index] = (task.status == Status::Todo || (task.status == Status::Doing && is_unheld))
                && is_unheld
                && is_free
                && !paused[index]
                && !has_open_subtask[index]
                && graph.blocked_by(index).is_empty();
            let is_due_soon = value(AttributeKey::Due).is_some_and(|due| due.as_str() <= soon.as_str());
            urgency.push(Urgency {
                priority: own.unwrap_or(Priority::Medium),
                is_due_soon: Reverse(is_due_soon),
                inherited: inherited[index],
            });
        }
        Self { is_ready, urgency }
    }

    pub(super) fn is_ready(&self, task: usize) -> bool {
        self.is_ready[task]
    }

    /// The ready tasks, by index, each with what decides its place.
    pub(super) fn ready(&self) -> impl Iterator<Item = (usize, Urgency)> {
        let ready = self.is_ready.iter().enumerate().filter(|(_, is_ready)| **is_ready);
        ready.map(|(index, _)| (index, self.urgency[index]))
    }
}

/// Why the first of the tasks, which are in order, comes first.
pub(super) fn why(order: &[Urgency]) -> Option<String> {
    let first = order.first()?;
    let same_priority = order.iter().filter(|other| other.priority == first.priority).count();
    let word = first.priority.as_str();
    let is_due = first.is_due_soon.0;
    let same_due = order.iter().filter(|other| other.priority == first.priority && other.is_due_soon.0).count();
    Some(match (order.len(), same_priority) {
        (1, _) => "the only one that is ready".into(),
        (_, 1) => format!("the only one of {word} priority"),
        _ if is_due && same_due == 1 => "the only one that is due soon".into(),
        _ if is_due => "the first that is due soon".into(),
        (all, same) if all == same => "the first in order".into(),
        _ => format!("the first of {word} priority"),
    })
}

/// The date some days after another, both `YYYY-MM-DD`.
fn day_after(date: &str, days: u64) -> String {
    const DAY_MS: u64 = 86_400_000;
    let start = crate::text::parse_iso_time(&format!("{}T00:00:00Z", truncate(date, 10)));
    let end = start.map(|start| crate::text::iso_time(start + days * DAY_MS));
    end.map_or_else(String::new, |time| time.chars().take(10).collect())
}
