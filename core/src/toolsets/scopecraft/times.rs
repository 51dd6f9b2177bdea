//! When tasks were created, changed and archived, from their ids and the histories.

use crate::files::{Interrupt, ToolResult};
use crate::history::{History, TaskTimes, history_path};
use crate::query::ChangeKind;
use crate::toolkit::{Context, path_of};

use super::mapping::WorkflowState;
use super::plan_set::{PlanSet, TaskRef};

pub(super) struct Times<'w> {
    histories: Vec<Option<&'w History>>,
}

impl<'w> Times<'w> {
    /// Loads the histories of the plans of these tasks, all in one step.
    pub(super) fn of(context: &Context<'w>, set: &PlanSet<'w>, tasks: &[TaskRef]) -> ToolResult<Self> {
        let mut is_needed = vec![false; set.plans.len()];
        for at in tasks {
            is_needed[at.plan] = true;
        }
        let mut missing = Vec::new();
        let mut histories = Vec::new();
        for (plan, is_needed) in set.plans.iter().zip(is_needed) {
            let path = || format!("{}{}", set.root, history_path(&path_of(&plan.id)));
            histories.push(match is_needed.then(|| context.files.history(&path())) {
                Some(Ok(history)) => Some(history),
                Some(Err(Interrupt::Need(needs))) => {
                    missing.extend(needs);
                    None
                }
                Some(Err(fail)) => return Err(fail),
                None => None,
            });
        }
        if missing.is_empty() { Ok(Self { histories }) } else { Err(Interrupt::Need(missing)) }
    }

    pub(super) fn task(&self, at: TaskRef, id: &str) -> TaskTimes {
        TaskTimes::of(id, self.history(at))
    }

    /// When a task was last archived or cancelled, or moved to an archive section.
    pub(super) fn archived(&self, at: TaskRef, id: &str) -> Option<u64> {
        let is_archiving = |change: &ChangeKind| match change {
            ChangeKind::Field { name, to: Some(to), .. } => match name.as_str() {
                "state" => matches!(to.as_str(), "archived" | "cancelled"),
                "section" => WorkflowState::from_path(to) == WorkflowState::Archive,
                _ => false,
            },
            _ => false,
        };
        let archives_task = |record: &crate::history::ChangeRecord| {
            record.changes.iter().any(|change| change.task_id == id && is_archiving(&change.change))
        };
        self.history(at)?.latest().find(archives_task).map(|record| record.at_ms)
    }

    fn history(&self, at: TaskRef) -> Option<&'w History> {
        *self.histories.get(at.plan)?
    }
}
