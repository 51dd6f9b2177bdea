//! The prompts `session_restore` and `task_context`: where the project stands, and what matters for one task.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::read;
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::Graph;
use crate::text::iso_time;
use crate::toolkit::Outcome;
use crate::toolkit::{Context, Prompt, prompt_reply};
use crate::word::Word;

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status};
use super::recommend::recommend;
use super::task_counts::TaskCounts;
use super::times::Times;
use super::view::IN_GET_TASK;

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

/// How many bytes the parts of a prompt may have, so that the whole stays under 2 KB.
const LONGEST_TITLE: usize = 110;
const LONGEST_DESCRIPTION: usize = 400;
const LONGEST_ERROR: usize = 200;
const LONGEST_LIST: usize = 350;
const MOST_UPDATES: usize = 5;

fn session_restore(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let document = PLAN.read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let summary = TaskCounts::of(&document, &graph);
    let mut said = format!("# Project Status\n\nTotal Tasks: {}\n", summary.total);
    for (status, name) in [
        (Status::Pending, "Pending"),
        (Status::InProgress, "In Progress"),
        (Status::Blocked, "Blocked"),
        (Status::Done, "Done"),
        (Status::Deferred, "Deferred"),
        (Status::Cancelled, "Cancelled"),
    ] {
        let number = summary.of_status(status);
        let note = if status == Status::Blocked && number > 0 { " (review dependencies)" } else { "" };
        if status != Status::Cancelled || number > 0 {
            said.push_str(&format!("- {name}: {number}{note}\n"));
        }
    }
    if let Some(error) = plan.errors().next() {
        let error = error.to_line();
        said.push_str(&format!(
            "\nThe plan file has errors and cannot be written: {}\n",
            within(&error, LONGEST_ERROR, "…")
        ));
    }
    said.push_str("\n## Next Task to Work On\n");
    let next = recommend(&document, &graph, None, None);
    match next.task {
        Some(number) => {
            let priority = Priority::of(&plan.tasks[number], text).as_str();
            said.push_str(&format!("{} (priority: {priority})\n", title(&document, number)));
            said.push_str(&description(&document, number));
        }
        None => said.push_str(&format!("{}\n", next.rationale)),
    }
    let recent = times.recent(&document, MOST_UPDATES);
    said.push_str(&format!("\n## Recent Updates ({MOST_UPDATES} most recent)\n"));
    for (position, (title, what)) in recent.iter().enumerate() {
        said.push_str(&format!("{}. {} - {what}\n", position + 1, within(title, LONGEST_TITLE, "…")));
    }
    if recent.is_empty() {
        said.push_str("None\n");
    }
    Ok(prompt_reply(SESSION_RESTORE.description, &said))
}

fn task_context(context: &Context<'_>, input: &TaskInput) -> ToolResult<Outcome<String>> {
    let document = PLAN.read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let ids = DottedIds::of(&document);
    let number = ids.find(&input.task_id)?;
    let task = &plan.tasks[number];
    let mut said = format!("# Task: {}\n\n", title(&document, number));
    said.push_str(&format!("Status: {}\n", Status::of(task, text).as_str()));
    said.push_str(&format!("Priority: {}\n", Priority::of(task, text).as_str()));
    if let Some(created) = times.task(&ids.task_id(number)).created.map(iso_time) {
        said.push_str(&format!("Created: {}\n", created.get(..10).unwrap_or(&created)));
    }
    said.push_str(&format!("\n## Description\n{}", description(&document, number)));
    said.push_str("\n## Dependencies\n");
    said.push_str(&list(graph.depends_on(number), &|target| {
        let status = Status::of(&plan.tasks[target], text);
        let mark = if status == Status::Done { " ✓" } else { "" };
        format!("- {} - status: {}{mark}\n", title(&document, target), status.as_str())
    }));
    said.push_str("\n## Dependent Tasks (blocked by this)\n");
    said.push_str(&list(graph.dependants(number), &|other| format!("- {}\n", title(&document, other))));
    let below = number + 1..task.subtree_end;
    let children: Vec<_> = below.filter(|child| plan.tasks[*child].parent == Some(number)).collect();
    let is_done = |child: &usize| plan.tasks[*child].status == crate::plan::Status::Done;
    let done = children.iter().filter(|child| is_done(child)).count();
    said.push_str(&format!("\n## Subtasks ({done}/{} complete)\n", children.len()));
    said.push_str(&list(&children, &|child| {
        format!("- [{}] {}\n", if is_done(&child) { 'x' } else { ' ' }, title(&document, child))
    }));
    Ok(prompt_reply(TASK_CONTEXT.description, &said))
}

#[inline(never)]
fn title(document: &Document, number: usize) -> String {
    within(document.plan().tasks[number].title.of(document.text()), LONGEST_TITLE, "…")
}

/// The description on lines of its own.
fn description(document: &Document, number: usize) -> String {
    match document.plan().tasks[number].body {
        Some(body) => within(&body.markdown(document.text()), LONGEST_DESCRIPTION, IN_GET_TASK) + "\n",
        None => "None\n".into(),
    }
}

/// The lines of the first tasks, and how many more there are.
fn list(tasks: &[usize], line: &dyn Fn(usize) -> String) -> String {
    let mut said = String::new();
    let mut shown = 0;
    for task in tasks {
        let line = line(*task);
        if said.len() + line.len() > LONGEST_LIST {
            break;
        }
        said.push_str(&line);
        shown += 1;
    }
    match tasks.len() - shown {
        0 if shown == 0 => said.push_str("None\n"),
        0 => {}
        left => said.push_str(&format!("- … and {left} more; get_task has them\n")),
    }
    said
}

/// The text, or as many of its characters as have `bytes` bytes and then `hint`.
fn within(text: &str, bytes: usize, hint: &str) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let end = (0..=bytes).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}{hint}", &text[..end])
}
