//! The prompts `session_restore` and `task_context`: where the project stands, and what matters for one task.

use crate::contract::{Contract, input, json, read_arguments};
use crate::plan::Document;
use crate::query::Graph;
use crate::text::{iso_time, shortened};
use crate::toolsets::registry::{Context, Prompt};
use crate::workspace::{Answer, Stop};

use super::ids::Ids;
use super::recommend::recommend;
use super::store;
use super::summary::Summary;
use super::times::Times;
use super::view::{IN_GET_TASK, cut};
use super::words::{Priority, Status};

pub(super) const SESSION_RESTORE: Prompt = Prompt {
    name: "session_restore",
    description: "Where the project stands, what is next, and what changed last",
    input: NoInput::SCHEMA,
    run: |context, arguments| {
        let NoInput {} = read_arguments(arguments)?;
        session_restore(context)
    },
};

pub(super) const TASK_CONTEXT: Prompt = Prompt {
    name: "task_context",
    description: "One task with its dependencies, dependants and subtasks",
    input: TaskInput::SCHEMA,
    run: |context, arguments| task_context(context, &read_arguments(arguments)?),
};

input! {
    /// No arguments.
    struct NoInput {}
}

input! {
    /// Arguments.
    struct TaskInput {
        /// The task.
        "taskId" task_id: String,
    }
}

/// How long the parts of a prompt may be, so that the whole stays under 2 KB.
const LONGEST_TITLE: usize = 100;
const LONGEST_DESCRIPTION: usize = 500;
const MOST_UPDATES: usize = 5;
const MOST_TASKS: usize = 4;
const MOST_SUBTASKS: usize = 6;

fn session_restore(context: &Context<'_>) -> Result<Answer, Stop> {
    let document = store::read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let summary = Summary::of(&document, &graph);
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
        said.push_str(&format!("\nThe plan file has errors and cannot be written: {}\n", shortened(&error, 300)));
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
        said.push_str(&format!("{}. {} - {what}\n", position + 1, shortened(title, LONGEST_TITLE)));
    }
    if recent.is_empty() {
        said.push_str("None\n");
    }
    Ok(message(SESSION_RESTORE.description, &said))
}

fn task_context(context: &Context<'_>, input: &TaskInput) -> Result<Answer, Stop> {
    let document = store::read(context)?;
    let (text, plan) = (document.text(), document.plan());
    let times = Times::of(context)?;
    let graph = Graph::of(&document);
    let ids = Ids::of(&document);
    let number = ids.find(&input.task_id)?;
    let task = &plan.tasks[number];
    let mut said = format!("# Task: {}\n\n", title(&document, number));
    said.push_str(&format!("Status: {}\n", Status::of(task, text).as_str()));
    said.push_str(&format!("Priority: {}\n", Priority::of(task, text).as_str()));
    if let Some(created) = times.created(&ids.own(number)).map(iso_time) {
        said.push_str(&format!("Created: {}\n", created.get(..10).unwrap_or(&created)));
    }
    said.push_str(&format!("\n## Description\n{}", description(&document, number)));
    said.push_str("\n## Dependencies\n");
    said.push_str(&list(graph.depends_on(number), MOST_TASKS, |target| {
        let status = Status::of(&plan.tasks[target], text);
        let mark = if status == Status::Done { " ✓" } else { "" };
        format!("- {} - status: {}{mark}\n", title(&document, target), status.as_str())
    }));
    said.push_str("\n## Dependent Tasks (blocked by this)\n");
    let dependants: Vec<_> = graph.dependants(number).to_vec();
    said.push_str(&list(&dependants, MOST_TASKS, |other| format!("- {}\n", title(&document, other))));
    let below = number + 1..task.subtree_end;
    let children: Vec<_> = below.filter(|child| plan.tasks[*child].parent == Some(number)).collect();
    let is_done = |child: &usize| plan.tasks[*child].status == crate::plan::Status::Done;
    let done = children.iter().filter(|child| is_done(child)).count();
    said.push_str(&format!("\n## Subtasks ({done}/{} complete)\n", children.len()));
    said.push_str(&list(&children, MOST_SUBTASKS, |child| {
        format!("- [{}] {}\n", if is_done(&child) { 'x' } else { ' ' }, title(&document, child))
    }));
    Ok(message(TASK_CONTEXT.description, &said))
}

fn title(document: &Document, number: usize) -> String {
    shortened(document.plan().tasks[number].title.of(document.text()), LONGEST_TITLE).into_owned()
}

/// The description on lines of its own.
fn description(document: &Document, number: usize) -> String {
    match document.plan().tasks[number].body {
        Some(body) => cut(&body.markdown(document.text()), LONGEST_DESCRIPTION, IN_GET_TASK) + "\n",
        None => "None\n".into(),
    }
}

/// The lines of the first tasks, and how many more there are.
fn list(tasks: &[usize], most: usize, line: impl Fn(usize) -> String) -> String {
    let mut said: String = tasks.iter().take(most).map(|task| line(*task)).collect();
    if tasks.is_empty() {
        said.push_str("None\n");
    } else if tasks.len() > most {
        said.push_str(&format!("- … and {} more; get_task has them\n", tasks.len() - most));
    }
    said
}

fn message(description: &str, text: &str) -> Answer {
    let messages = vec![json! { "role": "user", "content": json! { "type": "text", "text": text } }];
    Answer::Ready(json! { "description": description, "messages": messages }.to_string())
}
