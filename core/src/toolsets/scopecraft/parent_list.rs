//! `parent_list`: lists parents with their progress.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::files::ToolResult;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, Tool, tool, truncate_list};

use super::envelope::Envelope;
use super::filter::ListFilter;
use super::mapping::{Status, Structure};
use super::output::{ParentTask, SubTask, TaskView};
use super::page::List;
use super::plan_set::{PlanSet, TaskRef};
use super::times::Times;
use super::view::{Detail, parent_of, subtask_of};

pub(super) const TOOL: Tool = tool!(READ, "parent_list", "List tasks that have subtasks, with progress.");

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The specification's replies always have it.
    #[schemars(extend("default" = true))]
    pub(super) include_progress: Option<bool>,
    /// With their subtasks; long.
    #[schemars(extend("default" = false))]
    pub(super) include_subtasks: Option<bool>,
    /// With those subtasks that are not completed.
    pub(super) active_subtasks_only: Option<bool>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) filter: ListFilter,
}

type Output = Envelope<Vec<TaskView<ParentTask>>>;

/// Longest list of the subtasks of one task.
const LONGEST_SUBTASKS: usize = 8_000;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    Ok(Outcome::Ready(reply(context, input, None)?))
}

/// The list for the resource, with the longest possible page.
pub(super) fn longest_page(context: &Context<'_>, input: &Input) -> ToolResult<Output> {
    reply(context, input, Some(MAX_REPLY_CHARS))
}

fn reply(context: &Context<'_>, input: &Input, size: Option<usize>) -> ToolResult<Output> {
    let list = List {
        noun: "parent task",
        filter: &input.filter,
        size,
        includes: &|_, task| Structure::of(task) == Structure::Parent,
        row: &|set, times, at| input.row(set, times, at),
    };
    let page = list.page(context)?;
    Ok(Envelope::new(page.rows, page.message, page.metadata))
}

impl Input {
    fn row(&self, set: &PlanSet<'_>, times: &Times<'_>, at: TaskRef) -> TaskView<ParentTask> {
        let mut row = parent_of(set, times, at, Detail::Summary);
        let only_active = self.active_subtasks_only == Some(true);
        if only_active || self.include_subtasks == Some(true) {
            let is_included = |at: &TaskRef| {
                let (plan, task) = set.get(*at);
                !only_active || !Status::of(task, plan.document.text()).is_completed()
            };
            let subtasks: Vec<TaskView<SubTask>> = set
                .children(at)
                .into_iter()
                .filter(is_included)
                .map(|child| subtask_of(set, times, child, Detail::Summary))
                .collect();
            let (subtasks, left_out) = truncate_list(subtasks, LONGEST_SUBTASKS);
            row.own.subtasks = Some(subtasks);
            row.own.subtasks_left_out = left_out;
        }
        row
    }
}
