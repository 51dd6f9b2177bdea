//! Pages of lists: an offset, at most 20 tasks, and where the next page starts.

use serde::Serialize;

use crate::contract::Bounded;
use crate::toolkit::{MAX_REPLY_CHARS, count_fitting};
use crate::views::to_u32;

/// Most tasks in an answer; a client may ask for more and gets these.
const MOST: usize = 20;
/// Without a limit a page holds as much as fits into this.
const USUAL_SIZE: usize = 2_400;

/// How many tasks a client wants.
pub(super) type Limit = Bounded<1, { u32::MAX }>;

/// One page.
pub(super) struct Page<T> {
    pub(super) rows: Vec<T>,
    pub(super) total: u32,
    pub(super) next_offset: Option<u32>,
}

/// The rows from `offset` on.
pub(super) fn page<T: Serialize>(
    tasks: &[usize],
    offset: Option<u32>,
    limit: Option<Limit>,
    row: impl Fn(usize) -> T,
) -> Page<T> {
    let start = (offset.unwrap_or_default() as usize).min(tasks.len());
    let wanted = &tasks[start..tasks.len().min(start + limit.map_or(MOST, Bounded::get).min(MOST))];
    let size = if limit.is_some() { MAX_REPLY_CHARS } else { USUAL_SIZE };
    let shown = count_fitting(wanted.iter().map(|task| row(*task)), size);
    let end = start + shown;
    Page {
        rows: wanted[..shown].iter().map(|task| row(*task)).collect(),
        total: to_u32(tasks.len()),
        next_offset: (end < tasks.len()).then(|| to_u32(end)),
    }
}
