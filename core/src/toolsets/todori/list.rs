//! Pages of lists, by offset, with at most 20 tasks.

use serde::Serialize;

use crate::contract::Bounded;
use crate::toolkit::{MAX_REPLY_CHARS, count_fitting};
use crate::views::to_u32;

/// Most tasks on a page. A larger limit is accepted.
const MAX_ROWS: usize = 20;
/// Size of a page without a limit.
const DEFAULT_SIZE: usize = 2_400;

pub(super) type Limit = Bounded<1, { u32::MAX }>;

/// One page.
pub(super) struct Page<T> {
    pub(super) rows: Vec<T>,
    pub(super) total: u32,
    pub(super) next_offset: Option<u32>,
}

/// The page that starts at `offset`.
pub(super) fn page<T: Serialize>(
    tasks: &[usize],
    offset: Option<u32>,
    limit: Option<Limit>,
    row: impl Fn(usize) -> T,
) -> Page<T> {
    let start = (offset.unwrap_or_default() as usize).min(tasks.len());
    let wanted = &tasks[start..tasks.len().min(start + limit.map_or(MAX_ROWS, Bounded::get).min(MAX_ROWS))];
    let size = if limit.is_some() { MAX_REPLY_CHARS } else { DEFAULT_SIZE };
    let count = count_fitting(wanted.iter().map(|task| row(*task)), size);
    let end = start + count;
    Page {
        rows: wanted[..count].iter().map(|task| row(*task)).collect(),
        total: to_u32(tasks.len()),
        next_offset: (end < tasks.len()).then(|| to_u32(end)),
    }
}
