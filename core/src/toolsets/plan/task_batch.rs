//! `task_batch`: applies several operations in one write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{EditError, Op, apply};
use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::toolkit::{
    ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PlanId, Receipt, Tool, Written, tool, truncate_list, written,
};

pub(super) const TOOL: Tool = tool!(
    ANY,
    "task_batch",
    "Adds, updates, moves and deletes in one write, all or nothing. \
        Later ops name an add with ref \"x\" as \"ref:x\"."
);

/// Keeps the reply short.
const MAX_OPS: usize = 500;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// In order, as in the single tools.
    pub(super) ops: Vec<Op>,
    /// Only check.
    pub(super) dry_run: Option<bool>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    /// One for each operation.
    pub(super) results: Vec<OpResult>,
    /// Number of omitted results.
    pub(super) results_left_out: Option<u32>,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpResult {
    pub(super) op: String,
    pub(super) task_id: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    if input.ops.is_empty() || input.ops.len() > MAX_OPS {
        return Err(Failure::invalid(format!("Argument ops must hold 1 to {MAX_OPS} operations")).into());
    }
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let edited = apply(found.document, &input.ops, &mut context.ids()).map_err(at_op)?;
    let names: Vec<_> = input.ops.iter().map(Op::name).collect();
    let outcome = written(&input.plan_id, found, edited, move |edited, Receipt { etag, change }| {
        let result = |(op, id): (&&str, &String)| OpResult {
            op: (*op).to_owned(),
            task_id: Some(id.clone()).filter(|id| !id.is_empty()),
        };
        let all = names.iter().zip(&edited.task_ids).map(result).collect();
        let (results, results_left_out) = truncate_list(all, MAX_REPLY_CHARS);
        Output { etag, results, results_left_out, change }
    });
    Ok(match outcome {
        Outcome::Write(_, output) if input.dry_run == Some(true) => {
            Outcome::Ready(output(&Written { etags: vec![found.etag.to_owned()], ..Written::default() }))
        }
        outcome => outcome,
    })
}

/// Adds the index of the operation to an error, unless it concerns the plan as a whole.
fn at_op(error: EditError) -> Failure {
    if error.code == "INVALID_PLAN" {
        return error.into();
    }
    ToolError::new(error.code, format!("ops[{}]: {}", error.op, error.message)).with_detail("index", error.op).into()
}
