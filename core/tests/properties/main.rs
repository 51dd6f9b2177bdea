//! Properties of the core: what holds for any text, any plan and any change.
//!
//! `PROPTEST_CASES=5000 cargo test --test properties` looks harder. A failure that it finds becomes a named test in
//! `regressions.rs`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a broken property must be loud")]

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod bodies;
mod dependencies;
mod edits;
mod generators;
mod graphs;
mod histories;
mod host;
mod json;
mod op_generators;
mod parsing;
mod queries;
mod records;
mod repairs;
mod round_trips;
mod scopecraft;
mod text_edits;
mod values;

use proptest::prelude::ProptestConfig;

/// How many cases are tried; no file is written for those that fail.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() }
}
