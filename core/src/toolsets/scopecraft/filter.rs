//! Filters of lists.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::{Bounded, OneOrMany};
use crate::history::TaskTimes;
use crate::plan::{AttributeKey, Task};
use crate::text::fold;
use crate::toolkit::Timestamp;

use super::mapping::{Priority, Status, TaskType, WorkflowState, area, priority, value};
use super::plan_set::PlanInSet;
use super::sort::Sort;

/// The filters of both lists.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ListFilter {
    /// One or several.
    pub(super) workflow_state: Option<OneOrMany<WorkflowState>>,
    /// Area.
    pub(super) area: Option<String>,
    /// Assignee.
    pub(super) assignee: Option<String>,
    /// All of these.
    pub(super) tags: Option<Vec<String>>,
    /// Narrows further.
    pub(super) advanced_filter: Option<AdvancedFilter>,
    /// Default: the order of the plans.
    pub(super) sort: Option<Sort>,
    /// Page size.
    pub(super) limit: Option<Bounded<1, 100>>,
    /// The metadata.nextCursor of the page before.
    pub(super) cursor: Option<String>,
    /// Another project, if the server allows it.
    pub(super) root_dir: Option<String>,
}

/// Filters with several values.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AdvancedFilter {
    /// Any of these.
    pub(super) status: Option<OneOrMany<Status>>,
    /// Any of these.
    #[serde(rename = "type")]
    pub(super) kind: Option<OneOrMany<TaskType>>,
    /// Any of these.
    pub(super) priority: Option<OneOrMany<Priority>>,
    /// By tags.
    pub(super) tag_filter: Option<TagFilter>,
    /// ISO 8601 times.
    pub(super) date_range: Option<DateRange>,
}

/// Filters by tags.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TagFilter {
    /// At least one.
    pub(super) any: Option<Vec<String>>,
    /// All.
    pub(super) all: Option<Vec<String>>,
    /// Not one.
    pub(super) none: Option<Vec<String>>,
}

/// Filters by times. An unknown time never matches.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DateRange {
    /// Later.
    pub(super) created_after: Option<Timestamp>,
    /// Earlier.
    pub(super) created_before: Option<Timestamp>,
    /// Then or later.
    pub(super) updated_since: Option<Timestamp>,
    /// Earlier.
    pub(super) updated_before: Option<Timestamp>,
}

impl ListFilter {
    pub(super) fn needs_times(&self) -> bool {
        self.advanced_filter.as_ref().is_some_and(|advanced| advanced.date_range.is_some())
            || self.sort.as_ref().is_some_and(Sort::needs_times)
    }

    /// Whether the filter names a status.
    pub(super) fn names_status(&self) -> bool {
        self.advanced_filter.as_ref().and_then(|advanced| values(advanced.status.as_ref())).is_some()
    }

    /// Whether the filter names this workflow state.
    pub(super) fn names_state(&self, state: WorkflowState) -> bool {
        values(self.workflow_state.as_ref()).is_some_and(|states| states.contains(&state))
    }

    pub(super) fn matches(&self, plan: &PlanInSet<'_>, task: &Task, times: &dyn Fn() -> TaskTimes) -> bool {
        let text = plan.document.text();
        is_among(self.workflow_state.as_ref(), || WorkflowState::of(plan.document, task))
            && self.area.as_ref().is_none_or(|wanted| is_same_name(wanted, &area(task, text)))
            && self.assignee.as_ref().is_none_or(|wanted| {
                value(task, text, AttributeKey::Assignee).is_some_and(|assignee| is_same_name(wanted, &assignee))
            })
            && self.tags.as_ref().is_none_or(|wanted| has_all(wanted, &task.list(text, AttributeKey::Tags)))
            && self.advanced_filter.as_ref().is_none_or(|advanced| advanced.matches(task, text, times))
    }
}

impl AdvancedFilter {
    fn matches(&self, task: &Task, text: &str, times: &dyn Fn() -> TaskTimes) -> bool {
        is_among(self.status.as_ref(), || Status::of(task, text))
            && is_among(self.kind.as_ref(), || TaskType::of(task, text))
            && is_among(self.priority.as_ref(), || priority(task, text))
            && self.tag_filter.as_ref().is_none_or(|tags| tags.matches(&task.list(text, AttributeKey::Tags)))
            && self.date_range.as_ref().is_none_or(|range| range.matches(times()))
    }
}

impl TagFilter {
    fn matches(&self, tags: &[String]) -> bool {
        let has = |wanted: &String| tags.iter().any(|tag| is_same_name(wanted, tag));
        self.any.as_ref().is_none_or(|any| any.is_empty() || any.iter().any(has))
            && self.all.as_ref().is_none_or(|all| has_all(all, tags))
            && self.none.as_ref().is_none_or(|none| !none.iter().any(has))
    }
}

impl DateRange {
    fn matches(&self, times: TaskTimes) -> bool {
        let holds = |limit: Option<Timestamp>, time: Option<u64>, compare: fn(u64, u64) -> bool| {
            limit.is_none_or(|limit| time.is_some_and(|time| compare(time, limit.0)))
        };
        holds(self.created_after, times.created, |time, limit| time > limit)
            && holds(self.created_before, times.created, |time, limit| time < limit)
            && holds(self.updated_since, times.updated, |time, limit| time >= limit)
            && holds(self.updated_before, times.updated, |time, limit| time < limit)
    }
}

/// The wanted values. Models often pass an empty list to mean no filter.
fn values<T>(wanted: Option<&OneOrMany<T>>) -> Option<&[T]> {
    wanted.map(|wanted| wanted.0.as_slice()).filter(|values| !values.is_empty())
}

fn is_among<T: PartialEq>(wanted: Option<&OneOrMany<T>>, value: impl Fn() -> T) -> bool {
    values(wanted).is_none_or(|values| values.contains(&value()))
}

fn has_all(wanted: &[String], tags: &[String]) -> bool {
    wanted.iter().all(|wanted| tags.iter().any(|tag| is_same_name(wanted, tag)))
}

/// Whether two names are equal, ignoring case.
fn is_same_name(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}
