//! What serde leaves open about tool arguments: error messages that name the argument, groups of arguments shared between
//! tools, and bounded values. Everything else about a contract is a `#[derive]` on its type.
//!
//! JSON Schemas are rendered natively when the product is built ([`schema`]); the wasm contains none of it.

mod argument_error;
mod deserializer;
mod read;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
mod values;

pub use crate::word::Word;
pub use argument_error::ArgumentError;
pub use deserializer::{GROUP, Reading};
pub use read::{fingerprint, given_value, parse, read, read_as, read_text};
pub use values::{AtMost, Bounded, Few, Hundredths, Limited, MayBeEmpty, OneOrMany, Tenths};

use serde::Serialize;
use serde_json::Value;

/// The arguments of a call, not yet read.
pub type Arguments = Value;

/// The JSON text of a reply. Replies are plain data, so writing one cannot fail; if it did, the reply would be empty.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
