//! What must hold for any plan and any change, said a second time and as simply as possible. Property tests and fuzz
//! targets share it.
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
