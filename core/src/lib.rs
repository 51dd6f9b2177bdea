//! Plans that people and agents keep together as Markdown: parser, validator, editor, queries and tools.
//!
//! Everything here is a pure function. Text comes in and text or a model comes out; time and entropy are arguments.

pub mod contract;
pub mod edit;
pub mod embedding;
pub mod history;
pub mod plan;
pub mod query;
pub mod text;
pub mod toolsets;
pub mod workspace;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
