//! `task_batch`: several changes in one atomic write.

use crate::contract::{input, json, output};
use crate::edit::{EditError, Op, apply};
use crate::toolsets::access::{PlanId, written};
use crate::toolsets::budget::{LARGEST, first_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool = tool!(
    ANY,
    "task_batch",
    "Adds, updates, moves and deletes in one write, all or nothing. \
        Later ops name an add with ref \"x\" as \"ref:x\"."
);

/// More would not fit an answer of a bearable length.
const MOST_OPS: usize = 500;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// In order, as in the single tools.
        "ops" ops: Vec<Op>,
        /// Only check.
        "dryRun" dry_run: Option<bool>,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
        /// For each operation, the task it was about.
        "results" results: Vec<OpResult>,
        /// Number of those that are not shown.
        "resultsLeftOut" results_left_out: Option<u32>,
    }
}

output! {
    /// What one operation did.
    pub(super) struct OpResult {
        /// Which.
        "op" op: String,
        /// The task.
        "taskId" task_id: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    if input.ops.is_empty() || input.ops.len() > MOST_OPS {
        return Err(ToolError::invalid(format!("Argument ops must hold 1 to {MOST_OPS} operations")).into());
    }
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    let edited = apply(found.document, &input.ops, &mut context.ids()).map_err(at_op)?;
    let names: Vec<_> = input.ops.iter().map(Op::name).collect();
    let done = written(&input.plan_id, found, edited, move |edited, etag| {
        let result = |(op, id): (&&str, &String)| OpResult {
            op: (*op).to_owned(),
            task_id: Some(id.clone()).filter(|id| !id.is_empty()),
        };
        let all = names.iter().zip(&edited.task_ids).map(result).collect();
        let (results, results_left_out) = first_of(all, LARGEST);
        Output { etag, results, results_left_out }
    });
    Ok(match done {
        Done::AfterWrites(_, output) if input.dry_run == Some(true) => Done::Ready(output(found.etag.to_owned())),
        done => done,
    })
}

/// The error with the number of its operation. What is wrong with the plan as a whole belongs to none of them.
fn at_op(error: EditError) -> ToolError {
    let op = error.op;
    let error = ToolError::from(error);
    if error.code == "INVALID_PLAN" {
        return error;
    }
    ToolError { message: format!("ops[{op}]: {}", error.message), ..error }.with_details(json! { "index": op })
}
