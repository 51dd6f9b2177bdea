//! Questions about plans: what matches, what is next, what changed, and which page of a long answer.

mod compare;
mod cursor;
mod graph;
mod next;
mod scoring;
mod search;

pub use compare::{Change, TaskChange, compare};
pub use cursor::{Page, PageError, cursor_at, page, page_start, task_cursor_at, task_page_start};
pub use graph::Graph;
pub use next::{Next, next};
pub use scoring::{Found, Weight, Words};
pub use search::{Hit, search};
