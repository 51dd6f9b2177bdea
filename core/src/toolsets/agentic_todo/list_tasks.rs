//! `list_tasks`: the tasks in their order.

use crate::contract::{Bounded, input, output};
use crate::toolsets::access::{DiagnosticOutput, count};
use crate::toolsets::budget::{LARGEST, first_of, shown_name, shown_title};
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::mapping::{Status, category_of};
use super::store::{main_tasks, read};
use super::tool;

pub(super) const TOOL: Tool =
    tool!(READ, "list_tasks", "List tasks in their order, most urgent of each category first.");

const DEFAULT_LIMIT: usize = 50;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// A filter.
        "status" status: Option<Status>,
        /// A filter; \"\" for tasks without one.
        "category" category: Option<String>,
        /// Default: 50.
        "limit" limit: Option<Bounded<1, 100>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The tasks.
        "tasks" tasks: Vec<TaskRow>,
        /// Number of all that fit.
        "total_count" total_count: u32,
        /// Tasks with ids of another form, which other tools than these work on.
        "other_tasks" other_tasks: Option<u32>,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

output! {
    /// One task.
    pub(super) struct TaskRow {
        /// Its id.
        "task_id" task_id: String,
        /// Its title.
        "title" title: String,
        /// Its status.
        "status" status: Status,
        /// Its category.
        "category" category: String,
        /// Number of its subtasks.
        "subtasks_count" subtasks_count: u32,
        /// Position in its category.
        "priority" priority: u32,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let document = read(context)?;
    let text = document.text();
    // In the order of the document, the positions in each section count up.
    let mut last_of_section: Vec<(Option<usize>, u32)> = Vec::new();
    let mut next_position = |section: Option<usize>| {
        if let Some((_, last)) = last_of_section.iter_mut().find(|(own, _)| *own == section) {
            *last += 1;
            return *last;
        }
        last_of_section.push((section, 1));
        1
    };
    let mut fitting = Vec::new();
    let mut mains = 0;
    for (_, task) in main_tasks(&document) {
        mains += 1;
        let priority = next_position(task.section);
        let category = category_of(&document, task);
        let is_wanted = input.status.is_none_or(|status| Status::of(task) == status)
            && input.category.as_ref().is_none_or(|wanted| category == wanted.trim());
        if is_wanted {
            fitting.push(TaskRow {
                task_id: task.id.of(text).to_owned(),
                title: shown_title(task.title.of(text)),
                status: Status::of(task),
                category: shown_name(&category),
                subtasks_count: count(task.children),
                priority,
            });
        }
    }
    let total_count = count(fitting.len());
    fitting.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let others = document.plan().tasks.iter().filter(|task| task.parent.is_none()).count() - mains;
    Ok(Done::Ready(Output {
        tasks: first_of(fitting, LARGEST - 4_000).0,
        total_count,
        other_tasks: Some(count(others)).filter(|others| *others > 0),
        diagnostics: DiagnosticOutput::errors_of(&document),
    }))
}
