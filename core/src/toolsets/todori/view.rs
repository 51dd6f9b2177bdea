//! The reply for a single task.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::Edited;
use crate::history::TaskTimes;
use crate::plan::{Document, Task};
use crate::query::Graph;
use crate::text::{iso_time, truncate};
use crate::toolkit::{EditablePlan, Outcome, display_title, fitting_chars, truncate_list, truncate_names};
use crate::views::DiagnosticView;

use super::dotted_ids::DottedIds;
use super::mapping::{Priority, Status};

/// A task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskOutput {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) status: Status,
    pub(super) priority: Priority,
    /// What it depends on.
    pub(super) dependencies: Vec<String>,
    pub(super) subtasks: Vec<SubtaskOutput>,
    /// Number of omitted subtasks.
    pub(super) subtasks_left_out: Option<u32>,
    /// Open dependencies.
    pub(super) blocked_by: Option<Vec<String>>,
    /// Open tasks that depend on it.
    pub(super) blocks: Option<Vec<String>>,
    pub(super) metadata: Metadata,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

/// A subtask.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct SubtaskOutput {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) description: Option<String>,
}

/// The times of a task, as far as they are known.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Metadata {
    /// When it was made.
    pub(super) created: Option<String>,
    /// When it was last changed.
    pub(super) updated: Option<String>,
    /// When it was done.
    pub(super) completed: Option<String>,
}

impl Metadata {
    /// Only a done task has a completion time.
    pub(super) fn of(times: TaskTimes, status: Status) -> Self {
        Self {
            created: times.created.map(iso_time),
            updated: times.updated.map(iso_time),
            completed: times.completed.filter(|_| status == Status::Done).map(iso_time),
        }
    }
}

/// Limits for long texts, in characters.
pub(super) struct TextLimits {
    description: usize,
    subtasks: usize,
    ids: usize,
    /// Appended to a truncated description.
    hint: &'static str,
}

impl TextLimits {
    /// For a requested task.
    pub(super) const FULL: Self =
        Self { description: 24_000, subtasks: 6_000, ids: LONGEST_LIST, hint: "… (cut off; the plan file has all)" };
    /// For a small reply.
    pub(super) const SMALL: Self = Self { description: 600, subtasks: 500, ids: 300, hint: IN_GET_TASK };
}

/// Longest description of a subtask in the reply for its parent.
const LONGEST_SUBTASK_DESCRIPTION: usize = 200;
const LONGEST_LIST: usize = 1_500;
/// Appended to a truncated text.
pub(super) const IN_GET_TASK: &str = "… (cut off; get_task has all)";

impl TaskOutput {
    /// With `graph`, also what blocks the task and what it blocks.
    pub(super) fn of(
        document: &Document,
        ids: &DottedIds<'_>,
        index: usize,
        times: TaskTimes,
        limits: &TextLimits,
        graph: Option<&Graph<'_>>,
    ) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let task = &plan.tasks[index];
        let display_ids = |tasks: &[usize]| {
            let ids: Vec<_> = tasks.iter().map(|task| ids.display_id(*task)).collect();
            Some(truncate_names(&ids, limits.ids)).filter(|ids| !ids.is_empty())
        };
        let below = index + 1..task.subtree_end;
        let children = below.filter(|child| plan.tasks[*child].parent == Some(index));
        let rows = children.map(|child| subtask(document, ids, child)).collect();
        let (subtasks, subtasks_left_out) = truncate_list(rows, limits.subtasks);
        let status = Status::of(task, text);
        Self {
            id: ids.display_id(index),
            title: display_title(task.title.of(text)),
            description: task.body.map(|body| truncate_text(&body.markdown(text), limits.description, limits.hint)),
            status,
            priority: Priority::of(task, text),
            dependencies: dependencies(document, ids, task, limits.ids),
            subtasks,
            subtasks_left_out,
            blocked_by: graph.and_then(|graph| display_ids(&graph.blocked_by(index))),
            blocks: graph.and_then(|graph| display_ids(&graph.blocks(index))),
            metadata: Metadata::of(times, status),
            diagnostics: DiagnosticView::errors_of(document),
        }
    }
}

/// Writes the plan, and replies with the task that has the id `id` in the plan.
pub(super) fn save_and_show(
    plan: &EditablePlan<'_>,
    edited: Edited,
    id: String,
    times: TaskTimes,
) -> Outcome<TaskOutput> {
    plan.save(edited, move |document| {
        let ids = DottedIds::of(document);
        let index = ids.find(&id).unwrap_or_default();
        TaskOutput::of(document, &ids, index, times, &TextLimits::FULL, None)
    })
}

/// The ids of a task's dependencies, including those that do not exist.
pub(super) fn dependencies(document: &Document, ids: &DottedIds<'_>, task: &Task, size: usize) -> Vec<String> {
    let text = document.text();
    if task.attributes.is_empty() {
        return Vec::new();
    }
    let named = task.list(text, crate::plan::AttributeKey::Depends);
    let display_id =
        |id: &String| document.plan().find(text, id).map_or_else(|| id.clone(), |index| ids.display_id(index));
    truncate_names(&named.iter().map(display_id).collect::<Vec<_>>(), size)
}

/// A subtask in the reply for its parent.
pub(super) fn subtask(document: &Document, ids: &DottedIds<'_>, index: usize) -> SubtaskOutput {
    let text = document.text();
    let task = &document.plan().tasks[index];
    let description = task.body.map(|body| truncate(&body.markdown(text), LONGEST_SUBTASK_DESCRIPTION).into_owned());
    SubtaskOutput {
        id: ids.display_id(index),
        title: truncate(task.title.of(text), LONGEST_SUBTASK_DESCRIPTION).into_owned(),
        status: Status::of(task, text),
        description,
    }
}

/// The text, or as much of it as is within `size` in JSON, followed by `hint`.
pub(super) fn truncate_text(markdown: &str, size: usize, hint: &str) -> String {
    let length = fitting_chars(markdown.chars(), size);
    if markdown.chars().nth(length).is_none() {
        return markdown.to_owned();
    }
    markdown.chars().take(length).chain(hint.chars()).collect()
}
