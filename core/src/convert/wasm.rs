//! The boundary to JavaScript, beside the core's in the same wasm. It is the core's own interface, so that whatever runs the
//! core's calls runs these too.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::wasm::remember_panics;
use crate::workspace::{CallId, Loaded, Outcome};

use crate::convert::export::markdown::{Links, to_html};
use crate::convert::workspace;

/// Markdown as HTML that can do nothing, for a page of its own.
#[wasm_bindgen(js_name = markdownToHtml)]
pub fn markdown_to_html(markdown: &str) -> String {
    to_html(markdown, Links::Elsewhere)
}

/// The files that were put, and the imports and exports that work on them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Conversions(workspace::Workspace);

#[wasm_bindgen]
impl Conversions {
    /// A workspace with the given settings, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Self {
        remember_panics();
        Self(workspace::Workspace::from_json(settings))
    }

    /// Begins a call given as JSON.
    pub fn begin(&mut self, call: &str) -> CallId {
        self.0.begin(call)
    }

    /// Whether the call may write.
    pub fn writes(&self, id: CallId) -> bool {
        self.0.calls.writes(id)
    }

    /// Goes on with a call and says, as JSON, what it wants next.
    pub fn step(&mut self, id: CallId) -> String {
        self.0.calls.step(id).to_json()
    }

    /// Takes what the host found at a path. `kind` is `bytes`, `names` (joined by NUL), `absent` or `fault` (its word).
    /// `modified` is when a file was last changed, in milliseconds since 1970.
    pub fn put(&mut self, path: &str, kind: &str, etag: &str, stamp: &str, modified: f64, bytes: Vec<u8>) {
        self.0.put(path, stamp, Loaded::from_host(kind, etag, modified, bytes));
    }

    /// Takes what the host found at a path that a call only looks through; `kind` and `bytes` are those of `put`.
    pub fn look(&mut self, id: CallId, path: &str, kind: &str, bytes: Vec<u8>) {
        self.0.calls.look(id, path, &Loaded::from_host(kind, "", 0.0, bytes));
    }

    /// The bytes of a write that the last step handed over, by its number there.
    pub fn bytes(&self, id: CallId, write: usize) -> Vec<u8> {
        self.0.calls.bytes(id, write).to_vec()
    }

    /// Forgets which files a call saw.
    pub fn restart(&mut self, id: CallId) {
        self.0.calls.restart(id);
    }

    /// What a call whose last step wants a commit would answer and change, as JSON: `{ result, diff }`.
    pub fn preview(&self, id: CallId) -> String {
        self.0.calls.preview(id)
    }

    /// Answers a call whose writes were committed, or failed; takes the outcome and gives `{ reply, afterwards }`, both as JSON.
    pub fn finish(&mut self, id: CallId, outcome: &str) -> String {
        self.0.calls.finish(id, &Outcome::from_json(outcome)).to_json()
    }

    /// Which resources a change of a file concerns: none is served here.
    pub fn uris(&self, _path: &str) -> String {
        "[]".to_owned()
    }

    /// The stamp that was put with a file; empty if it is not loaded.
    pub fn stamp(&self, path: &str) -> String {
        self.0.calls.stamp(path).to_owned()
    }

    /// The stamp by which a file may be known under the lock; empty if it has to be read.
    #[wasm_bindgen(js_name = stampUnderLock)]
    pub fn stamp_under_lock(&self, path: &str) -> String {
        self.0.calls.stamp_under_lock(path).to_owned()
    }

    /// Forgets a call.
    #[wasm_bindgen(js_name = freeCall)]
    pub fn free_call(&mut self, id: CallId) {
        self.0.calls.free(id);
    }
}
