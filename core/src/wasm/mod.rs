//! The boundary to JavaScript; the only module that knows it. Bytes and small JSON texts cross, documents stay inside.
//!
//! Nothing here throws: what goes wrong is part of a reply. A panic traps the instance, and its message waits in
//! [`take_panic`] for the host, which then makes a new instance.

mod document;
mod merge;
#[cfg(feature = "tools")]
mod workspace;

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

pub use document::{Plan, etag};
pub use merge::MergedFile;
#[cfg(feature = "tools")]
pub use workspace::Workspace;

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The message of the panic that trapped this instance.
#[wasm_bindgen(js_name = takePanic)]
pub fn take_panic() -> Option<String> {
    PANIC.take()
}

/// Keeps the message of a panic; called by everything that JavaScript can construct.
pub fn remember_panics() {
    std::panic::set_hook(Box::new(|info| PANIC.set(Some(info.to_string()))));
}
