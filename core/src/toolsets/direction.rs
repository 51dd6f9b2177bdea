//! Which way a list is sorted.

use crate::contract::choices;

choices! {
    /// Which way.
    pub(super) enum Direction {
        /// Smallest first.
        Ascending = "asc",
        /// Largest first.
        Descending = "desc",
    }
}
