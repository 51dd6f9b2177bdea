//! `task_list`: tasks of all plans, filtered.

use crate::contract::{choices, input};
use crate::history::TaskTimes;
use crate::plan::Task;
use crate::toolsets::budget::LARGEST;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::envelope::{Metadata, envelope};
use super::filter::ListFilter;
use super::output::{AnyTask, Of};
use super::page::page;
use super::source::{At, Source, SourcePlan};
use super::times::Times;
use super::view::{Detail, any_task};
use super::words::{Status, Structure, TaskType, WorkflowState};

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

envelope!(Vec<Of<AnyTask>>);

/// Longest text of a task in a list.
const LONGEST_TEXT: usize = 3_000;

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    Ok(Done::Ready(answer(context, input, None)?))
}

/// The list; one that is as long as it may be if `is_whole`.
pub(super) fn whole(context: &Context<'_>, input: &Input) -> Result<Output, Stop> {
    answer(context, input, Some(LARGEST))
}

fn answer(context: &Context<'_>, input: &Input, size: Option<usize>) -> Result<Output, Stop> {
    let source = Source::open(context, input.filter.root_dir.as_deref())?;
    let found = input.found(context, &source)?;
    let detail = if input.include_content == Some(true) { Detail::Full(LONGEST_TEXT) } else { Detail::Summary };
    let page = page(context, &source, &input.filter, found, size, |at, times| any_task(&source, times, at, detail))?;
    let message = match (page.rows.len(), page.total) {
        (_, 1) => "1 task".to_owned(),
        (shown, total) if shown == total => format!("{total} tasks"),
        (shown, total) => format!("{shown} of {total} tasks"),
    };
    let metadata = Metadata::of(context, &source).with_page(page.total, page.next_cursor);
    Ok(Output::of(page.rows, message, metadata))
}

impl Input {
    /// All tasks that are to be in the list.
    fn found(&self, context: &Context<'_>, source: &Source<'_>) -> Result<Vec<At>, Stop> {
        let all = || source.tasks().take(if self.filter.needs_times() { usize::MAX } else { 0 });
        let times = Times::of(context, source, all())?;
        let fits = |at: &At| {
            let (plan, task) = source.get(*at);
            self.fits(plan, task, || times.task(*at, task.id.of(plan.document.text())))
        };
        Ok(source.tasks().filter(fits).collect())
    }

    fn fits(&self, plan: &SourcePlan<'_>, task: &Task, times: impl Fn() -> TaskTimes) -> bool {
        let text = plan.document.text();
        self.has_structure(Structure::of(task))
            && self.kind.is_none_or(|kind| kind == TaskType::of(task, text))
            && self.status.is_none_or(|status| status == Status::of(task, text))
            && self.shows(plan, task)
            && self.filter.fits(plan, task, times)
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
