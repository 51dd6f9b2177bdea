//! What a write reports besides its own result.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::{EditedOp, Op, StatusWord};
use crate::plan::{Document, State, Status};
use crate::query::{Holders, is_same_connection};
use crate::toolkit::display_name;
use crate::views::to_u32;

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Effects {
    /// Path of the section that was added.
    pub(super) created_section: Option<Vec<String>>,
    /// Who held the task, if it was someone else.
    pub(super) was_held_by: Option<String>,
    /// Open tasks under a task that was finished.
    pub(super) open_subtasks: Option<u32>,
    /// Characters of the body that was replaced or removed.
    pub(super) replaced_body: Option<u32>,
}

impl Effects {
    /// Of one operation. `holders` are those before the call, `after` is the plan after it.
    pub(super) fn of(op: &Op, done: &EditedOp, after: &Document, holders: &Holders<'_>, actor: &str) -> Self {
        Self {
            created_section: done.created_section.clone(),
            was_held_by: other_holder(holders, &done.task_id, actor),
            open_subtasks: if finishes(op) { open_subtasks(after, &done.task_id) } else { None },
            replaced_body: done.replaced_body.map(to_u32),
        }
    }
}

/// Who holds a task, if it is neither the caller nor one of its sub-agents.
fn other_holder(holders: &Holders<'_>, id: &str, actor: &str) -> Option<String> {
    let index = holders.document().plan().find(holders.document().text(), id)?;
    let holding = holders.holder(index).filter(|holding| !is_same_connection(&holding.by, actor))?;
    Some(display_name(&holding.by))
}

fn finishes(op: &Op) -> bool {
    let Op::Update(update) = op else { return false };
    let is_final = |state| matches!(state, State::Cancelled | State::Archived);
    match update.changes.status {
        Some(StatusWord::Status(status)) => status == Status::Done,
        Some(StatusWord::State(state)) => is_final(state),
        None => update.changes.attributes.state.is_some_and(is_final),
    }
}

/// How many open tasks are under a task, at any depth; `None` for none.
pub(super) fn open_subtasks(document: &Document, id: &str) -> Option<u32> {
    let plan = document.plan();
    let index = plan.find(document.text(), id)?;
    let below = &plan.tasks[index + 1..plan.tasks[index].subtree_end];
    let open = below.iter().filter(|task| task.status != Status::Done).count();
    (open > 0).then(|| to_u32(open))
}
