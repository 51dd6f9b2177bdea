//! Pages of lists.

use serde::Serialize;

use crate::contract::{Bounded, fingerprint};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::history::TaskTimes;
use crate::plan::Task;
use crate::query::{cursor_at, page_start};
use crate::toolkit::{Context, page_size, take_fitting};

use super::envelope::Metadata;
use super::filter::ListFilter;
use super::plan_set::{PlanInSet, PlanSet, TaskRef};
use super::times::Times;

/// Most rows on a page. Even the smallest rows would not leave room for more.
const MAX_ROWS: usize = 100;

/// The definition of a list.
pub(super) struct List<'l, R> {
    /// What it lists, for the message, as in `3 tasks`.
    pub(super) noun: &'l str,
    pub(super) filter: &'l ListFilter,
    /// Size of a page; by default it depends on the arguments.
    pub(super) size: Option<usize>,
    /// Whether the list includes a task, before the filter.
    pub(super) includes: &'l dyn Fn(&PlanInSet<'_>, &Task) -> bool,
    pub(super) row: &'l dyn Fn(&PlanSet<'_>, &Times<'_>, TaskRef) -> R,
}

/// A page with its message and metadata.
pub(super) struct Listed<R> {
    pub(super) rows: Vec<R>,
    pub(super) message: String,
    pub(super) metadata: Metadata,
}

impl<R: Serialize> List<'_, R> {
    pub(super) fn page(&self, context: &Context<'_>) -> ToolResult<Listed<R>> {
        let set = PlanSet::open(context, self.filter.root_dir.as_deref())?;
        let tasks = self.tasks(context, &set)?;
        let limit = self.filter.limit.map_or(MAX_ROWS, Bounded::get);
        let size = self.size.unwrap_or_else(|| page_size(self.filter.limit.is_some()));
        let request = PageRequest { cursor: self.filter.cursor.as_deref(), limit, size };
        let page = request.page(context, &set, &tasks, &|times, at| (self.row)(&set, times, at))?;
        let plural = if tasks.len() == 1 { "" } else { "s" };
        let message = match (page.rows.len(), tasks.len()) {
            (shown, total) if shown == total => format!("{total} {}{plural}", self.noun),
            (shown, total) => format!("{shown} of {total} {}{plural}", self.noun),
        };
        let metadata = Metadata::of(context, &set).with_page(tasks.len(), page.next_cursor);
        Ok(Listed { rows: page.rows, message, metadata })
    }

    /// All tasks of the list, in order.
    fn tasks(&self, context: &Context<'_>, set: &PlanSet<'_>) -> ToolResult<Vec<TaskRef>> {
        let candidates: Vec<_> = set.tasks().filter(|at| self.includes(set, *at)).collect();
        let times = Times::of(context, set, if self.filter.needs_times() { &candidates } else { &[] })?;
        let times_of = |at: TaskRef| -> TaskTimes {
            let (plan, task) = set.get(at);
            times.task(at, task.id.of(plan.document.text()))
        };
        let matches = |at: &TaskRef| {
            let (plan, task) = set.get(*at);
            self.filter.matches(plan, task, &|| times_of(*at))
        };
        let matching: Vec<_> = candidates.into_iter().filter(matches).collect();
        Ok(match &self.filter.sort {
            Some(sort) => sort.sorted(set, &times, &matching),
            None => matching,
        })
    }

    fn includes(&self, set: &PlanSet<'_>, at: TaskRef) -> bool {
        let (plan, task) = set.get(at);
        (self.includes)(plan, task)
    }
}

/// A page that a call asks for.
pub(super) struct PageRequest<'c> {
    pub(super) cursor: Option<&'c str>,
    pub(super) limit: usize,
    /// Longest page as JSON. A page has at least one row.
    pub(super) size: usize,
}

pub(super) struct Page<R> {
    pub(super) rows: Vec<R>,
    pub(super) next_cursor: Option<String>,
}

impl PageRequest<'_> {
    pub(super) fn page<R: Serialize>(
        &self,
        context: &Context<'_>,
        set: &PlanSet<'_>,
        tasks: &[TaskRef],
        row: &dyn Fn(&Times<'_>, TaskRef) -> R,
    ) -> ToolResult<Page<R>> {
        let keys: Vec<_> = tasks.iter().map(|at| set.key(*at)).collect();
        // The cursor is valid for all pages of one query.
        let query = fingerprint(&context.call.arguments, &["cursor", "limit"]);
        let start = page_start(&keys, |key| key, &query, self.cursor).map_err(|_| Failure::InvalidCursor)?;
        let rest = tasks.get(start..).unwrap_or_default();
        let rest = rest.get(..self.limit).unwrap_or(rest);
        let times = Times::of(context, set, rest)?;
        let rows = take_fitting(rest.iter().map(|at| row(&times, *at)), self.size);
        let next_cursor = cursor_at(&keys, |key| key, &query, start + rows.len());
        Ok(Page { rows, next_cursor })
    }
}
