//! One plan by itself, for embedders that do without tools: an editor, a page, a script.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::contract::{Json, Read, read_arguments, to_json};
use crate::edit::{self, Applied, EditError, Op, RepairAction};
use crate::plan::{self, Diagnostics, Document, IdSource, decode};
use crate::query;
use crate::views::{
    AppliedOps, AppliedRepair, Findings, Refusal, RepairedText, changed_ranges, findings, outline, search_hits,
    told_changes,
};

/// The SHA-256 of a file's bytes, in hexadecimal.
#[wasm_bindgen]
pub fn etag(bytes: &[u8]) -> String {
    plan::etag(bytes)
}

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
        super::remember_panics();
        Self(match String::from_utf8(bytes) {
            Ok(text) => Content::Text(Document::new(text)),
            Err(error) => Content::Bytes(error.into_bytes()),
        })
    }

    /// The bytes as they are now.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.0 {
            Content::Text(document) => document.text().as_bytes().to_vec(),
            Content::Bytes(bytes) => bytes.clone(),
        }
    }

    /// The whole plan: title, body, sections and tasks with all that is known of them. Of what is not UTF-8, nothing.
    pub fn outline(&self) -> String {
        let nothing = Document::default();
        to_json(&outline(if let Content::Text(document) = &self.0 { document } else { &nothing }))
    }

    /// What changed since `older`, by task: a list of `{ taskId?, title, change, field?, from?, to? }`. Bytes that are no text say
    /// nothing about what changed.
    #[wasm_bindgen(js_name = changesSince)]
    pub fn changes_since(&self, older: &Self) -> String {
        let (Content::Text(old), Content::Text(new)) = (&older.0, &self.0) else { return "[]".into() };
        to_json(&told_changes(old, new))
    }

    /// `{ errors, warnings }`, each a list of `{ code, line, column, endColumn, message }`. Lines and columns count from 1,
    /// columns in UTF-16 units; a finding about no particular place of a line has no columns.
    pub fn validate(&self) -> String {
        let (Diagnostics { errors, warnings }, text) = match &self.0 {
            Content::Text(document) => (Diagnostics::of(document.plan(), document.text()), document.text()),
            Content::Bytes(bytes) => {
                let errors = decode(bytes).err().into_iter().collect();
                (Diagnostics { errors, warnings: Vec::new() }, "")
            }
        };
        to_json(&Findings { errors: findings(errors, text), warnings: findings(warnings, text) })
    }

    /// The best `limit` tasks in which every word of `query` is found: `{ total, hits }`, each hit
    /// `{ taskId, title, status, sectionPath, excerpt? }`.
    pub fn search(&self, query: &str, limit: usize) -> String {
        let nothing = Document::default();
        let document = if let Content::Text(document) = &self.0 { document } else { &nothing };
        to_json(&search_hits(document, &query::search(document, query, None), limit))
    }

    /// The indexes, in the outline's list, of all tasks in which every word of `query` is found, best first: for whoever filters
    /// while somebody types, and has the tasks already.
    pub fn find(&self, query: &str) -> Vec<u32> {
        let Content::Text(document) = &self.0 else { return Vec::new() };
        query::search(document, query, None).iter().filter_map(|hit| u32::try_from(hit.task).ok()).collect()
    }

    /// Applies a list of operations, all or none: `{ taskIds, changedRanges }`, or `{ error: { code, message, op } }` with
    /// the number of the refused operation. `now` is in milliseconds since 1970, `entropy` 10 random bytes.
    ///
    /// A changed range is `{ start, end, text }`: where it was in the text before, in UTF-16 units (a byte order mark is
    /// one), and what stands there now.
    pub fn apply(&mut self, ops: &str, now: f64, entropy: &[u8]) -> String {
        self.try_apply(ops, now, entropy).unwrap_or_else(refusal)
    }

    /// Carries out a list of repairs by their names: `{ applied: [{ action, line }], changedRanges }`, or an error as in
    /// `apply`.
    pub fn repair(&mut self, actions: &str, now: f64, entropy: &[u8]) -> String {
        self.try_repair(actions, now, entropy).unwrap_or_else(refusal)
    }
}

impl Plan {
    fn document(&mut self) -> Result<&mut Document, EditError> {
        match &mut self.0 {
            Content::Text(document) => Ok(document),
            Content::Bytes(bytes) => Err(EditError::invalid_plan(decode(bytes).err().iter())),
        }
    }

    fn try_apply(&mut self, ops: &str, now: f64, entropy: &[u8]) -> Result<String, EditError> {
        let ops = read_ops(ops)?;
        let mut ids = id_source(now, entropy)?;
        let document = self.document()?;
        let edited = edit::apply(document, &ops, &mut ids)?;
        let changed_ranges = changed_ranges(document.text(), &edited.edit);
        *document = edited.document;
        Ok(to_json(&AppliedOps { task_ids: edited.task_ids, changed_ranges }))
    }

    fn try_repair(&mut self, actions: &str, now: f64, entropy: &[u8]) -> Result<String, EditError> {
        let actions: Vec<RepairAction> =
            read_arguments(&json_value(actions)?).map_err(|mismatch| EditError::invalid(mismatch.message()))?;
        let mut ids = id_source(now, entropy)?;
        let document = self.document()?;
        let repaired = edit::repair(document, &actions, &mut ids);
        let changed_ranges = changed_ranges(document.text(), &repaired.edit);
        *document = repaired.document;
        let applied = repaired
            .applied
            .into_iter()
            .map(|Applied { action, line }| AppliedRepair { action, line: u32::try_from(line).unwrap_or(u32::MAX) });
        Ok(to_json(&RepairedText { applied: applied.collect(), changed_ranges }))
    }
}

fn refusal(error: EditError) -> String {
    to_json(&Refusal::from(error))
}

fn json_value(json: &str) -> Result<Json, EditError> {
    Json::parse(json).map_err(|error| EditError::invalid(format!("The arguments are not valid JSON: {error}")))
}

fn read_ops(json: &str) -> Result<Vec<Op>, EditError> {
    let value = json_value(json)?;
    let ops = value.as_list().ok_or_else(|| EditError::invalid("The arguments must be a list of operations"))?;
    let read = |(number, op)| {
        Op::read(op).map_err(|mismatch| EditError { op: number, ..EditError::invalid(mismatch.message()) })
    };
    ops.iter().enumerate().map(read).collect()
}

/// Ids for new tasks. JavaScript has no integers, and any length of bytes can be passed.
fn id_source(now: f64, entropy: &[u8]) -> Result<IdSource, EditError> {
    /// What a ULID can hold.
    const LATEST: f64 = 281_474_976_710_655.0;
    if !(0.0..=LATEST).contains(&now) {
        return Err(EditError::invalid("now must be milliseconds since 1970"));
    }
    let entropy: [u8; 10] = entropy
        .try_into()
        .map_err(|_| EditError::invalid(format!("entropy has {} bytes; expected 10 random ones", entropy.len())))?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked above")]
    let now = now as u64;
    Ok(IdSource::new(now, entropy))
}
