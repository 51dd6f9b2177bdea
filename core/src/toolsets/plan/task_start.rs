//! `task_start`: claims a task, or releases it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::AtMost;
use crate::edit::{AttributeChanges, Edited, Op, TaskChanges, UpdateTask};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{AttributeKey, Document, Status};
use crate::query::Holders;
use crate::toolkit::{
    ChangeOutput, Context, Outcome, PlanId, Receipt, Tool, display_name, display_title, named_task, task_etag, tool,
    written,
};

use super::effects::{Effects, open_subtasks};
use super::rows::{BodyPart, place};
use super::task_next::next;
use super::task_start_checks::{check_holder, check_one_doing, check_ready};

pub(super) const TOOL: Tool = tool!(
    ADD,
    "task_start",
    "Claim a task or ticket and begin work on it (take, pick up, assign to yourself): doing, locked against other \
        agents. Without taskId: the next ready one. release gives it back (unassign) or hands it over. \
        Finish with task_update."
)
.found_as(
    "Start task",
    "claim, take, pick up or begin a task or ticket; release, hand over or give it back; lock; assign to myself",
)
.always_loaded();

/// Longest part of the body in the reply, which saves most callers a `task_get`.
const LONGEST_BODY: usize = 8_000;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) task_id: Option<String>,
    /// Sub-agents: your name
    pub(super) assignee: Option<String>,
    /// The one you hold
    pub(super) resume: Option<bool>,
    /// Even another's or not ready
    pub(super) force: Option<bool>,
    pub(super) release: Option<bool>,
    pub(super) note: Option<String>,
    /// Another name of `note`.
    #[schemars(extend("hidden" = true))]
    pub(super) append_body: Option<String>,
    pub(super) lease_minutes: Option<AtMost<1440>>,
    #[schemars(extend("hidden" = true))]
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) task_id: String,
    pub(super) title: String,
    /// Where it is: its section and its parent.
    #[serde(rename = "in")]
    pub(super) place: Option<String>,
    pub(super) body_markdown: Option<String>,
    /// Where a long body continues; read it with `task_get`.
    pub(super) next_body_offset: Option<u32>,
    pub(super) priority: Option<String>,
    pub(super) due: Option<String>,
    pub(super) open_subtasks: Option<u32>,
    pub(super) assignee: Option<String>,
    /// Why it was chosen, if the call named none.
    pub(super) reason: Option<String>,
    /// Whether the caller held it already.
    pub(super) already_yours: Option<bool>,
    pub(super) released: Option<bool>,
    /// Who held it, if it was someone else.
    pub(super) was_held_by: Option<String>,
    pub(super) etag: String,
    /// Of this task alone, for `ifMatch`.
    pub(super) task_etag: Option<String>,
    #[serde(flatten)]
    pub(super) change: ChangeOutput,
}

/// The task that a call is about, and why it was chosen.
struct Chosen {
    index: usize,
    reason: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let found = match &input.task_id {
        Some(id) => context.load_for_task_edit(&input.plan_id, id, input.if_match.as_deref())?,
        None => context.load_for_edit(&input.plan_id, input.if_match.as_deref())?,
    };
    let document = found.document;
    let name = context.holder_name(input.assignee.as_deref())?;
    let holders = context.holders(&input.plan_id, document)?;
    let Chosen { index, reason } = choose(context, input, &holders, &name)?;
    let is_release = input.release == Some(true);
    let is_own = holders.own(index).is_some_and(|holding| holding.by == name);
    let already_yours = is_own && !is_release;
    if !already_yours {
        check(context, input, index, &name)?;
    }
    let changes = if already_yours { TaskChanges::default() } else { claim(document, index, &name, is_release) };
    let note = input.note.clone().or_else(|| input.append_body.clone());
    let task_id = document.plan().tasks[index].id.of(document.text()).to_owned();
    let op = Op::Update(UpdateTask { task_id, changes: TaskChanges { append_body: note.clone(), ..changes } });
    // A task that the caller already holds is written only if there is a note.
    let ops = if already_yours && note.is_none() { &[][..] } else { std::slice::from_ref(&op) };
    let edited = context.apply(found, ops)?;
    let effects =
        edited.ops.first().map(|done| Effects::of(&op, done, &edited.document, &holders, &context.call.actor));
    let output = Output {
        reason,
        already_yours: already_yours.then_some(true),
        was_held_by: effects.and_then(|effects| effects.was_held_by),
        ..if is_release { released(&edited, index) } else { claimed(&edited, index, &name) }
    };
    Ok(written(&input.plan_id, found, edited, move |_, Receipt { etag, change }| Output {
        etag,
        change,
        ..output.clone()
    }))
}

