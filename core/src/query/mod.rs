//! Questions about plans: what matches, and which page of it.

mod page;

pub use page::{Page, PageError, page};
