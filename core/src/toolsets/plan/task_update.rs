//! `task_update`: changes a task without moving it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::edit::{Op, TaskChanges, UpdateTask};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{Document, Status};
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, task_etag, tool, written};

use super::effects::Effects;
use super::task_get::default_task;

pub(super) const TOOL: Tool = tool!(
    ADD,
    "task_update",
    "Mark a task done, todo, doing (in progress) or blocked: complete, finish, close, resolve, check or tick off, \
        reopen it; add a note (comment); edit, change or set title, description, status, priority, due date (deadline), \
        assignee, labels, dependency. bodyMarkdown, tags, dependsOn replace; what is not given stays."
)
.found_as(
    "Update task",
    "mark done, complete, finish, close, check off, reopen; comment or note; set priority, due date, labels",
)
.always_loaded();

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) task_id: Option<String>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) changes: TaskChanges,
    pub(super) allow_default_target: Option<bool>,
    /// etag or taskEtag you read
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) etag: String,
    pub(super) task_id: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
    /// For `ifMatch`, if the call gave one: who guards one change will guard the next.
    pub(super) task_etag: Option<String>,
    #[serde(flatten)]
    pub(super) effects: Effects,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    input.changes.check()?;
    let if_match = input.if_match.as_deref();
    let (found, task_id) = match &input.task_id {
        Some(id) => (context.load_for_task_edit(&input.plan_id, id, if_match)?, id.clone()),
        None if input.allow_default_target != Some(true) => {
            return Err(Failure::invalid("taskId is required unless allowDefaultTarget=true").into());
        }
        None if if_match.is_none() => {
            return Err(Failure::invalid("ifMatch is required when taskId is omitted").into());
        }
        None => {
            let found = context.load_for_edit(&input.plan_id, if_match)?;
            (found, default_target(found.document)?)
        }
    };
    let holders = context.holders(&input.plan_id, found.document)?;
    let op = Op::Update(UpdateTask { task_id, changes: input.changes.clone() });
    let edited = context.apply(found, std::slice::from_ref(&op))?;
    let effects = Effects::of(&op, &edited.ops[0], &edited.document, &holders, &context.call.actor);
    let is_guarded = if_match.is_some();
    Ok(written(&input.plan_id, found, edited, move |edited, receipt| {
        let index = edited.document.plan().find(edited.document.text(), edited.task_id());
        Output {
            etag: receipt.etag,
            task_id: edited.task_id().to_owned(),
            change: receipt.change,
            task_etag: index.filter(|_| is_guarded).map(|index| task_etag(&edited.document, index)),
            effects: effects.clone(),
        }
    }))
}

/// The task to change if the call names none. Rejects ambiguous cases.
fn default_target(document: &Document) -> Result<String, Failure> {
    let doing = document.plan().tasks.iter().filter(|task| task.status == Status::Doing);
    if doing.count() > 1 {
        return Err(Failure::new("AMBIGUOUS", "AMBIGUOUS: multiple doing tasks; provide taskId"));
    }
    let index = default_task(document).ok_or_else(|| Failure::new("NOT_FOUND", "No task is open; provide taskId"))?;
    Ok(document.plan().tasks[index].id.of(document.text()).to_owned())
}
