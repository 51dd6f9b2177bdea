//! `list_tasks`: lists the tasks in their order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Bounded;
use crate::files::ToolResult;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, Tool, display_name, display_title, tool, truncate_list};
use crate::views::{DiagnosticView, to_u32};

use super::mapping::{Status, category_of};
use super::tasks::{main_tasks, read};

pub(super) const TOOL: Tool =
    tool!(READ, "list_tasks", "List tasks in their order, most urgent of each category first.");

const DEFAULT_LIMIT: usize = 50;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// A filter.
    pub(super) status: Option<Status>,
    /// Only this category; an empty text means tasks without one.
    pub(super) category: Option<String>,
    #[schemars(extend("default" = 50))]
    pub(super) limit: Option<Bounded<1, 100>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) tasks: Vec<TaskRow>,
    /// Number of all that match.
    pub(super) total_count: u32,
    /// Number of tasks with other ids. Only other toolsets can change them.
    pub(super) other_tasks: Option<u32>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

/// One task.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct TaskRow {
    pub(super) task_id: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) category: String,
    /// Number of its subtasks.
    pub(super) subtasks_count: u32,
    /// Position in its category.
    pub(super) priority: u32,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = read(context)?;
    let text = document.text();
    // Tasks of one section need not be next to each other, so each section has its own counter.
    let mut last_of_section: Vec<(Option<usize>, u32)> = Vec::new();
    let mut next_position = |section: Option<usize>| {
        if let Some((_, last)) = last_of_section.iter_mut().find(|(own, _)| *own == section) {
            *last += 1;
            return *last;
        }
        last_of_section.push((section, 1));
        1
    };
    let mut rows = Vec::new();
    let mut mains = 0;
    for (_, task) in main_tasks(&document) {
        mains += 1;
        let priority = next_position(task.section);
        let category = category_of(&document, task);
        let is_wanted = input.status.is_none_or(|status| Status::of(task) == status)
            && input.category.as_ref().is_none_or(|wanted| category == wanted.trim());
        if is_wanted {
            rows.push(TaskRow {
                task_id: task.id.of(text).to_owned(),
                title: display_title(task.title.of(text)),
                status: Status::of(task),
                category: display_name(&category),
                subtasks_count: to_u32(task.children),
                priority,
            });
        }
    }
    let total_count = to_u32(rows.len());
    rows.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let others = document.plan().tasks.iter().filter(|task| task.parent.is_none()).count() - mains;
    Ok(Outcome::Ready(Output {
        tasks: truncate_list(rows, MAX_REPLY_CHARS - 4_000).0,
        total_count,
        other_tasks: Some(to_u32(others)).filter(|others| *others > 0),
        diagnostics: DiagnosticView::errors_of(&document),
    }))
}
