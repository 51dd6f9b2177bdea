//! Typed arguments and answers, each declared once: the type, its JSON Schema and its reader come from one place.
//!
//! Schemas are rendered natively when the product is built ([`schema::render`]); inside wasm the same tables only check
//! arguments, so their descriptions are left out there.

mod json;
mod macros;
mod read;
pub mod schema;
mod write;

pub use json::json;
pub use json::{Json, JsonError};
pub use macros::{choices, input, object_contract, output};
pub use read::{Mismatch, Read, ReadObject, read_arguments};
pub use schema::{
    Bounded, Clearable, Contract, Few, Field, Hundredths, Limited, OneOrMany, OrNull, Schema, Tenths, Word,
};
pub use write::{FieldsToJson, ToJson, to_json, write_field, write_object, write_text};
