//! Three versions of a file merged, for a merge driver.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::contract::{Json, to_json};
use crate::merge::{Options, merge_bytes};
use crate::views::{MergeReport, merge_conflicts};

/// A merged file. JavaScript frees it with `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MergedFile {
    bytes: Vec<u8>,
    told: String,
}

#[wasm_bindgen]
impl MergedFile {
    /// Merges `ours` and `theirs`, which were made from `base`. `options` is `{ oursLabel?, theirsLabel?, markerSize?,
    /// furtherStatusWins? }`; what is left out or makes no sense is as by default.
    #[wasm_bindgen(constructor)]
    pub fn new(base: &[u8], ours: &[u8], theirs: &[u8], options: &str) -> Self {
        super::remember_panics();
        let (bytes, merged) = merge_bytes(base, ours, theirs, &read_options(options));
        let report = MergeReport { conflicts: merge_conflicts(merged.conflicts), notes: merge_conflicts(merged.notes) };
        let told = to_json(&report);
        Self { bytes, told }
    }

    /// The merged bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// `{ conflicts, notes }`, each a list of `{ taskId?, field, line, base?, ours?, theirs?, message }`: what somebody has to
    /// decide, and what a rule decided.
    pub fn told(&self) -> String {
        self.told.clone()
    }
}

fn read_options(options: &str) -> Options {
    let given = Json::parse(options).unwrap_or(Json::Null);
    let mut options = Options::default();
    let label = |name: &str, label: &mut String| {
        if let Some(given) = given.get(name).as_str() {
            *label = given.replace(['\n', '\r'], " ");
        }
    };
    label("oursLabel", &mut options.ours_label);
    label("theirsLabel", &mut options.theirs_label);
    if let Some(size) = given.get("markerSize").as_u64() {
        // A line of markers longer than this is nobody's wish.
        options.marker_size = usize::try_from(size).unwrap_or(usize::MAX).min(1_000);
    }
    options.further_status_wins = given.get("furtherStatusWins").as_bool().unwrap_or(true);
    options
}
