//! A list, a page at a time.

use std::collections::BinaryHeap;

use crate::contract::{Bounded, Json, ToJson};
use crate::query::{cursor_at, page_start};
use crate::toolsets::Context;
use crate::toolsets::budget::{fitting, page_size};
use crate::workspace::{Stop, ToolError};

use super::filter::ListFilter;
use super::source::{At, Source};
use super::times::Times;

/// More than these are on no page: the smallest rows would not leave room for them.
const MOST_ROWS: usize = 100;

/// One page of a list.
pub(super) struct Page<T> {
    pub(super) rows: Vec<T>,
    /// Number of all.
    pub(super) total: usize,
    pub(super) next_cursor: Option<String>,
}

/// The tasks in the order that is asked for, and of these the page that is asked for. With `size`, the page is as long as
/// that and not as the arguments say.
pub(super) fn page<'w, T: ToJson + Clone>(
    context: &Context<'w>,
    source: &Source<'w>,
    filter: &ListFilter,
    tasks: Vec<At>,
    size: Option<usize>,
    row: impl Fn(At, &Times<'w>) -> T,
) -> Result<Page<T>, Stop> {
    let tasks = match &filter.sort {
        Some(sort) => {
            let known: &[At] = if sort.needs_times() { &tasks } else { &[] };
            sort.sorted(source, &Times::of(context, source, known.iter().copied())?, &tasks)
        }
        None => tasks,
    };
    let size = size.unwrap_or_else(|| page_size(filter.limit.is_some()));
    let limit = filter.limit.map_or(MOST_ROWS, Bounded::get);
    paged(context, source, &tasks, filter.cursor.as_deref(), limit, size, row)
}

/// The page of a list that a cursor, a limit and a size ask for.
pub(super) fn paged<'w, T: ToJson + Clone>(
    context: &Context<'w>,
    source: &Source<'w>,
    tasks: &[At],
    cursor: Option<&str>,
    limit: usize,
    size: usize,
    row: impl Fn(At, &Times<'w>) -> T,
) -> Result<Page<T>, Stop> {
    let keys: Vec<_> = tasks.iter().map(|at| source.key(*at)).collect();
    let question = question(&context.call.arguments);
    let start = page_start(&keys, |key| key, &question, cursor).map_err(|_| ToolError::invalid_cursor())?;
    let wished = tasks.get(start..).unwrap_or_default();
    let wished = wished.get(..limit).unwrap_or(wished);
    let times = Times::of(context, source, wished.iter().copied())?;
    let mut rows = Vec::new();
    let made = wished.iter().map(|at| {
        let row = row(*at, &times);
        rows.push(row.clone());
        row
    });
    let shown = fitting(made, size);
    rows.truncate(shown);
    let next_cursor = cursor_at(&keys, |key| key, &question, start + shown);
    Ok(Page { rows, total: tasks.len(), next_cursor })
}

/// What is asked, whichever page of it: a cursor belongs to one question.
fn question(arguments: &Json) -> String {
    let fields = arguments.as_object().unwrap_or_default();
    let asked = fields.iter().filter(|(name, value)| !matches!(name.as_str(), "cursor" | "limit") && !value.is_null());
    let parts: BinaryHeap<_> = asked.map(|(name, value)| format!("{name}={value}")).collect();
    parts.into_sorted_vec().join("\n")
}
