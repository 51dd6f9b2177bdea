//! Filters of lists: by status, priority and dates.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::contract::OneOrMany;
use crate::plan::Document;
use crate::toolkit::Timestamp;

use super::mapping::{Priority, Status};
use super::times::Times;

/// What a list is narrowed to.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Filter {
    /// One or several.
    pub(super) status: Option<OneOrMany<Status>>,
    /// One or several.
    pub(super) priority: Option<OneOrMany<Priority>>,
    /// ISO 8601 time.
    pub(super) created_after: Option<Timestamp>,
    /// As createdAfter.
    pub(super) created_before: Option<Timestamp>,
    /// As createdAfter.
    pub(super) updated_after: Option<Timestamp>,
    /// As createdAfter.
    pub(super) updated_before: Option<Timestamp>,
}

impl Filter {
    /// Indexes of the top-level tasks that match, in the order of the plan.
    pub(super) fn tasks(&self, document: &Document, times: &Times<'_>) -> Vec<usize> {
        let (text, tasks) = (document.text(), &document.plan().tasks);
        let matches = |index: &usize| {
            let task = &tasks[*index];
            let id = task.id.of(text);
            task.parent.is_none()
                && is_among(self.status.as_ref(), || Status::of(task, text))
                && is_among(self.priority.as_ref(), || Priority::of(task, text))
                && is_between(self.created_after, self.created_before, || times.task(id).created)
                && is_between(self.updated_after, self.updated_before, || times.task(id).updated)
        };
        (0..tasks.len()).filter(matches).collect()
    }
}

/// The wanted values. Models often pass an empty list to mean no filter.
pub(super) fn values<T>(wanted: Option<&OneOrMany<T>>) -> Option<&[T]> {
    wanted.map(|wanted| wanted.0.as_slice()).filter(|values| !values.is_empty())
}

/// Whether the value is one of the wanted ones.
pub(super) fn is_among<T: PartialEq>(wanted: Option<&OneOrMany<T>>, value: impl Fn() -> T) -> bool {
    values(wanted).is_none_or(|values| values.contains(&value()))
}

/// Whether the time is between the limits. An unknown time matches only without limits.
fn is_between(after: Option<Timestamp>, before: Option<Timestamp>, time: impl Fn() -> Option<u64>) -> bool {
    if after.is_none() && before.is_none() {
        return true;
    }
    let Some(time) = time() else { return false };
    after.is_none_or(|after| time > after.0) && before.is_none_or(|before| time < before.0)
}
