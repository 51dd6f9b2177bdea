//! Questions about plans: what matches, what is next, what changed, and which page of a long answer.

mod compare;
mod graph;
mod next;
mod page;
mod relevance;
mod search;

pub use compare::{Change, TaskChange, compare};
pub use graph::Graph;
pub use next::{Next, next};
pub use page::{Page, PageError, cursor_at, page, page_start, task_cursor_at, task_page_start};
pub use relevance::{Found, Weight, Words};
pub use search::{Hit, search};
