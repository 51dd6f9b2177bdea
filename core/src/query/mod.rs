//! Questions about plans: what matches, and which page of it.

mod page;
mod search;

pub use page::{Page, PageError, page};
pub use search::{Hit, search};
