//! `task_batch`: applies several operations in one write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{EditError, Edited, Op};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::query::Holders;
use crate::toolkit::{
    ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PlanId, Receipt, Tool, tool, truncate_list, written,
};

use super::effects::Effects;

pub(super) const TOOL: Tool = tool!(
    ANY,
    "task_batch",
    "Bulk: add, update, complete, move or delete several tasks at once (import), all or nothing. \
        Later ops refer to an added task with ref x as \"ref:x\"."
)
.found_as("Batch changes", "bulk changes to many, multiple or several tasks in one call; import a list of todos");

/// Keeps the reply short.
const MAX_OPS: usize = 500;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    /// More fields as in the single tools
    pub(super) ops: Vec<Op>,
    pub(super) dry_run: Option<bool>,
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    /// One for each operation.
    pub(super) results: Vec<OpResult>,
    /// Number of omitted results.
    pub(super) omitted: Option<u32>,
    /// Whether nothing was written.
    pub(super) dry_run: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpResult {
    pub(super) op: String,
    pub(super) task_id: Option<String>,
    #[serde(flatten)]
    pub(super) effects: Effects,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    if input.ops.is_empty() || input.ops.len() > MAX_OPS {
        return Err(Failure::invalid(format!("Argument ops must contain 1 to {MAX_OPS} operations")).into());
    }
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let holders = context.holders(&input.plan_id, found.document)?;
    let edited = context.apply(found, &input.ops).map_err(at_op)?;
    let is_dry_run = input.dry_run == Some(true);
    let all = results(context, &input.ops, &edited, &holders, is_dry_run);
    let (results, omitted) = truncate_list(all, MAX_REPLY_CHARS);
    let dry_run = is_dry_run.then_some(true);
    let output = move |Receipt { etag, change }| Output { etag, change, results: results.clone(), omitted, dry_run };
    if is_dry_run {
        return Ok(Outcome::Ready(output(Receipt::unchanged(found.etag))));
    }
    Ok(written(&input.plan_id, found, edited, move |_, receipt| output(receipt)))
}

/// What each operation did. Without a write, new tasks have no ids: the next call would give them others.
fn results(
    context: &Context<'_>,
    ops: &[Op],
    edited: &Edited,
    holders: &Holders<'_>,
    is_dry_run: bool,
) -> Vec<OpResult> {
    let result = |(op, done)| {
        let effects = Effects::of(op, done, &edited.document, holders, &context.call.actor);
        let is_new = holders.document().plan().find(holders.document().text(), &done.task_id).is_none();
        let is_unnamed = done.task_id.is_empty() || is_dry_run && is_new;
        OpResult {
            op: op.name().to_owned(),
            task_id: (!is_unnamed).then(|| done.task_id.clone()),
            effects: Effects { replaced_body: None, ..effects },
        }
    };
    ops.iter().zip(&edited.ops).map(result).collect()
}

/// Adds the index of the operation to an error, unless it concerns the plan as a whole.
fn at_op(error: EditError) -> Failure {
    if error.code == "INVALID_PLAN" {
        return error.into();
    }
    let failure =
        Failure::from(EditError { message: format!("ops[{}]: {}", error.op, error.message), ..error.clone() });
    failure.to_error().with_detail("index", error.op).into()
}