fn choose(context: &Context<'_>, input: &Input, holders: &Holders<'_>, name: &str) -> ToolResult<Chosen> {
    let document = holders.document();
    if let Some(id) = &input.task_id {
        return Ok(Chosen { index: named_task(document, id)?, reason: None });
    }
    let held = holders.held_by(name);
    if input.release == Some(true) {
        return match held.as_slice() {
            [only] => Ok(Chosen { index: *only, reason: None }),
            [] => {
                Err(Failure::new("NOT_FOUND", format!("You hold no task of {}; provide taskId", input.plan_id.0))
                    .into())
            }
            several => {
                let ids: Vec<_> =
                    several.iter().map(|index| document.plan().tasks[*index].id.of(document.text())).collect();
                Err(Failure::new("AMBIGUOUS", format!("you hold {}; provide taskId", ids.join(", "))).into())
            }
        };
    }
    if let (Some(true), [first, rest @ ..]) = (input.resume, held.as_slice()) {
        let reason = (!rest.is_empty()).then(|| format!("first of {} you hold", held.len()));
        return Ok(Chosen { index: *first, reason });
    }
    let next = next(context, &input.plan_id, document, name)?;
    match next.task {
        Some(index) => Ok(Chosen { index, reason: Some(next.reason) }),
        None => Err(Failure::new("NOTHING_READY", format!("No task can be started: {}", next.reason)).into()),
    }
}

fn check(context: &Context<'_>, input: &Input, index: usize, name: &str) -> ToolResult<()> {
    let document = context.plan(&input.plan_id)?.document;
    let is_release = input.release == Some(true);
    if input.force != Some(true) {
        check_holder(context, &input.plan_id, document, index, name)?;
        check_ready(document, index, is_release)?;
    }
    if !is_release && context.settings.one_doing == Some(true) {
        check_one_doing(document, index)?;
    }
    Ok(())
}

/// Sets status and assignee, and clears the state.
fn claim(document: &Document, index: usize, name: &str, is_release: bool) -> TaskChanges {
    let task = &document.plan().tasks[index];
    let status = if is_release { Status::Todo } else { Status::Doing };
    let has_state = task.attribute(document.text(), AttributeKey::State).is_some();
    let assignee = if is_release { String::new() } else { name.to_owned() };
    TaskChanges {
        // A status that stays must not touch the line of a task without a state.
        status: (status != task.status || has_state).then_some(status.into()),
        attributes: AttributeChanges { assignee: Some(assignee), ..AttributeChanges::default() },
        ..TaskChanges::default()
    }
}

fn claimed(edited: &Edited, index: usize, name: &str) -> Output {
    let document = &edited.document;
    let (text, task) = (document.text(), &document.plan().tasks[index]);
    let body = task.body.map(|body| BodyPart::of(&body.markdown(text), 0, LONGEST_BODY));
    let value = |key| task.value(text, key).map(|value| display_name(&value));
    Output {
        task_id: task.id.of(text).to_owned(),
        title: display_title(task.title.of(text)),
        place: place(document, index),
        next_body_offset: body.as_ref().and_then(|part| part.next),
        body_markdown: body.map(|part| part.markdown),
        priority: value(AttributeKey::Priority),
        due: value(AttributeKey::Due),
        open_subtasks: open_subtasks(document, task.id.of(text)),
        assignee: Some(display_name(name)),
        task_etag: Some(task_etag(document, index)),
        ..Output::default()
    }
}

fn released(edited: &Edited, index: usize) -> Output {
    let (text, task) = (edited.document.text(), &edited.document.plan().tasks[index]);
    Output {
        task_id: task.id.of(text).to_owned(),
        title: display_title(task.title.of(text)),
        released: Some(true),
        ..Output::default()
    }
}
