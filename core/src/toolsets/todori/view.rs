//! The reply for a single task.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::Edited;
use crate::history::TaskTimes;
use crate::plan::{Document, Task};
use crate::query::Graph;
use crate::text::iso_time;
use crate::toolkit::{EditablePlan, Outcome, display_title, part_from, reply_chars, truncate_names};
use crate::views::{DiagnosticView, to_u32};

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
    /// Where the description continues, for `get_task`; 0 if it was left out.
    pub(super) next_description_offset: Option<u32>,
    pub(super) status: Status,
    pub(super) priority: Priority,
    /// What it depends on.
    pub(super) dependencies: Vec<String>,
    pub(super) subtasks: Vec<SubtaskOutput>,
    /// Where the subtasks continue, for `get_task`.
    pub(super) next_subtask_offset: Option<u32>,
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
#[serde(rename_all = "camelCase")]
pub(super) struct SubtaskOutput {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: Status,
    /// The whole description, or none.
    pub(super) description: Option<String>,
    /// 0 if there was no room for the description; `get_task` has it.
    pub(super) next_description_offset: Option<u32>,
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

/// Longest parts of a reply, in characters.
pub(super) struct TextLimits {
    reply: usize,
    description: usize,
    /// For the dependencies, which clients write back, and for other lists of ids.
    dependencies: usize,
    ids: usize,
}

impl TextLimits {
    /// For a requested task. Descriptions are complete as long as the reply has room, because clients write back what they read.
    pub(super) const FULL: Self = Self { reply: 40_000, description: 40_000, dependencies: 12_000, ids: 1_500 };
    /// For a small reply.
    pub(super) const SMALL: Self = Self { reply: 1_800, description: 600, dependencies: 300, ids: 300 };
}

/// Where a reply starts in the texts of a long task.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// In characters of the description.
    pub(super) description: usize,
    /// In subtasks. With it, the reply leaves out the description of the task, so that there is room for them.
    pub(super) subtasks: Option<usize>,
}

/// Room for the fields that say where to continue.
const CONTINUATION_CHARS: usize = 120;

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
        Self::starting_at(Start::default(), document, ids, index, times, limits, graph)
    }

    pub(super) fn starting_at(
        start: Start,
        document: &Document,
        ids: &DottedIds<'_>,
        index: usize,
        times: TaskTimes,
        limits: &TextLimits,
        graph: Option<&Graph<'_>>,
    ) -> Self {
        let text = document.text();
        let task = &document.plan().tasks[index];
        let display_ids = |tasks: &[usize]| {
            let ids: Vec<_> = tasks.iter().map(|task| ids.display_id(*task)).collect();
            Some(truncate_names(&ids, limits.ids)).filter(|ids| !ids.is_empty())
        };
        let status = Status::of(task, text);
        let mut output = Self {
            id: ids.display_id(index),
            title: display_title(task.title.of(text)),
            description: None,
            next_description_offset: None,
            status,
            priority: Priority::of(task, text),
            dependencies: dependencies(document, ids, task, limits.dependencies),
            subtasks: Vec::new(),
            next_subtask_offset: None,
            blocked_by: graph.and_then(|graph| display_ids(&graph.blocked_by(index))),
            blocks: graph.and_then(|graph| display_ids(&graph.blocks(index))),
            metadata: Metadata::of(times, status),
            diagnostics: DiagnosticView::errors_of(document),
        };
        let mut room = limits.reply.saturating_sub(reply_chars(&output) + CONTINUATION_CHARS);
        room = room.saturating_sub(output.add_description(document, index, start, room.min(limits.description)));
        output.add_subtasks(document, ids, index, start.subtasks.unwrap_or_default(), room);
        output
    }

    /// Adds as much of the description as there is room for, and returns how much room that took.
    fn add_description(&mut self, document: &Document, index: usize, start: Start, room: usize) -> usize {
        let Some(body) = document.plan().tasks[index].body else { return 0 };
        if start.subtasks.is_some() {
            self.next_description_offset = Some(0);
            return 0;
        }
        let part = part_from(&body.markdown(document.text()), start.description, room);
        self.next_description_offset = part.next;
        self.description = Some(part.text);
        part.chars
    }

    /// Adds as many subtasks as there is room for, and then as many of their descriptions.
    fn add_subtasks(&mut self, document: &Document, ids: &DottedIds<'_>, index: usize, start: usize, mut room: usize) {
        let mut children = Vec::new();
        for child in ids.children(index).skip(start) {
            let row = SubtaskOutput::of(document, ids, child, 0);
            let Some(left) = room.checked_sub(reply_chars(&row) + 1) else { break };
            room = left;
            children.push(child);
            self.subtasks.push(row);
        }
        for (row, child) in self.subtasks.iter_mut().zip(&children) {
            let full = SubtaskOutput::of(document, ids, *child, room);
            let more = reply_chars(&full).saturating_sub(reply_chars(row));
            if let Some(left) = room.checked_sub(more) {
                room = left;
                *row = full;
            }
        }
        let shown = start + children.len();
        self.next_subtask_offset = ids.children(index).nth(shown).map(|_| to_u32(shown));
    }
}

impl SubtaskOutput {
    /// With its description, if that is not longer than `longest`.
    pub(super) fn of(document: &Document, ids: &DottedIds<'_>, index: usize, longest: usize) -> Self {
        let text = document.text();
        let task = &document.plan().tasks[index];
        let part = task.body.map(|body| part_from(&body.markdown(text), 0, longest));
        let is_whole = part.as_ref().is_some_and(|part| part.next.is_none());
        Self {
            id: ids.display_id(index),
            title: display_title(task.title.of(text)),
            status: Status::of(task, text),
            next_description_offset: part.as_ref().filter(|_| !is_whole).map(|_| 0),
            description: part.filter(|_| is_whole).map(|part| part.text),
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
