//! Questions about plans: what matches, what is next, and which page of a long answer.

mod graph;
mod next;
mod page;
mod search;

pub use graph::Graph;
pub use next::{Next, next};
pub use page::{Page, PageError, cursor_at, page, page_start};
pub use search::{Hit, search};
