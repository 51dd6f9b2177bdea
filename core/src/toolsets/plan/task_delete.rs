//! `task_delete`: a task taken out, with all that is under it.

use crate::contract::{input, output};
use crate::edit::{DeleteTask, Op};
use crate::plan::Document;
use crate::query::Graph;
use crate::toolsets::access::{PlanId, count};
use crate::toolsets::budget::{LARGEST, names_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool =
    tool!(REPLACE, "task_delete", "Delete a task with its body and subtasks. To keep it, set state cancelled.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
        ..
        /// The task.
        delete: DeleteTask,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// Fingerprint of the file.
        "etag" etag: String,
        /// Number of tasks that are gone.
        "deleted" deleted: u32,
        /// Tasks that still name it in dependsOn.
        "dependants" dependants: Option<Vec<String>>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    let (deleted, dependants) = consequences(found.document, &input.delete.task_id)?;
    context.edit(&input.plan_id, found, &[Op::Delete(input.delete.clone())], move |_, etag| Output {
        etag,
        deleted: count(deleted),
        dependants: Some(dependants.clone()).filter(|ids| !ids.is_empty()),
    })
}

/// How many tasks go, and which of the others depend on one of them.
fn consequences(document: &Document, id: &str) -> Result<(usize, Vec<String>), ToolError> {
    let (text, plan) = (document.text(), document.plan());
    let first = plan.find(text, id).ok_or_else(|| ToolError::task_not_found(id))?;
    let gone = first..plan.tasks[first].subtree_end;
    let graph = Graph::of(document);
    let depends = |number: usize| graph.depends_on(number).iter().any(|target| gone.contains(target));
    let dependants: Vec<_> = (0..plan.tasks.len())
        .filter(|number| !gone.contains(number) && depends(*number))
        .map(|number| plan.tasks[number].id.of(text).to_owned())
        .collect();
    Ok((gone.len(), names_of(&dependants, LARGEST)))
}
