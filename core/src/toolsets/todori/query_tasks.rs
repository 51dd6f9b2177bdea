//! `query_tasks`: lists tasks, sorted, with the requested fields.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::files::ToolResult;
use crate::plan::Document;
use crate::text::truncate;
use crate::toolkit::{Context, Direction, Outcome, Tool, part_from, tool};
use crate::views::{DiagnosticView, to_u32};

use super::PLAN;
use super::dotted_ids::DottedIds;
use super::filter::Filter;
use super::get_tasks::LONGEST_TITLE;
use super::list::{Limit, page};
use super::mapping::{Priority, Status};
use super::times::Times;
use super::view::{Metadata, SubtaskOutput, dependencies};

pub(super) const TOOL: Tool =
    tool!(READ, "query_tasks", "List tasks filtered, sorted and with chosen fields only; at most 20 at a time.");

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum SortField {
    // High first.
    Priority,
    Created,
    Updated,
    // In the order of `Status`.
    Status,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum TaskField {
    Id,
    Title,
    Description,
    Status,
    Priority,
    Dependencies,
    Subtasks,
    // All three times.
    Metadata,
    Created,
    Updated,
    Completed,
}

/// How a list is sorted.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Sort {
    pub(super) field: Option<SortField>,
    #[schemars(extend("default" = "asc"))]
    pub(super) order: Option<Direction>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// As in `get_tasks`.
    pub(super) filters: Option<Filter>,
    /// Default: the plan's order. Ascending priority is high first.
    pub(super) sort: Option<Sort>,
    #[schemars(extend("default" = ["id", "title", "status", "priority"]))]
    pub(super) fields: Option<Vec<TaskField>>,
    #[schemars(extend("default" = 0))]
    pub(super) offset: Option<u32>,
    /// Returns at most 20.
    #[schemars(extend("default" = 50))]
    pub(super) limit: Option<Limit>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) tasks: Vec<Row>,
    /// Number of all that match.
    pub(super) total: u32,
    /// Where the next page starts.
    pub(super) next_offset: Option<u32>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
}

/// The requested fields of a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    pub(super) id: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// Where the description continues, for `get_task`.
    pub(super) next_description_offset: Option<u32>,
    pub(super) status: Option<Status>,
    pub(super) priority: Option<Priority>,
    /// What it depends on.
    pub(super) dependencies: Option<Vec<String>>,
    pub(super) subtasks: Option<Vec<SubtaskOutput>>,
    /// Where the subtasks continue, for `get_task`.
    pub(super) next_subtask_offset: Option<u32>,
    pub(super) metadata: Option<Metadata>,
    /// When it was made.
    pub(super) created: Option<String>,
    /// When it was last changed.
    pub(super) updated: Option<String>,
    /// When it was done.
    pub(super) completed: Option<String>,
}

/// Limits of a row: its texts and the dependencies in characters, and the number of subtasks.
const LONGEST_DESCRIPTION: usize = 400;
const LONGEST_SUBTASK_DESCRIPTION: usize = 200;
const MOST_SUBTASKS: usize = 5;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let times = Times::of(context)?;
    let found = input.filters.clone().unwrap_or_default().tasks(&document, &times);
    let found = match &input.sort {
        Some(sort) => sorted(&document, &times, found, sort),
        None => found,
    };
    let default_fields = [TaskField::Id, TaskField::Title, TaskField::Status, TaskField::Priority];
    let fields = input.fields.as_deref().filter(|fields| !fields.is_empty()).unwrap_or(&default_fields);
    let ids = DottedIds::of(&document);
    let page = page(&found, input.offset, input.limit, |index| row(&document, &ids, &times, index, fields));
    Ok(Outcome::Ready(Output {
        tasks: page.rows,
        total: page.total,
        next_offset: page.next_offset,
        diagnostics: DiagnosticView::errors_of(&document),
    }))
}

/// The tasks in order. Of equal times, the task further down in the plan counts as the later one; otherwise equal tasks stay in
/// the order of the plan. Unknown times are last in both directions.
fn sorted(document: &Document, times: &Times<'_>, mut found: Vec<usize>, sort: &Sort) -> Vec<usize> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let is_descending = sort.order == Some(Direction::Descending);
    let by_time = |time: Option<u64>, index: usize| match time {
        Some(time) if is_descending => (0, u64::MAX - time, usize::MAX - index),
        Some(time) => (0, time, index),
        None => (1, 0, index),
    };
    let by_rank = |rank: usize, index: usize| {
        let rank = rank as u64;
        (0, if is_descending { u64::MAX - rank } else { rank }, index)
    };
    let key = |index: usize| {
        let task = &tasks[index];
        let id = task.id.of(text);
        match sort.field {
            Some(SortField::Priority) => by_rank(Priority::of(task, text) as usize, index),
            Some(SortField::Status) => by_rank(Status::of(task, text) as usize, index),
            Some(SortField::Created) => by_time(times.task(id).created, index),
            Some(SortField::Updated) => by_time(times.task(id).updated, index),
            None => by_rank(index, index),
        }
    };
    found.sort_by_cached_key(|index| key(*index));
    found
}

fn row(document: &Document, ids: &DottedIds<'_>, times: &Times<'_>, index: usize, fields: &[TaskField]) -> Row {
    let text = document.text();
    let task = &document.plan().tasks[index];
    let id = task.id.of(text);
    let status = Status::of(task, text);
    let metadata = Metadata::of(times.task(id), status);
    let has = |field: TaskField| fields.contains(&field);
    let subtasks = || {
        let shown = ids.children(index).take(MOST_SUBTASKS);
        shown.map(|child| SubtaskOutput::of(document, ids, child, LONGEST_SUBTASK_DESCRIPTION)).collect()
    };
    let has_more_subtasks = has(TaskField::Subtasks) && task.children > MOST_SUBTASKS;
    let description = task.body.filter(|_| has(TaskField::Description));
    let description = description.map(|body| part_from(&body.markdown(text), 0, LONGEST_DESCRIPTION));
    Row {
        id: has(TaskField::Id).then(|| id.to_owned()),
        title: has(TaskField::Title).then(|| truncate(task.title.of(text), LONGEST_TITLE).into_owned()),
        next_description_offset: description.as_ref().and_then(|part| part.next),
        description: description.map(|part| part.text),
        status: has(TaskField::Status).then_some(status),
        priority: has(TaskField::Priority).then(|| Priority::of(task, text)),
        dependencies: has(TaskField::Dependencies).then(|| dependencies(document, ids, task, LONGEST_DESCRIPTION)),
        subtasks: has(TaskField::Subtasks).then(subtasks),
        next_subtask_offset: has_more_subtasks.then(|| to_u32(MOST_SUBTASKS)),
        created: metadata.created.clone().filter(|_| has(TaskField::Created)),
        updated: metadata.updated.clone().filter(|_| has(TaskField::Updated)),
        completed: metadata.completed.clone().filter(|_| has(TaskField::Completed)),
        metadata: has(TaskField::Metadata).then_some(metadata),
    }
}
