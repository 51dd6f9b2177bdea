//! `task_list`: tasks of all plans, filtered.

use crate::contract::{choices, input, to_json};
use crate::plan::Task;
use crate::toolsets::budget::LARGEST;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::envelope::envelope;
use super::filter::ListFilter;
use super::mapping::{Status, Structure, TaskType, WorkflowState};
use super::output::{AnyTask, Of};
use super::page::{List, Rows};
use super::plan_set::SourcePlan;
use super::view::{Detail, any_task};

pub(super) const TOOL: Tool =
    tool!(READ, "task_list", "List tasks of all plans with filters; metadata only, open ones only, unless asked.");

choices! {
    /// Which structures a list holds.
    pub(super) enum Wanted {
        /// Tasks that stand alone.
        Simple = "simple",
        /// Tasks that others are under.
        Parent = "parent",
        /// Tasks under others.
        Subtask = "subtask",
        /// All but subtasks.
        TopLevel = "top-level",
        /// All.
        All = "all",
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// One type.
        "type" kind: Option<TaskType>,
        /// One status.
        "status" status: Option<Status>,
        /// Default: top-level, which is simple and parent.
        "taskType" task_type: Option<Wanted>,
        /// Also done and archived tasks.
        "includeCompleted" include_completed: Option<bool>,
        /// Also what is under an Archive heading.
        "includeArchived" include_archived: Option<bool>,
        /// With texts; long.
        "includeContent" include_content: Option<bool>,
        /// With or without parents, whatever taskType says.
        "includeParentTasks" include_parent_tasks: Option<bool>,
        ..
        /// What both lists have.
        filter: ListFilter,
    }
}

envelope!(Rows<Of<AnyTask>>);

/// Longest text of a task in a list.
const LONGEST_TEXT: usize = 3_000;

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    Ok(Done::Ready(answer(context, input, None)?))
}

/// The list, with a page as long as it may be.
pub(super) fn whole(context: &Context<'_>, input: &Input) -> Result<Output, Stop> {
    answer(context, input, Some(LARGEST))
}

fn answer(context: &Context<'_>, input: &Input, size: Option<usize>) -> Result<Output, Stop> {
    let detail = if input.include_content == Some(true) { Detail::Full(LONGEST_TEXT) } else { Detail::Summary };
    let list = List {
        noun: "task",
        filter: &input.filter,
        size,
        holds: &|plan, task| input.holds(plan, task),
        row: &|source, times, at| to_json(&any_task(source, times, at, detail)),
    };
    let page = list.page(context)?;
    Ok(Output::of(page.rows.into(), page.message, page.metadata))
}

impl Input {
    /// Whether a task is one of those that the list is about, before the filters of both lists.
    fn holds(&self, plan: &SourcePlan<'_>, task: &Task) -> bool {
        let text = plan.document.text();
        self.has_structure(Structure::of(task))
            && self.kind.is_none_or(|kind| kind == TaskType::of(task, text))
            && self.status.is_none_or(|status| status == Status::of(task, text))
            && self.shows(plan, task)
    }

    fn has_structure(&self, structure: Structure) -> bool {
        if let (Structure::Parent, Some(decided)) = (structure, self.include_parent_tasks) {
            return decided;
        }
        match self.task_type.unwrap_or(Wanted::TopLevel) {
            Wanted::Simple => structure == Structure::Simple,
            Wanted::Parent => structure == Structure::Parent,
            Wanted::Subtask => structure == Structure::Subtask,
            Wanted::TopLevel => structure != Structure::Subtask,
            Wanted::All => true,
        }
    }

    /// Whether a task is one of those that are shown unasked, or was asked for by a flag, a status or a state. What stands
    /// in an archive is shown whether it is completed or not.
    fn shows(&self, plan: &SourcePlan<'_>, task: &Task) -> bool {
        if self.status.is_some() || self.filter.names_status() {
            return true;
        }
        if WorkflowState::of(plan.document, task) == WorkflowState::Archive {
            return self.include_archived == Some(true) || self.filter.names_state(WorkflowState::Archive);
        }
        self.include_completed == Some(true) || !Status::of(task, plan.document.text()).is_completed()
    }
}
