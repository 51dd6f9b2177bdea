//! Lists, a page at a time.

use serde::Serialize;

use crate::contract::{Bounded, fingerprint};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::history::TaskTimes;
use crate::plan::Task;
use crate::query::{cursor_at, page_start};
use crate::toolkit::Context;
use crate::toolkit::{json_size, page_size};

use super::envelope::Metadata;
use super::filter::ListFilter;
use super::plan_set::{PlanInSet, PlanSet, TaskRef};
use super::times::Times;

/// More than these are on no page: the smallest rows would not leave room for them.
const MOST_ROWS: usize = 100;

/// What makes one list another than the next.
pub(super) struct List<'l, R> {
    /// What it holds, as in `3 tasks`.
    pub(super) noun: &'l str,
    /// What it is narrowed to.
    pub(super) filter: &'l ListFilter,
    /// How long a page is, if not as the arguments say.
    pub(super) size: Option<usize>,
    /// Whether a task is one of those that the list is about.
    pub(super) holds: &'l dyn Fn(&PlanInSet<'_>, &Task) -> bool,
    pub(super) row: &'l dyn Fn(&PlanSet<'_>, &Times<'_>, TaskRef) -> R,
}

/// The page of a list that was asked for.
pub(super) struct Listed<R> {
    pub(super) rows: Vec<R>,
    pub(super) message: String,
    pub(super) metadata: Metadata,
}

impl<R: Serialize> List<'_, R> {
    /// Makes the list.
    pub(super) fn page(&self, context: &Context<'_>) -> ToolResult<Listed<R>> {
        let set = PlanSet::open(context, self.filter.root_dir.as_deref())?;
        let tasks = self.tasks(context, &set)?;
        let limit = self.filter.limit.map_or(MOST_ROWS, Bounded::get);
        let size = self.size.unwrap_or_else(|| page_size(self.filter.limit.is_some()));
        let asked = Asked { cursor: self.filter.cursor.as_deref(), limit, size };
        let page = asked.page(context, &set, &tasks, &|times, at| (self.row)(&set, times, at))?;
        let plural = if tasks.len() == 1 { "" } else { "s" };
        let message = match (page.rows.len(), tasks.len()) {
            (shown, total) if shown == total => format!("{total} {}{plural}", self.noun),
            (shown, total) => format!("{shown} of {total} {}{plural}", self.noun),
        };
        let metadata = Metadata::of(context, &set).with_page(tasks.len(), page.next_cursor);
        Ok(Listed { rows: page.rows, message, metadata })
    }

    /// All tasks that are in it, in their order.
    fn tasks(&self, context: &Context<'_>, set: &PlanSet<'_>) -> ToolResult<Vec<TaskRef>> {
        let held: Vec<_> = set.tasks().filter(|at| self.holds(set, *at)).collect();
        let times = Times::of(context, set, if self.filter.needs_times() { &held } else { &[] })?;
        let times_of = |at: TaskRef| -> TaskTimes {
            let (plan, task) = set.get(at);
            times.task(at, task.id.of(plan.document.text()))
        };
        let is_wanted = |at: &TaskRef| {
            let (plan, task) = set.get(*at);
            self.filter.fits(plan, task, &|| times_of(*at))
        };
        let wanted: Vec<_> = held.into_iter().filter(is_wanted).collect();
        Ok(match &self.filter.sort {
            Some(sort) => sort.sorted(set, &times, &wanted),
            None => wanted,
        })
    }

    fn holds(&self, set: &PlanSet<'_>, at: TaskRef) -> bool {
        let (plan, task) = set.get(at);
        (self.holds)(plan, task)
    }
}

/// Which page is asked for.
pub(super) struct Asked<'c> {
    pub(super) cursor: Option<&'c str>,
    pub(super) limit: usize,
    /// How long it may be as JSON. It holds one row at least.
    pub(super) size: usize,
}

/// A page.
pub(super) struct Page<R> {
    pub(super) rows: Vec<R>,
    /// Number of the task that it starts with.
    pub(super) start: usize,
    pub(super) next_cursor: Option<String>,
}

impl Asked<'_> {
    /// The page of these tasks.
    pub(super) fn page<R: Serialize>(
        &self,
        context: &Context<'_>,
        set: &PlanSet<'_>,
        tasks: &[TaskRef],
        row: &dyn Fn(&Times<'_>, TaskRef) -> R,
    ) -> ToolResult<Page<R>> {
        let keys: Vec<_> = tasks.iter().map(|at| set.key(*at)).collect();
        // A cursor belongs to one query, whichever page of it.
        let question = fingerprint(&context.call.arguments, &["cursor", "limit"]);
        let start = page_start(&keys, |key| key, &question, self.cursor).map_err(|_| Failure::InvalidCursor)?;
        let wished = tasks.get(start..).unwrap_or_default();
        let wished = wished.get(..self.limit).unwrap_or(wished);
        let times = Times::of(context, set, wished)?;
        let mut rows = Vec::new();
        let mut used = 0;
        for at in wished {
            let row = row(&times, *at);
            used += json_size(&row);
            if used > self.size && !rows.is_empty() {
                break;
            }
            rows.push(row);
        }
        let next_cursor = cursor_at(&keys, |key| key, &question, start + rows.len());
        Ok(Page { rows, start, next_cursor })
    }
}
