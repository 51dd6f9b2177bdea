//! All native tests of the core in one binary, so that it is linked once.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing test must be loud")]

mod cache;
mod calls;
mod claims;
mod commits;
mod convert;
mod differences;
mod format_reference;
mod golden;
mod hand_edits;
mod host;
mod limits;
mod listing;
mod merge_cases;
mod merge_contradictions;
mod merge_prose;
mod merge_sections;
mod properties;
mod regressions;
mod structure;
mod support;
mod surface;
