//! Properties of the core: what holds for any text, any plan and any change.
//!
//! `PROPTEST_CASES=5000 cargo test --test it properties` tries more cases. A failure becomes a named test in
//! `regressions.rs`.

mod arguments;
mod batches;
mod bodies;
mod decisions_and_notes;
mod dependencies;
mod edits;
mod generators;
mod graphs;
mod histories;
mod line_edits;
mod merges;
mod op_generators;
mod parsing;
mod queries;
mod remerges;
mod repairs;
mod round_trips;
mod scopecraft;
mod text_edits;
mod todori;
mod values;

use proptest::prelude::ProptestConfig;

/// Failing cases are not written to files: they become named tests.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() }
}
