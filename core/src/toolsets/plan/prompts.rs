//! The prompts `plan_status` and `plan_task`: where a plan stands, and one task with all that matters for it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::read;
use crate::failure::{Failure, ToolError};
use crate::files::ToolResult;
use crate::plan::{Document, Status, Task};
use crate::query::{Graph, next};
use crate::text::truncate;
use crate::toolkit::Outcome;
use crate::toolkit::PlanId;
use crate::toolkit::{Context, Prompt, prompt_reply};
use crate::word::Word;

use super::rows::section_path;
use super::task_get::default_task;

pub(super) const STATUS: Prompt = Prompt {
    name: "plan_status",
    description: "Where a plan stands and what is next",
    #[cfg(not(target_arch = "wasm32"))]
    input: <StatusInput as JsonSchema>::json_schema,
    run: |context, arguments| status(context, &read(arguments)?),
};

pub(super) const TASK: Prompt = Prompt {
    name: "plan_task",
    description: "One task with its parents, dependencies and body",
    #[cfg(not(target_arch = "wasm32"))]
    input: <TaskInput as JsonSchema>::json_schema,
    run: |context, arguments| task(context, &read(arguments)?),
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

/// Longest body in a prompt; the rest is a call away.
const LONGEST_BODY: usize = 900;
/// Longest title in a prompt.
const LONGEST_TITLE: usize = 100;
/// Most tasks in a list of a prompt.
const MOST_TASKS: usize = 5;

fn status(context: &Context<'_>, input: &StatusInput) -> ToolResult<Outcome<String>> {
    let document = context.plan(&input.plan_id)?.document;
    let (text, plan) = (document.text(), document.plan());
    let id = &input.plan_id.0;
    let stats = plan.status_counts();
    let title = truncate(plan.title(text).unwrap_or(id), LONGEST_TITLE);
    let mut said = format!(
        "Plan {id}, \"{title}\": {} of {} tasks done, {} in progress, {} to do.\n",
        stats.done, stats.total, stats.doing, stats.todo
    );
    if let Some(error) = plan.errors().next() {
        said.push_str(&format!(
            "The file has errors and cannot be written before they are mended: {}\n",
            error.to_line()
        ));
    }
    let doing: Vec<_> = plan.tasks.iter().filter(|task| task.status == Status::Doing).collect();
    said.push_str(&list("In progress", document, &doing));
    let next = next(document, None);
    match next.task.and_then(|number| plan.tasks.get(number)) {
        Some(task) => said.push_str(&format!("Next: {} ({}).\n", line(document, task), next.reason)),
        None => said.push_str(&format!("Next: nothing; {}.\n", next.reason)),
    }
    said.push_str("Say briefly where the plan stands, then go on with the next task: claim it with task_start, and set it done with task_update when it is.");
    Ok(prompt_reply(STATUS.description, &said))
}

fn task(context: &Context<'_>, input: &TaskInput) -> ToolResult<Outcome<String>> {
    let document = context.plan(&input.plan_id)?.document;
    let (text, plan) = (document.text(), document.plan());
    let number = match &input.task_id {
        Some(id) => plan.find(text, id).ok_or_else(|| Failure::task_not_found(id))?,
        None => default_task(document).ok_or_else(|| ToolError::new("NOT_FOUND", "No task is open; provide taskId"))?,
    };
    let task = &plan.tasks[number];
    let mut said = format!("Work on this task of plan {}:\n{}\n", input.plan_id.0, line(document, task));
    let path = section_path(document, task);
    if !path.is_empty() {
        said.push_str(&format!("Section: {}\n", truncate(&path.join(" / "), 2 * LONGEST_TITLE)));
    }
    let mut parents: Vec<_> = std::iter::successors(task.parent, |parent| plan.tasks[*parent].parent)
        .map(|parent| &plan.tasks[parent])
        .collect();
    parents.reverse();
    said.push_str(&list("Part of", document, &parents));
    let graph = Graph::of(document);
    let targets: Vec<_> = graph.depends_on(number).iter().map(|target| &plan.tasks[*target]).collect();
    said.push_str(&list("Depends on", document, &targets));
    let subtasks = &plan.tasks[number + 1..task.subtree_end];
    let children: Vec<_> = subtasks.iter().filter(|child| child.parent == Some(number)).collect();
    said.push_str(&list("Subtasks", document, &children));
    if let Some(body) = task.body {
        let markdown = body.markdown(text);
        said.push_str(&format!("\n{}\n", truncate(&markdown, LONGEST_BODY)));
    }
    Ok(prompt_reply(TASK.description, &said))
}

/// A few tasks under a heading; nothing if there are none.
fn list(heading: &str, document: &Document, tasks: &[&Task]) -> String {
    if tasks.is_empty() {
        return String::new();
    }
    let shown: Vec<_> = tasks.iter().take(MOST_TASKS).map(|task| format!("- {}\n", line(document, task))).collect();
    let more =
        if tasks.len() > MOST_TASKS { format!("- and {} more\n", tasks.len() - MOST_TASKS) } else { String::new() };
    format!("{heading}:\n{}{more}", shown.concat())
}

/// A task on one line.
fn line(document: &Document, task: &Task) -> String {
    let text = document.text();
    format!("[{}] {} ({})", task.status.as_str(), truncate(task.title.of(text), LONGEST_TITLE), task.id.of(text))
}
