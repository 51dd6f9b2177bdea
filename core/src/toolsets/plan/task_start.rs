//! `task_start`: a task claimed, or given back, in one step.

use crate::contract::{Clearable, input, output};
use crate::edit::{AttributeChanges, Op, TaskChanges, UpdateTask};
use crate::plan::{Document, Key, Status, Task};
use crate::query::{Graph, next};
use crate::toolsets::access::PlanId;
use crate::toolsets::budget::{shown_name, shown_title};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool =
    tool!(SET, "task_start", "Claim a task: doing and assigned; without taskId what task_next chooses.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// The task.
        "taskId" task_id: Option<String>,
        /// Default: you.
        "assignee" assignee: Option<String>,
        /// Even if another's or not ready.
        "force" force: Option<bool>,
        /// Give it back: todo, nobody's.
        "release" release: Option<bool>,
        /// Expected etag.
        "ifMatch" if_match: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "taskId" task_id: String,
        /// Its title.
        "title" title: String,
        /// Who has it now.
        "assignee" assignee: Option<String>,
        /// Why it was chosen.
        "reason" reason: Option<String>,
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let found = context.plan_to_write(&input.plan_id, input.if_match.as_deref())?;
    let document = found.document;
    let (text, plan) = (document.text(), document.plan());
    let given = input.assignee.clone().filter(|assignee| !assignee.trim().is_empty());
    let assignee = given.unwrap_or_else(|| context.call.actor.clone());
    let (number, reason) = match &input.task_id {
        Some(id) => (plan.find(text, id).ok_or_else(|| ToolError::task_not_found(id))?, None),
        None => choose(document, &assignee)?,
    };
    let task = &plan.tasks[number];
    let is_release = input.release == Some(true);
    if input.force != Some(true) {
        check_owner(document, task, &assignee)?;
        if !is_release {
            check_ready(document, number)?;
        }
    }
    if !is_release && context.settings.one_doing == Some(true) {
        check_one_doing(document, number)?;
    }
    let status = if is_release { Status::Todo } else { Status::Doing };
    let owner = if is_release { String::new() } else { assignee.clone() };
    let task_id = task.id.of(text).to_owned();
    let title = shown_title(task.title.of(text));
    let update = UpdateTask { task_id: task_id.clone(), changes: claim(task, text, status, owner) };
    context.edit(&input.plan_id, found, &[Op::Update(update)], move |_, etag| Output {
        task_id: task_id.clone(),
        title: title.clone(),
        assignee: (!is_release).then(|| shown_name(&assignee)),
        reason: reason.clone(),
        etag,
    })
}

fn choose(document: &Document, assignee: &str) -> Result<(usize, Option<String>), ToolError> {
    let next = next(document, Some(assignee));
    match next.task {
        Some(task) => Ok((task, Some(next.reason))),
        None => Err(ToolError::new("NOTHING_READY", format!("No task can be started: {}", next.reason))),
    }
}

/// The change that sets status and owner, and lets a task rest no longer.
fn claim(task: &Task, text: &str, status: Status, assignee: String) -> TaskChanges {
    let state = task.attribute(text, Key::State).map(|_| Clearable(None));
    let attributes = AttributeChanges { assignee: Some(assignee), state, ..AttributeChanges::none() };
    TaskChanges { status: Some(status), title: None, body_markdown: None, clear_body: None, attributes }
}

/// Refuses what somebody else has.
fn check_owner(document: &Document, task: &Task, assignee: &str) -> Result<(), ToolError> {
    let text = document.text();
    match task.value(text, Key::Assignee).filter(|owner| owner != assignee) {
        Some(owner) => {
            let id = task.id.of(text);
            Err(ToolError::new(
                "CLAIMED",
                format!("Task {id} is assigned to {}; choose another, or use force", shown_name(&owner)),
            ))
        }
        None => Ok(()),
    }
}

/// Refuses what is done, or waits for something.
fn check_ready(document: &Document, number: usize) -> Result<(), ToolError> {
    let (text, plan) = (document.text(), document.plan());
    let id = plan.tasks[number].id.of(text);
    if plan.tasks[number].status == Status::Done {
        return Err(ToolError::new("ALREADY_DONE", format!("Task {id} is done; use force to start it again")));
    }
    let waits_for: Vec<_> = Graph::of(document).unmet(number).collect();
    if waits_for.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = waits_for.iter().map(|target| plan.tasks[*target].id.of(text)).collect();
    Err(ToolError::new("NOT_READY", format!("Task {id} waits for {}; use force to start it anyway", ids.join(", "))))
}

/// Refuses a second task in progress, where that is the rule.
fn check_one_doing(document: &Document, number: usize) -> Result<(), ToolError> {
    let text = document.text();
    let mut tasks = document.plan().tasks.iter().enumerate();
    match tasks.find(|(other, task)| *other != number && task.status == Status::Doing) {
        Some((_, task)) => {
            let id = task.id.of(text);
            Err(ToolError::new(
                "ONE_DOING",
                format!("Task {id} is in progress, and only one may be; finish or release it first"),
            ))
        }
        None => Ok(()),
    }
}
