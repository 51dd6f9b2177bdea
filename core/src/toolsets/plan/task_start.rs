//! `task_start`: claims a task, or releases it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Clearable;
use crate::edit::{AttributeChanges, Op, TaskChanges, UpdateTask};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{AttributeKey, Document, Status, Task};
use crate::query::{Graph, next};
use crate::toolkit::{ChangeOutput, Context, Outcome, PlanId, Tool, display_name, display_title, tool};

pub(super) const TOOL: Tool =
    tool!(SET, "task_start", "Claim a task: doing and assigned; without taskId what task_next chooses.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// The task.
    pub(super) task_id: Option<String>,
    /// Default: you.
    pub(super) assignee: Option<String>,
    /// Even if another's or not ready.
    pub(super) force: Option<bool>,
    /// Give it back: todo, nobody's.
    pub(super) release: Option<bool>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) task_id: String,
    pub(super) title: String,
    pub(super) assignee: Option<String>,
    /// Why it was chosen, if the call named none.
    pub(super) reason: Option<String>,
    pub(super) etag: String,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let document = found.document;
    let (text, plan) = (document.text(), document.plan());
    let given = input.assignee.clone().filter(|assignee| !assignee.trim().is_empty());
    let assignee = given.unwrap_or_else(|| context.call.actor.clone());
    let (index, reason) = match &input.task_id {
        Some(id) => (plan.find(text, id).ok_or_else(|| Failure::task_not_found(id))?, None),
        None => choose(document, &assignee)?,
    };
    let task = &plan.tasks[index];
    let is_release = input.release == Some(true);
    if input.force != Some(true) {
        check_owner(document, task, &assignee)?;
        if !is_release {
            check_ready(document, index)?;
        }
    }
    if !is_release && context.settings.one_doing == Some(true) {
        check_one_doing(document, index)?;
    }
    let status = if is_release { Status::Todo } else { Status::Doing };
    let owner = if is_release { String::new() } else { assignee.clone() };
    let task_id = task.id.of(text).to_owned();
    let title = display_title(task.title.of(text));
    let update = UpdateTask { task_id: task_id.clone(), changes: claim(task, text, status, owner) };
    context.edit(&input.plan_id, found, &[Op::Update(update)], move |_, receipt| Output {
        task_id: task_id.clone(),
        title: title.clone(),
        assignee: (!is_release).then(|| display_name(&assignee)),
        reason: reason.clone(),
        etag: receipt.etag,
        change: receipt.change,
    })
}

fn choose(document: &Document, assignee: &str) -> Result<(usize, Option<String>), Failure> {
    let next = next(document, Some(assignee));
    match next.task {
        Some(task) => Ok((task, Some(next.reason))),
        None => Err(Failure::new("NOTHING_READY", format!("No task can be started: {}", next.reason))),
    }
}

/// Sets status and assignee, and clears the state.
fn claim(task: &Task, text: &str, status: Status, assignee: String) -> TaskChanges {
    let state = task.attribute(text, AttributeKey::State).map(|_| Clearable(None));
    let attributes = AttributeChanges { assignee: Some(assignee), state, ..AttributeChanges::default() };
    TaskChanges { status: Some(status), attributes, ..TaskChanges::default() }
}

/// Rejects a task of another assignee.
fn check_owner(document: &Document, task: &Task, assignee: &str) -> Result<(), Failure> {
    let text = document.text();
    match task.value(text, AttributeKey::Assignee).filter(|owner| owner != assignee) {
        Some(owner) => {
            let id = task.id.of(text);
            Err(Failure::new(
                "CLAIMED",
                format!("Task {id} is assigned to {}; choose another, or use force", display_name(&owner)),
            ))
        }
        None => Ok(()),
    }
}

/// Rejects a task that is done or blocked.
fn check_ready(document: &Document, index: usize) -> Result<(), Failure> {
    let (text, plan) = (document.text(), document.plan());
    let id = plan.tasks[index].id.of(text);
    if plan.tasks[index].status == Status::Done {
        return Err(Failure::new("ALREADY_DONE", format!("Task {id} is done; use force to start it again")));
    }
    let blocked_by: Vec<_> = Graph::of(document).open_dependencies(index).collect();
    if blocked_by.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = blocked_by.iter().map(|target| plan.tasks[*target].id.of(text)).collect();
    Err(Failure::new("NOT_READY", format!("Task {id} is blocked by {}; use force to start it anyway", ids.join(", "))))
}

/// Rejects a second task in progress, if the settings allow only one.
fn check_one_doing(document: &Document, index: usize) -> Result<(), Failure> {
    let text = document.text();
    let mut tasks = document.plan().tasks.iter().enumerate();
    match tasks.find(|(other, task)| *other != index && task.status == Status::Doing) {
        Some((_, task)) => {
            let id = task.id.of(text);
            Err(Failure::new(
                "ONE_DOING",
                format!("Task {id} is in progress, and only one may be; finish or release it first"),
            ))
        }
        None => Ok(()),
    }
}
