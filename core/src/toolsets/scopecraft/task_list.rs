//! `task_list`: lists tasks of all plans.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::files::ToolResult;
use crate::plan::Task;
use crate::toolkit::{Availability, Context, MAX_REPLY_CHARS, Outcome, Tool, tool};

use super::envelope::Envelope;
use super::filter::ListFilter;
use super::mapping::{Status, Structure, TaskType, WorkflowState};
use super::output::{TaskKind, TaskView};
use super::page::List;
use super::plan_set::PlanInSet;
use super::view::{Detail, any_task};

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_list",
    "List tasks of all plans with filters; metadata only, open ones only, unless asked.",
    Availability::RenamedWith { toolset: "plan", to: "scopecraft_task_list" }
);

/// The structures that a list includes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(super) enum StructureFilter {
    Simple,
    Parent,
    Subtask,
    // Simple tasks and parents.
    TopLevel,
    All,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// One type.
    #[serde(rename = "type")]
    pub(super) kind: Option<TaskType>,
    /// One status.
    pub(super) status: Option<Status>,
    /// top-level is simple and parent.
    #[schemars(extend("default" = "top-level"))]
    pub(super) task_type: Option<StructureFilter>,
    /// Also done and archived tasks.
    #[schemars(extend("default" = false))]
    pub(super) include_completed: Option<bool>,
    /// Also what is under an Archive heading.
    #[schemars(extend("default" = false))]
    pub(super) include_archived: Option<bool>,
    /// With texts; long.
    #[schemars(extend("default" = false))]
    pub(super) include_content: Option<bool>,
    /// With or without parents, whatever taskType says.
    pub(super) include_parent_tasks: Option<bool>,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) filter: ListFilter,
}

type Output = Envelope<Vec<TaskView<TaskKind>>>;

/// Longest text of a task in a list.
const LONGEST_TEXT: usize = 3_000;

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    Ok(Outcome::Ready(reply(context, input, None)?))
}

/// The list for the resource, with the longest possible page.
pub(super) fn longest_page(context: &Context<'_>, input: &Input) -> ToolResult<Output> {
    reply(context, input, Some(MAX_REPLY_CHARS))
}

fn reply(context: &Context<'_>, input: &Input, size: Option<usize>) -> ToolResult<Output> {
    let detail = if input.include_content == Some(true) { Detail::full(LONGEST_TEXT) } else { Detail::Summary };
    let list = List {
        noun: "task",
        filter: &input.filter,
        size,
        includes: &|plan, task| input.includes(plan, task),
        row: &|set, times, at| any_task(set, times, at, detail),
    };
    let page = list.page(context)?;
    Ok(Envelope::new(page.rows, page.message, page.metadata))
}

impl Input {
    /// Whether the list includes a task, before the filters that both lists have.
    fn includes(&self, plan: &PlanInSet<'_>, task: &Task) -> bool {
        let text = plan.document.text();
        self.has_structure(Structure::of(task))
            && self.kind.is_none_or(|kind| kind == TaskType::of(task, text))
            && self.status.is_none_or(|status| status == Status::of(task, text))
            && self.is_visible(plan, task)
    }

    fn has_structure(&self, structure: Structure) -> bool {
        if let (Structure::Parent, Some(included)) = (structure, self.include_parent_tasks) {
            return included;
        }
        match self.task_type.unwrap_or(StructureFilter::TopLevel) {
            StructureFilter::Simple => structure == Structure::Simple,
            StructureFilter::Parent => structure == Structure::Parent,
            StructureFilter::Subtask => structure == Structure::Subtask,
            StructureFilter::TopLevel => structure != Structure::Subtask,
            StructureFilter::All => true,
        }
    }

    /// Whether a task is open and not archived, or a flag or a filter asks for it. A status says whether completed tasks are
    /// wanted, a workflow state whether archived ones are; without them, archived tasks include completed ones.
    fn is_visible(&self, plan: &PlanInSet<'_>, task: &Task) -> bool {
        if WorkflowState::of(plan.document, task) == WorkflowState::Archive {
            return self.include_archived.unwrap_or_else(|| self.filter.names_state(WorkflowState::Archive));
        }
        self.status.is_some()
            || self.filter.names_status()
            || self.include_completed == Some(true)
            || !Status::of(task, plan.document.text()).is_completed()
    }
}
