//! An independent, naive implementation of what must hold for any plan and any change, shared by property tests and
//! fuzz targets.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken invariant must be loud"
)]

pub(crate) mod changes;
pub(crate) mod intent;
pub(crate) mod invariants;
pub(crate) mod locality;
pub(crate) mod naive;
pub(crate) mod snapshot;
