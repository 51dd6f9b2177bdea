//! Which tasks a list holds.

use crate::contract::{Bounded, OneOrMany, input};
use crate::history::TaskTimes;
use crate::plan::{Key, Task};
use crate::text::fold;
use crate::toolsets::moment::Moment;

use super::mapping::{Priority, Status, TaskType, WorkflowState, area, priority, value};
use super::plan_set::SourcePlan;
use super::sort::Sort;

input! {
    /// What both lists have in common.
    pub(super) struct ListFilter {
        /// One or several.
        "workflowState" workflow_state: Option<OneOrMany<WorkflowState>>,
        /// Area.
        "area" area: Option<String>,
        /// Assignee.
        "assignee" assignee: Option<String>,
        /// All of these.
        "tags" tags: Option<Vec<String>>,
        /// Narrows further.
        "advancedFilter" advanced_filter: Option<AdvancedFilter>,
        /// Default: the order of the plans.
        "sort" sort: Option<Sort>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 100>>,
        /// The metadata.nextCursor of the page before.
        "cursor" cursor: Option<String>,
        /// Another project, if the server allows it.
        "rootDir" root_dir: Option<String>,
    }
}

input! {
    /// Filters with several values.
    pub(super) struct AdvancedFilter {
        /// Any of these.
        "status" status: Option<OneOrMany<Status>>,
        /// Any of these.
        "type" kind: Option<OneOrMany<TaskType>>,
        /// Any of these.
        "priority" priority: Option<OneOrMany<Priority>>,
        /// By tags.
        "tagFilter" tag_filter: Option<TagFilter>,
        /// ISO 8601 times.
        "dateRange" date_range: Option<DateRange>,
    }
}

input! {
    /// Filters by tags.
    pub(super) struct TagFilter {
        /// At least one.
        "any" any: Option<Vec<String>>,
        /// All.
        "all" all: Option<Vec<String>>,
        /// Not one.
        "none" none: Option<Vec<String>>,
    }
}

input! {
    /// Filters by times. An unknown time never fits.
    pub(super) struct DateRange {
        /// Later.
        "createdAfter" created_after: Option<Moment>,
        /// Earlier.
        "createdBefore" created_before: Option<Moment>,
        /// Then or later.
        "updatedSince" updated_since: Option<Moment>,
        /// Earlier.
        "updatedBefore" updated_before: Option<Moment>,
    }
}

impl ListFilter {
    /// Whether times have to be known.
    pub(super) fn needs_times(&self) -> bool {
        self.advanced_filter.as_ref().is_some_and(|advanced| advanced.date_range.is_some())
            || self.sort.as_ref().is_some_and(Sort::needs_times)
    }

    /// Whether a status is asked for.
    pub(super) fn names_status(&self) -> bool {
        self.advanced_filter.as_ref().and_then(|advanced| given(advanced.status.as_ref())).is_some()
    }

    /// Whether this state of the flow of work is asked for by its name.
    pub(super) fn names_state(&self, state: WorkflowState) -> bool {
        given(self.workflow_state.as_ref()).is_some_and(|states| states.contains(&state))
    }

    /// Whether a task is to be in the list.
    pub(super) fn fits(&self, plan: &SourcePlan<'_>, task: &Task, times: &dyn Fn() -> TaskTimes) -> bool {
        let text = plan.document.text();
        is_among(self.workflow_state.as_ref(), || WorkflowState::of(plan.document, task))
            && self.area.as_ref().is_none_or(|wanted| same(wanted, &area(task, text)))
            && self
                .assignee
                .as_ref()
                .is_none_or(|wanted| value(task, text, Key::Assignee).is_some_and(|assignee| same(wanted, &assignee)))
            && self.tags.as_ref().is_none_or(|wanted| has_all(wanted, &task.list(text, Key::Tags)))
            && self.advanced_filter.as_ref().is_none_or(|advanced| advanced.fits(task, text, times))
    }
}

impl AdvancedFilter {
    fn fits(&self, task: &Task, text: &str, times: &dyn Fn() -> TaskTimes) -> bool {
        is_among(self.status.as_ref(), || Status::of(task, text))
            && is_among(self.kind.as_ref(), || TaskType::of(task, text))
            && is_among(self.priority.as_ref(), || priority(task, text))
            && self.tag_filter.as_ref().is_none_or(|tags| tags.fits(&task.list(text, Key::Tags)))
            && self.date_range.as_ref().is_none_or(|range| range.fits(times()))
    }
}

impl TagFilter {
    fn fits(&self, tags: &[String]) -> bool {
        let has = |wanted: &String| tags.iter().any(|tag| same(wanted, tag));
        self.any.as_ref().is_none_or(|any| any.is_empty() || any.iter().any(has))
            && self.all.as_ref().is_none_or(|all| has_all(all, tags))
            && self.none.as_ref().is_none_or(|none| !none.iter().any(has))
    }
}

impl DateRange {
    fn fits(&self, times: TaskTimes) -> bool {
        let fits = |limit: Option<Moment>, time: Option<u64>, fits: fn(u64, u64) -> bool| {
            limit.is_none_or(|limit| time.is_some_and(|time| fits(time, limit.0)))
        };
        fits(self.created_after, times.created, |time, limit| time > limit)
            && fits(self.created_before, times.created, |time, limit| time < limit)
            && fits(self.updated_since, times.updated, |time, limit| time >= limit)
            && fits(self.updated_before, times.updated, |time, limit| time < limit)
    }
}

/// The values that are asked for. An empty list, as models write it, asks for nothing.
fn given<T>(wanted: Option<&OneOrMany<T>>) -> Option<&[T]> {
    wanted.map(|wanted| wanted.0.as_slice()).filter(|values| !values.is_empty())
}

fn is_among<T: PartialEq>(wanted: Option<&OneOrMany<T>>, value: impl Fn() -> T) -> bool {
    given(wanted).is_none_or(|values| values.contains(&value()))
}

fn has_all(wanted: &[String], tags: &[String]) -> bool {
    wanted.iter().all(|wanted| tags.iter().any(|tag| same(wanted, tag)))
}

/// Whether two names are the same but for upper and lower case.
fn same(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}
