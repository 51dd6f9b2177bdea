//! `task_delete`: deletes a task and its subtasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{DeleteTask, Op};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::Graph;
use crate::toolkit::{ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PlanId, Tool, tool, truncate_names};
use crate::views::to_u32;

pub(super) const TOOL: Tool =
    tool!(REPLACE, "task_delete", "Delete a task with its body and subtasks. To keep it, set state cancelled.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Expected etag.
    pub(super) if_match: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) delete: DeleteTask,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) etag: String,
    /// Number of deleted tasks.
    pub(super) deleted: u32,
    /// Tasks that still have it in `dependsOn`.
    pub(super) dependants: Option<Vec<String>>,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let (deleted, dependants) = consequences(found.document, &input.delete.task_id)?;
    context.edit(&input.plan_id, found, &[Op::Delete(input.delete.clone())], move |_, receipt| Output {
        etag: receipt.etag,
        deleted: to_u32(deleted),
        dependants: Some(dependants.clone()).filter(|ids| !ids.is_empty()),
        change: receipt.change,
    })
}

/// How many tasks are deleted, and which of the others depend on one of them.
fn consequences(document: &Document, id: &str) -> Result<(usize, Vec<String>), Failure> {
    let (text, plan) = (document.text(), document.plan());
    let first = plan.find(text, id).ok_or_else(|| Failure::task_not_found(id))?;
    let deleted = first..plan.tasks[first].subtree_end;
    let graph = Graph::of(document);
    let depends = |index: usize| graph.depends_on(index).iter().any(|target| deleted.contains(target));
    let dependants: Vec<_> = (0..plan.tasks.len())
        .filter(|index| !deleted.contains(index) && depends(*index))
        .map(|index| plan.tasks[index].id.of(text).to_owned())
        .collect();
    Ok((deleted.len(), truncate_names(&dependants, MAX_REPLY_CHARS)))
}
