//! The boundary to JavaScript; the only module that knows it. Messages cross as JavaScript objects, files as bytes, and tool
//! arguments and results as JSON text. Documents stay inside.
//!
//! Whatever goes wrong with a plan is thrown as an error with a code. Anything else that is thrown means that the instance
//! trapped; its panic message waits in [`take_panic`] for the host, which then makes a new instance.

mod error;
#[cfg(feature = "convert")]
mod markdown;
mod plan;
#[cfg(feature = "tools")]
mod workspace;

use std::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

pub use error::PlanError;
#[cfg(feature = "convert")]
pub use markdown::markdown_to_html;
pub use plan::{Plan, merge};
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
fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| PANIC.set(Some(info.to_string()))));
}

/// The hexadecimal SHA-256 of a file's bytes.
#[wasm_bindgen]
pub fn etag(bytes: &[u8]) -> String {
    crate::plan::etag(bytes)
}

/// A value as plain JavaScript objects.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).map_err(Into::into)
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
