//! The prompts `session_restore`, a summary of the project, and `task_context`, one task with everything related to it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::read;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::Graph;
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, Prompt, prompt_reply};
use crate::word::Word;

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status};
use super::recommend::recommend;
use super::task_counts::TaskCounts;
use super::times::Times;

pub(super) const SESSION_RESTORE: Prompt = Prompt {
    name: "session_restore",
    description: "Where the project stands, what is next, and what changed last",
    #[cfg(not(target_arch = "wasm32"))]
    input: <NoInput as JsonSchema>::json_schema,
    run: |context, arguments| {
        let NoInput {} = read(arguments)?;
        session_restore(context)
    },
};

pub(super) const TASK_CONTEXT: Prompt = Prompt {
    name: "task_context",
    description: "One task with its dependencies, dependants and subtasks",
    #[cfg(not(target_arch = "wasm32"))]
    input: <TaskInput as JsonSchema>::json_schema,
    run: |context, arguments| task_context(context, &read(arguments)?),
};

/// No arguments.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoInput {}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TaskInput {
    /// The task.
    task_id: String,
}

/// The specification limits prompts to 2 KB. These limits of their parts keep them below it in every language, so they count bytes.
const MAX_TITLE_BYTES: usize = 110;
const MAX_DESCRIPTION_BYTES: usize = 400;
const MAX_ERROR_BYTES: usize = 200;
const MAX_LIST_BYTES: usize = 350;
const MAX_UPDATES: usize = 5;
/// Appended to a truncated description.
const IN_GET_TASK: &str = "… (cut off; get_task has all)";

fn session_restore(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let document = PLAN.read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let counts = TaskCounts::of(&document, &graph);
    let mut prompt = format!("# Project Status\n\nTotal Tasks: {}\n", counts.total);
    for (status, name) in [
        (Status::Pending, "Pending"),
        (Status::InProgress, "In Progress"),
        (Status::Blocked, "Blocked"),
        (Status::Done, "Done"),
        (Status::Deferred, "Deferred"),
        (Status::Cancelled, "Cancelled"),
    ] {
        let count = counts.of_status(status);
        let note = if status == Status::Blocked && count > 0 { " (review dependencies)" } else { "" };
        if status != Status::Cancelled || count > 0 {
            prompt.push_str(&format!("- {name}: {count}{note}\n"));
        }
    }
    if let Some(error) = plan.errors().next() {
        let error = error.to_line();
        prompt.push_str(&format!(
            "\nThe plan file has errors and cannot be written: {}\n",
            truncate_bytes(&error, MAX_ERROR_BYTES, "…")
        ));
    }
    prompt.push_str("\n## Next Task to Work On\n");
    let next = recommend(&document, &graph, None, None);
    match next.task {
        Some(index) => {
            let priority = Priority::of(&plan.tasks[index], text).as_str();
            prompt.push_str(&format!("{} (priority: {priority})\n", title(&document, index)));
            prompt.push_str(&description(&document, index));
        }
        None => prompt.push_str(&format!("{}\n", next.rationale)),
    }
    let recent = times.recent(&document, MAX_UPDATES);
    prompt.push_str(&format!("\n## Recent Updates ({MAX_UPDATES} most recent)\n"));
    for (position, (title, what)) in recent.iter().enumerate() {
        prompt.push_str(&format!("{}. {} - {what}\n", position + 1, truncate_bytes(title, MAX_TITLE_BYTES, "…")));
    }
    if recent.is_empty() {
        prompt.push_str("None\n");
    }
    Ok(prompt_reply(SESSION_RESTORE.description, &prompt))
}

fn task_context(context: &Context<'_>, input: &TaskInput) -> ToolResult<Outcome<String>> {
    let document = PLAN.read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let ids = DottedIds::of(&document);
    let index = ids.find(&input.task_id)?;
    let task = &plan.tasks[index];
    let mut prompt = format!("# Task: {}\n\n", title(&document, index));
    prompt.push_str(&format!("Status: {}\n", Status::of(task, text).as_str()));
    prompt.push_str(&format!("Priority: {}\n", Priority::of(task, text).as_str()));
    if let Some(created) = times.task(&ids.task_id(index)).created.map(iso_time) {
        prompt.push_str(&format!("Created: {}\n", created.get(..10).unwrap_or(&created)));
    }
    prompt.push_str(&format!("\n## Description\n{}", description(&document, index)));
    prompt.push_str("\n## Dependencies\n");
    prompt.push_str(&list(graph.depends_on(index), &|target| {
        let status = Status::of(&plan.tasks[target], text);
        let mark = if status == Status::Done { " ✓" } else { "" };
        format!("- {} - status: {}{mark}\n", title(&document, target), status.as_str())
    }));
    prompt.push_str("\n## Dependent Tasks (blocked by this)\n");
    prompt.push_str(&list(graph.dependants(index), &|other| format!("- {}\n", title(&document, other))));
    let below = index + 1..task.subtree_end;
    let children: Vec<_> = below.filter(|child| plan.tasks[*child].parent == Some(index)).collect();
    let is_done = |child: &usize| plan.tasks[*child].status == crate::plan::Status::Done;
    let done = children.iter().filter(|child| is_done(child)).count();
    prompt.push_str(&format!("\n## Subtasks ({done}/{} complete)\n", children.len()));
    prompt.push_str(&list(&children, &|child| {
        format!("- [{}] {}\n", if is_done(&child) { 'x' } else { ' ' }, title(&document, child))
    }));
    Ok(prompt_reply(TASK_CONTEXT.description, &prompt))
}

#[inline(never)]
fn title(document: &Document, index: usize) -> String {
    truncate_bytes(document.plan().tasks[index].title.of(document.text()), MAX_TITLE_BYTES, "…")
}

/// The description, ending with a line break.
fn description(document: &Document, index: usize) -> String {
    match document.plan().tasks[index].body {
        Some(body) => truncate_bytes(&body.markdown(document.text()), MAX_DESCRIPTION_BYTES, IN_GET_TASK) + "\n",
        None => "None\n".into(),
    }
}

/// The lines of the first tasks, and how many more there are.
fn list(tasks: &[usize], line: &dyn Fn(usize) -> String) -> String {
    let mut lines = String::new();
    let mut shown = 0;
    for task in tasks {
        let line = line(*task);
        if lines.len() + line.len() > MAX_LIST_BYTES {
            break;
        }
        lines.push_str(&line);
        shown += 1;
    }
    match tasks.len() - shown {
        0 if shown == 0 => lines.push_str("None\n"),
        0 => {}
        left => lines.push_str(&format!("- … and {left} more; get_task has them\n")),
    }
    lines
}

/// The text, or as many of its characters as `max` bytes contain, followed by `hint`.
fn truncate_bytes(text: &str, max: usize, hint: &str) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let end = (0..=max).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}{hint}", &text[..end])
}
