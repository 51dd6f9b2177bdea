//! The prompts `plan_status`, a summary of a plan, and `plan_task`, one task with everything related to it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::read_as;
use crate::failure::ToolError;
use crate::files::ToolResult;
use crate::plan::{Document, Status, Task};
use crate::query::Graph;
use crate::text::truncate;
use crate::toolkit::{Context, Outcome, PlanId, Prompt, named_task, prompt_reply};
use crate::word::Word;

use super::rows::section_path;
use super::task_get::default_task;
use super::task_next::next;

pub(super) const STATUS: Prompt = Prompt {
    name: "plan_status",
    description: "Where a plan stands and what is next",
    #[cfg(not(target_arch = "wasm32"))]
    input: <StatusInput as JsonSchema>::json_schema,
    run: |context, arguments| status(context, &read_as(context.reading, arguments)?),
};

pub(super) const TASK: Prompt = Prompt {
    name: "plan_task",
    description: "One task with its parents, dependencies and body",
    #[cfg(not(target_arch = "wasm32"))]
    input: <TaskInput as JsonSchema>::json_schema,
    run: |context, arguments| task(context, &read_as(context.reading, arguments)?),
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StatusInput {
    /// The plan.
    plan_id: PlanId,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TaskInput {
    /// The plan.
    plan_id: PlanId,
    /// The task; default: the one in progress.
    task_id: Option<String>,
}

/// Longest body in a prompt. `task_get` has the rest.
const MAX_BODY_CHARS: usize = 900;
const MAX_TITLE_CHARS: usize = 100;
/// Most tasks in a list of a prompt.
const MAX_TASKS: usize = 5;

fn status(context: &Context<'_>, input: &StatusInput) -> ToolResult<Outcome<String>> {
    let document = context.plan(&input.plan_id)?.document;
    let (text, plan) = (document.text(), document.plan());
    let id = &input.plan_id.0;
    let stats = plan.status_counts();
    let title = truncate(plan.title(text).unwrap_or(id), MAX_TITLE_CHARS);
    let mut prompt = format!(
        "Plan {id}, \"{title}\": {} of {} tasks done, {} in progress, {} to do.\n",
        stats.done, stats.total, stats.doing, stats.todo
    );
    if let Some(error) = plan.errors().next() {
        prompt.push_str(&format!(
            "The file has errors and cannot be written before they are fixed: {}\n",
            error.to_line()
        ));
    }
    let doing: Vec<_> = plan.tasks.iter().filter(|task| task.status == Status::Doing).collect();
    prompt.push_str(&list("In progress", document, &doing));
    let next = next(context, &input.plan_id, document, &context.call.actor)?;
    match next.task.and_then(|index| plan.tasks.get(index)) {
        Some(task) => prompt.push_str(&format!("Next: {} ({}).\n", line(document, task), next.reason)),
        None => prompt.push_str(&format!("Next: nothing; {}.\n", next.reason)),
    }
    prompt.push_str("Say briefly where the plan stands, then go on with the next task: claim it with task_start, and set it done with task_update when it is.");
    Ok(prompt_reply(STATUS.description, &prompt))
}

fn task(context: &Context<'_>, input: &TaskInput) -> ToolResult<Outcome<String>> {
    let document = context.plan(&input.plan_id)?.document;
    let (text, plan) = (document.text(), document.plan());
    let index = match &input.task_id {
        Some(id) => named_task(document, id)?,
        None => default_task(document).ok_or_else(|| ToolError::new("NOT_FOUND", "No task is open; provide taskId"))?,
    };
    let task = &plan.tasks[index];
    let mut prompt = format!("Work on this task of plan {}:\n{}\n", input.plan_id.0, line(document, task));
    let path = section_path(document, task);
    if !path.is_empty() {
        prompt.push_str(&format!("Section: {}\n", truncate(&path.join(" / "), 2 * MAX_TITLE_CHARS)));
    }
    let mut parents: Vec<_> = std::iter::successors(task.parent, |parent| plan.tasks[*parent].parent)
        .map(|parent| &plan.tasks[parent])
        .collect();
    parents.reverse();
    prompt.push_str(&list("Part of", document, &parents));
    let graph = Graph::of(document);
    let targets: Vec<_> = graph.depends_on(index).iter().map(|target| &plan.tasks[*target]).collect();
    prompt.push_str(&list("Depends on", document, &targets));
    let subtasks = &plan.tasks[index + 1..task.subtree_end];
    let children: Vec<_> = subtasks.iter().filter(|child| child.parent == Some(index)).collect();
    prompt.push_str(&list("Subtasks", document, &children));
    if let Some(body) = task.body {
        let markdown = body.markdown(text);
        prompt.push_str(&format!("\n{}\n", truncate(&markdown, MAX_BODY_CHARS)));
    }
    Ok(prompt_reply(TASK.description, &prompt))
}

/// The first tasks under a heading; empty if there are none.
fn list(heading: &str, document: &Document, tasks: &[&Task]) -> String {
    if tasks.is_empty() {
        return String::new();
    }
    let lines: Vec<_> = tasks.iter().take(MAX_TASKS).map(|task| format!("- {}\n", line(document, task))).collect();
    let more =
        if tasks.len() > MAX_TASKS { format!("- and {} more\n", tasks.len() - MAX_TASKS) } else { String::new() };
    format!("{heading}:\n{}{more}", lines.concat())
}

/// A task on one line.
fn line(document: &Document, task: &Task) -> String {
    let text = document.text();
    format!("[{}] {} ({})", task.status.as_str(), truncate(task.title.of(text), MAX_TITLE_CHARS), task.id.of(text))
}
