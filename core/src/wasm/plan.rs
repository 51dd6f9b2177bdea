//! One plan alone, for embedders that need no tools: an editor, a page, a script; and the merge of three files.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::contract::{Arguments, read};
use crate::edit::{self, EditError, Op, RepairAction};
use crate::merge::{Options, merge_bytes};
use crate::plan::{self, Document, IdGenerator, decode};
use crate::query;
use crate::views::{
    AppliedOps, AppliedRepairs, Diagnostics, MergeReport, PlanDiagnostic, changed_ranges, merge_conflicts, outline,
    search_hits,
};

use super::{PlanError, install_panic_hook, to_js};

/// A plan and its text. JavaScript frees it with `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Plan(Content);

#[derive(Debug)]
enum Content {
    Text(Document),
    /// Not UTF-8.
    Bytes(Vec<u8>),
}

#[wasm_bindgen]
impl Plan {
    /// Parses the bytes of a file. Any bytes will do; `validate` says what is wrong with them.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Self {
        install_panic_hook();
        Self(match String::from_utf8(bytes) {
            Ok(text) => Content::Text(Document::new(text)),
            Err(error) => Content::Bytes(error.into_bytes()),
        })
    }

    pub fn bytes(&self) -> Vec<u8> {
        match &self.0 {
            Content::Text(document) => document.text().as_bytes().to_vec(),
            Content::Bytes(bytes) => bytes.clone(),
        }
    }

    /// The whole plan: title, body, sections and tasks. It is empty if the file is not UTF-8.
    #[wasm_bindgen(unchecked_return_type = "Outline")]
    pub fn outline(&self) -> Result<JsValue, JsValue> {
        to_js(&outline(&self.text_or_nothing()))
    }

    /// What changed since `older`, by task. Nothing if one of them is not UTF-8.
    #[wasm_bindgen(js_name = changesSince, unchecked_return_type = "TaskChange[]")]
    pub fn changes_since(&self, older: &Self) -> Result<JsValue, JsValue> {
        match (&older.0, &self.0) {
            (Content::Text(old), Content::Text(new)) => to_js(&query::compare(old, new)),
            _ => to_js(&[(); 0]),
        }
    }

    /// Everything that differs from an older version, as people read it; nothing if one of them is not UTF-8.
    #[cfg(feature = "tools")]
    #[wasm_bindgen(js_name = differencesFrom, unchecked_return_type = "Difference[]")]
    pub fn differences_from(&self, older: &Self) -> Result<JsValue, JsValue> {
        match (&older.0, &self.0) {
            (Content::Text(old), Content::Text(new)) => to_js(&query::differences(old, new)),
            _ => to_js(&[(); 0]),
        }
    }

    /// The plan as a text for line-based comparison, in which task lines are readable.
    #[cfg(feature = "tools")]
    #[wasm_bindgen(js_name = comparableText)]
    pub fn comparable_text(&self) -> String {
        query::comparable_text(&self.text_or_nothing())
    }

    /// What is wrong with the file, and where. Lines and columns count from 1, columns in UTF-16 units.
    #[wasm_bindgen(unchecked_return_type = "Diagnostics")]
    pub fn validate(&self) -> Result<JsValue, JsValue> {
        let (plan::Diagnostics { errors, warnings }, text) = match &self.0 {
            Content::Text(document) => (plan::Diagnostics::of(document.plan(), document.text()), document.text()),
            Content::Bytes(bytes) => {
                let errors = decode(bytes).err().into_iter().collect();
                (plan::Diagnostics { errors, warnings: Vec::new() }, "")
            }
        };
        to_js(&Diagnostics { errors: PlanDiagnostic::all(errors, text), warnings: PlanDiagnostic::all(warnings, text) })
    }

    /// The best `limit` tasks that contain every word of `query`.
    #[wasm_bindgen(unchecked_return_type = "SearchHits")]
    pub fn search(&self, query: &str, limit: usize) -> Result<JsValue, JsValue> {
        let document = self.text_or_nothing();
        to_js(&search_hits(&document, &query::search(&document, query, |_| true), limit))
    }

    /// The indexes, in the outline's list, of all tasks that contain every word of `query`, best first: for callers that
    /// filter while someone types, and have the tasks already.
    pub fn find(&self, query: &str) -> Vec<u32> {
        let Content::Text(document) = &self.0 else { return Vec::new() };
        query::search(document, query, |_| true).iter().filter_map(|hit| u32::try_from(hit.task).ok()).collect()
    }

    /// Applies operations, all or none. `now` is in milliseconds since 1970, `entropy` 10 random bytes. Throws a `PlanError` if one
    /// is refused.
    #[wasm_bindgen(unchecked_return_type = "AppliedOps")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "readonly Op[]")] ops: JsValue,
        now: f64,
        entropy: &[u8],
    ) -> Result<JsValue, JsValue> {
        let ops = read_ops(ops)?;
        let mut ids = id_generator(now, entropy)?;
        let document = self.document()?;
        let edited = edit::apply(document, &ops, &mut ids).map_err(PlanError::from)?;
        let changed_ranges = changed_ranges(document.text(), &edited.edit);
        *document = edited.document;
        to_js(&AppliedOps { task_ids: edited.ops.into_iter().map(|op| op.task_id).collect(), changed_ranges })
    }

    /// Applies repairs by their names. Throws a `PlanError` if the file is not UTF-8 or contains a git conflict.
    #[wasm_bindgen(unchecked_return_type = "AppliedRepairs")]
    pub fn repair(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "readonly RepairAction[]")] actions: JsValue,
        now: f64,
        entropy: &[u8],
    ) -> Result<JsValue, JsValue> {
        let actions: Vec<RepairAction> = read_js(actions)?;
        let mut ids = id_generator(now, entropy)?;
        let document = self.document()?;
        let repaired = edit::repair(document, &actions, &mut ids).map_err(PlanError::from)?;
        let changed_ranges = changed_ranges(document.text(), &repaired.edit);
        *document = repaired.document;
        to_js(&AppliedRepairs { applied: repaired.applied, changed_ranges })
    }
}

