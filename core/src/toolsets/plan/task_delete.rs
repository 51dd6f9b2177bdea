//! `task_delete`: deletes a task and its subtasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{DeleteTask, Op};
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::Graph;
use crate::toolkit::{
    ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PlanId, Tool, named_task, tool, truncate_names, written,
};
use crate::views::to_u32;

use super::effects::Effects;

pub(super) const TOOL: Tool =
    tool!(REPLACE, "task_delete", "Remove (drop) a task and its subtasks. To keep it as cancelled: task_update.")
        .found_as("Delete task", "remove, drop or cancel a todo item from the list");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) delete: DeleteTask,
    pub(super) if_match: Option<String>,
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
    #[serde(flatten)]
    pub(super) effects: Effects,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_task_edit(&input.plan_id, &input.delete.task_id, input.if_match.as_deref())?;
    let task = named_task(found.document, &input.delete.task_id)?;
    let (deleted, dependants) = consequences(found.document, task);
    let holders = context.holders(&input.plan_id, found.document)?;
    let op = Op::Delete(input.delete.clone());
    let edited = context.apply(found, std::slice::from_ref(&op))?;
    let effects = Effects::of(&op, &edited.ops[0], &edited.document, &holders, &context.call.actor);
    Ok(written(&input.plan_id, found, edited, move |_, receipt| Output {
        etag: receipt.etag,
        deleted: to_u32(deleted),
        dependants: Some(dependants.clone()).filter(|ids| !ids.is_empty()),
        change: receipt.change,
        effects: effects.clone(),
    }))
}

/// How many tasks are deleted, and which of the others depend on one of them.
fn consequences(document: &Document, first: usize) -> (usize, Vec<String>) {
    let (text, plan) = (document.text(), document.plan());
    let deleted = first..plan.tasks[first].subtree_end;
    let graph = Graph::of(document);
    let depends = |index: usize| graph.depends_on(index).iter().any(|target| deleted.contains(target));
    let dependants: Vec<_> = (0..plan.tasks.len())
        .filter(|index| !deleted.contains(index) && depends(*index))
        .map(|index| plan.tasks[index].id.of(text).to_owned())
        .collect();
    (deleted.len(), truncate_names(&dependants, MAX_REPLY_CHARS))
}
