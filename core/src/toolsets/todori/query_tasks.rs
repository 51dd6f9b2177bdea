//! `query_tasks`: a list of tasks sorted, with the fields that are asked for.

use std::collections::BinaryHeap;

use crate::contract::{choices, input, output};
use crate::plan::Document;
use crate::text::shortened;
use crate::toolsets::access::DiagnosticOutput;
use crate::toolsets::direction::Direction;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::dotted_ids::Ids;
use super::filter::Filter;
use super::get_tasks::LONGEST_TITLE;
use super::list::{Limit, page};
use super::mapping::{Priority, Status};
use super::store;
use super::times::Times;
use super::view::{IN_GET_TASK, Metadata, SubtaskOutput, cut, dependencies, subtask};

pub(super) const TOOL: Tool =
    tool!(READ, "query_tasks", "List tasks filtered, sorted and with chosen fields only; at most 20 at a time.");

choices! {
    /// What a list is sorted by.
    pub(super) enum SortField {
        /// High first.
        Priority = "priority",
        /// When it was made.
        Created = "created",
        /// When it was last changed.
        Updated = "updated",
        /// In the order of the words.
        Status = "status",
    }
}

choices! {
    /// A part of a task.
    pub(super) enum TaskField {
        /// Id.
        Id = "id",
        /// Title.
        Title = "title",
        /// Description.
        Description = "description",
        /// Status.
        Status = "status",
        /// Priority.
        Priority = "priority",
        /// What it depends on.
        Dependencies = "dependencies",
        /// Its subtasks.
        Subtasks = "subtasks",
        /// Its times.
        Metadata = "metadata",
        /// When it was made.
        Created = "created",
        /// When it was last changed.
        Updated = "updated",
        /// When it was done.
        Completed = "completed",
    }
}

input! {
    /// How a list is sorted.
    pub(super) struct Sort {
        /// By what.
        "field" field: SortField,
        /// Default: asc.
        "order" order: Option<Direction>,
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// As in `get_tasks`.
        "filters" filters: Option<Filter>,
        /// Default: the plan's order. Ascending priority is high first.
        "sort" sort: Option<Sort>,
        /// Only these; default: id, title, status, priority.
        "fields" fields: Option<Vec<TaskField>>,
        /// Start; default: 0.
        "offset" offset: Option<u32>,
        /// At most 20.
        "limit" limit: Option<Limit>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The tasks.
        "tasks" tasks: Vec<Row>,
        /// Number of all that match.
        "total" total: u32,
        /// Where the next page starts.
        "nextOffset" next_offset: Option<u32>,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
    }
}

output! {
    /// The fields of a task that were asked for.
    pub(super) struct Row {
        /// Id.
        "id" id: Option<String>,
        /// Title.
        "title" title: Option<String>,
        /// Description.
        "description" description: Option<String>,
        /// Status.
        "status" status: Option<Status>,
        /// Priority.
        "priority" priority: Option<Priority>,
        /// What it depends on.
        "dependencies" dependencies: Option<Vec<String>>,
        /// Its subtasks.
        "subtasks" subtasks: Option<Vec<SubtaskOutput>>,
        /// Its times.
        "metadata" metadata: Option<Metadata>,
        /// When it was made.
        "created" created: Option<String>,
        /// When it was last changed.
        "updated" updated: Option<String>,
        /// When it was done.
        "completed" completed: Option<String>,
    }
}

/// Longest description and list of dependencies, and most subtasks, of a task in a list.
const LONGEST_DESCRIPTION: usize = 400;
const MOST_SUBTASKS: usize = 5;

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let document = store::read(context)?;
    let times = Times::of(context)?;
    let found = input.filters.clone().unwrap_or_else(Filter::none).tasks(&document, &times);
    let found = match &input.sort {
        Some(sort) => sorted(&document, &times, found, sort),
        None => found,
    };
    let usual = [TaskField::Id, TaskField::Title, TaskField::Status, TaskField::Priority];
    let fields = input.fields.as_deref().filter(|fields| !fields.is_empty()).unwrap_or(&usual);
    let ids = Ids::of(&document);
    let page = page(&found, input.offset, input.limit, |number| row(&document, &ids, &times, number, fields));
    Ok(Done::Ready(Output {
        tasks: page.rows,
        total: page.total,
        next_offset: page.next_offset,
        diagnostics: DiagnosticOutput::errors_of(&document),
    }))
}

/// The tasks in order. Of two that were made or changed at the same time, the later in the plan counts as the later one; with
/// any other field, equals stay in the plan's order. An unknown time is last either way.
fn sorted(document: &Document, times: &Times<'_>, found: Vec<usize>, sort: &Sort) -> Vec<usize> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let is_descending = sort.order == Some(Direction::Descending);
    let by_time = |time: Option<u64>, number: usize| match time {
        Some(time) if is_descending => (0, u64::MAX - time, usize::MAX - number),
        Some(time) => (0, time, number),
        None => (1, 0, number),
    };
    let by_rank = |rank: usize, number: usize| {
        let rank = rank as u64;
        (0, if is_descending { u64::MAX - rank } else { rank }, number)
    };
    let key = |number: usize| {
        let task = &tasks[number];
        let id = task.id.of(text);
        match sort.field {
            SortField::Priority => by_rank(Priority::of(task, text) as usize, number),
            SortField::Status => by_rank(Status::of(task, text) as usize, number),
            SortField::Created => by_time(times.task(id).created, number),
            SortField::Updated => by_time(times.task(id).updated, number),
        }
    };
    let heap: BinaryHeap<_> = found.into_iter().map(|number| (key(number), number)).collect();
    heap.into_sorted_vec().into_iter().map(|(_, number)| number).collect()
}

fn row(document: &Document, ids: &Ids<'_>, times: &Times<'_>, number: usize, fields: &[TaskField]) -> Row {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let task = &tasks[number];
    let id = task.id.of(text);
    let status = Status::of(task, text);
    let metadata = Metadata::of(times.task(id), status);
    let has = |field: TaskField| fields.contains(&field);
    let subtasks = || {
        let below = (number + 1..task.subtree_end).filter(|child| tasks[*child].parent == Some(number));
        below.take(MOST_SUBTASKS).map(|child| subtask(document, ids, child)).collect()
    };
    let description = || Some(cut(&task.body?.markdown(text), LONGEST_DESCRIPTION, IN_GET_TASK));
    Row {
        id: has(TaskField::Id).then(|| id.to_owned()),
        title: has(TaskField::Title).then(|| shortened(task.title.of(text), LONGEST_TITLE).into_owned()),
        description: has(TaskField::Description).then(description).flatten(),
        status: has(TaskField::Status).then_some(status),
        priority: has(TaskField::Priority).then(|| Priority::of(task, text)),
        dependencies: has(TaskField::Dependencies).then(|| dependencies(document, ids, task, LONGEST_DESCRIPTION)),
        subtasks: has(TaskField::Subtasks).then(subtasks),
        created: metadata.created.clone().filter(|_| has(TaskField::Created)),
        updated: metadata.updated.clone().filter(|_| has(TaskField::Updated)),
        completed: metadata.completed.clone().filter(|_| has(TaskField::Completed)),
        metadata: has(TaskField::Metadata).then_some(metadata),
    }
}
