//! `task_add`: a new task.

use crate::contract::{input, output};
use crate::edit::{AddTask, Op};
use crate::toolsets::access::PlanId;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

pub(super) const TOOL: Tool =
    tool!(ADD, "task_add", "Add a task to a section, under a parent, or next to another. For several: task_batch.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
        ..
        /// The task.
        add: AddTask,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Id of the new task.
        "taskId" task_id: String,
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    context.edit(&input.plan_id, found, &[Op::from(input.add.clone())], |edited, etag| Output {
        task_id: edited.task_ids.concat(),
        etag,
    })
}
