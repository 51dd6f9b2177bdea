//! `task_move`: a task put elsewhere, with all that is under it.

use crate::contract::{input, output};
use crate::edit::{MoveTask, Op};
use crate::toolsets::access::PlanId;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

pub(super) const TOOL: Tool =
    tool!(SET, "task_move", "Move a task with its subtasks: next to another, under a parent or in a section.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
        ..
        /// Where to.
        to: MoveTask,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
        /// The task.
        "taskId" task_id: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::Move(input.to.clone())], |edited, etag| Output {
        etag,
        task_id: edited.task_ids.concat(),
    })
}
