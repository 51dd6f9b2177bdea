//! The loaded files and the calls on them, for hosts that offer tools.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::workspace::{self, CallId, Loaded};

/// The loaded files and the calls on them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Workspace(workspace::Workspace);

#[wasm_bindgen]
impl Workspace {
    /// A workspace with the given settings, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Self {
        super::remember_panics();
        Self(workspace::Workspace::from_json(settings))
    }

    /// Begins a call given as JSON.
    pub fn begin(&mut self, call: &str) -> CallId {
        self.0.begin(call)
    }

    /// Whether the call may write.
    pub fn writes(&self, id: CallId) -> bool {
        self.0.writes(id)
    }

    /// Goes on with a call and says, as JSON, what it wants next.
    pub fn step(&mut self, id: CallId) -> String {
        self.0.step(id).to_json()
    }

    /// Takes what the host found at a path. `kind` is `bytes`, `names` (joined by NUL), `absent` or `fault` (its word).
    pub fn put(&mut self, path: &str, kind: &str, etag: &str, stamp: &str, bytes: Vec<u8>) {
        self.0.put(path, stamp, loaded(kind, etag, bytes));
    }

    /// The stamp that was put with a file; empty if it is not loaded.
    pub fn stamp(&self, path: &str) -> String {
        self.0.stamp(path).to_owned()
    }

    /// Forgets a call.
    #[wasm_bindgen(js_name = freeCall)]
    pub fn free_call(&mut self, id: CallId) {
        self.0.free(id);
    }
}

fn loaded(kind: &str, etag: &str, bytes: Vec<u8>) -> Loaded {
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match kind {
        "bytes" => Loaded::Bytes { bytes, etag: etag.to_owned() },
        "names" => Loaded::Names(bytes.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(words).collect()),
        "absent" => Loaded::Absent,
        _ => Loaded::Fault(words(&bytes)),
    }
}