impl Plan {
    /// The document, which is empty if the file is not UTF-8. Documents are shared, so a clone costs nothing.
    fn text_or_nothing(&self) -> Document {
        if let Content::Text(document) = &self.0 { document.clone() } else { Document::default() }
    }

    fn document(&mut self) -> Result<&mut Document, PlanError> {
        match &mut self.0 {
            Content::Text(document) => Ok(document),
            Content::Bytes(bytes) => Err(EditError::invalid_plan(decode(bytes).err().iter()).into()),
        }
    }
}

/// Arguments of embedders are read like those of tools, so that both have the same messages.
fn read_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value: Arguments = serde_wasm_bindgen::from_value(value)?;
    Ok(read(&value).map_err(PlanError::from)?)
}

/// An error names the operation that cannot be read.
fn read_ops(ops: JsValue) -> Result<Vec<Op>, JsValue> {
    let values: Arguments = serde_wasm_bindgen::from_value(ops)?;
    let Some(values) = values.as_array() else {
        return Err(PlanError::from(EditError::invalid("The arguments must be a list of operations")).into());
    };
    let read_op = |(op, value)| {
        read(value).map_err(|error| PlanError::from(EditError { op, ..EditError::invalid(error.message()) }).into())
    };
    values.iter().enumerate().map(read_op).collect()
}

/// Ids for new tasks. JavaScript has no integers, and any length of bytes can be passed.
fn id_generator(now: f64, entropy: &[u8]) -> Result<IdGenerator, PlanError> {
    /// What a ULID can hold.
    const LATEST: f64 = 281_474_976_710_655.0;
    if !(0.0..=LATEST).contains(&now) {
        return Err(EditError::invalid("now must be milliseconds since 1970").into());
    }
    let entropy: [u8; 10] = entropy
        .try_into()
        .map_err(|_| EditError::invalid(format!("entropy has {} bytes; expected 10 random ones", entropy.len())))?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked above")]
    let now = now as u64;
    Ok(IdGenerator::new(now, entropy))
}

/// The merged bytes, the conflicts that a person has to resolve, and the notes on what a rule resolved.
#[derive(Serialize)]
struct MergeResult {
    bytes: ByteBuf,
    #[serde(flatten)]
    report: MergeReport,
}

/// Merges `ours` and `theirs`, which were made from `base`.
#[wasm_bindgen(unchecked_return_type = "MergeResult")]
pub fn merge(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    #[wasm_bindgen(unchecked_param_type = "MergeOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    install_panic_hook();
    let options: MergeOptions = serde_wasm_bindgen::from_value(options).unwrap_or_default();
    let (bytes, merged) = merge_bytes(base, ours, theirs, &options.into());
    let report = MergeReport { conflicts: merge_conflicts(merged.conflicts), notes: merge_conflicts(merged.notes) };
    to_js(&MergeResult { bytes: ByteBuf::from(bytes), report })
}

/// What is left out or makes no sense has its default.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct MergeOptions {
    ours_label: Option<String>,
    theirs_label: Option<String>,
    base_label: Option<String>,
    marker_size: Option<f64>,
    further_status_wins: Option<bool>,
}

impl From<MergeOptions> for Options {
    fn from(given: MergeOptions) -> Self {
        /// A longer line of markers is a mistake.
        const LONGEST_MARKER: f64 = 1_000.0;
        let mut options = Self { base_label: given.base_label, ..Self::default() };
        options.ours_label = given.ours_label.unwrap_or(options.ours_label);
        options.theirs_label = given.theirs_label.unwrap_or(options.theirs_label);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within 0 and 1,000")]
        if let Some(size) = given.marker_size.filter(|size| *size >= 0.0) {
            options.marker_size = size.min(LONGEST_MARKER) as usize;
        }
        options.further_status_wins = given.further_status_wins.unwrap_or(true);
        options
    }
}
