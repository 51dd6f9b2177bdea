//! `get_tasks`: the tasks at the top of the plan, briefly.

use crate::contract::{input, output};
use crate::plan::Document;
use crate::text::shortened;
use crate::toolsets::access::DiagnosticOutput;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::filter::Filter;
use super::list::{Limit, page};
use super::mapping::{Priority, Status};
use super::store;
use super::times::Times;

pub(super) const TOOL: Tool =
    tool!(READ, "get_tasks", "List tasks, optionally by status, priority and dates; at most 20 at a time.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// Start; default: 0.
        "offset" offset: Option<u32>,
        /// At most 20.
        "limit" limit: Option<Limit>,
        ..
        /// What is wanted.
        filter: Filter,
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
    /// A task of the list.
    pub(super) struct Row {
        /// Id.
        "id" id: String,
        /// Title.
        "title" title: String,
        /// Status.
        "status" status: Status,
        /// Priority.
        "priority" priority: Priority,
    }
}

/// Longest title in a list.
pub(super) const LONGEST_TITLE: usize = 200;

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let document = store::read(context)?;
    let times = Times::of(context)?;
    let found = input.filter.tasks(&document, &times);
    let page = page(&found, input.offset, input.limit, |number| row(&document, number));
    Ok(Done::Ready(Output {
        tasks: page.rows,
        total: page.total,
        next_offset: page.next_offset,
        diagnostics: DiagnosticOutput::errors_of(&document),
    }))
}

fn row(document: &Document, number: usize) -> Row {
    let text = document.text();
    let task = &document.plan().tasks[number];
    Row {
        id: task.id.of(text).to_owned(),
        title: shortened(task.title.of(text), LONGEST_TITLE).into_owned(),
        status: Status::of(task, text),
        priority: Priority::of(task, text),
    }
}
