//! Queries on plans: search, next task, dependency graph, comparison of versions, and pages of long results.

mod compare;
mod cursor;
mod differences;
mod graph;
mod holders;
mod next;
mod readiness;
mod scoring;
mod search;
mod section_matches;

pub use compare::{ChangeKind, TaskChange, compare};
pub use cursor::{InvalidCursor, Page, cursor_at, page, page_start, task_cursor_at, task_page_start};
pub use differences::{Difference, comparable_text, differences};
pub use graph::Graph;
pub use holders::{Holders, Holding, is_same_connection};
pub use next::{Next, ReadyTasks};
pub use scoring::{SearchTerms, TermMatches, Weight};
pub use search::{Hit, every_task, search};
