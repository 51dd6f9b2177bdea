//! `get_tasks`: lists the top-level tasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::plan::Document;
use crate::text::truncate;
use crate::toolkit::{Context, Outcome, Tool, tool};
use crate::views::DiagnosticView;

use super::PLAN;
use super::filter::Filter;
use super::list::{Limit, page};
use super::mapping::{Priority, Status};
use super::times::Times;

pub(super) const TOOL: Tool =
    tool!(READ, "get_tasks", "List tasks, optionally by status, priority and dates; at most 20 at a time.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    #[schemars(extend("default" = 0))]
    pub(super) offset: Option<u32>,
    /// Returns at most 20.
    #[schemars(extend("default" = 50))]
    pub(super) limit: Option<Limit>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) filter: Filter,
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

/// A task of the list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) priority: Priority,
}

/// Longest title in a list.
pub(super) const LONGEST_TITLE: usize = 200;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let document = PLAN.read(context)?;
    let times = Times::of(context)?;
    let found = input.filter.tasks(&document, &times);
    let page = page(&found, input.offset, input.limit, |index| row(&document, index));
    Ok(Outcome::Ready(Output {
        tasks: page.rows,
        total: page.total,
        next_offset: page.next_offset,
        diagnostics: DiagnosticView::errors_of(&document),
    }))
}

fn row(document: &Document, index: usize) -> Row {
    let text = document.text();
    let task = &document.plan().tasks[index];
    Row {
        id: task.id.of(text).to_owned(),
        title: truncate(task.title.of(text), LONGEST_TITLE).into_owned(),
        status: Status::of(task, text),
        priority: Priority::of(task, text),
    }
}
