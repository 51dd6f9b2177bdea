//! Plans that people and agents keep together as Markdown: parser, validator, editor, queries and tools.
//!
//! Everything here is a pure function. Text comes in and text or a model comes out; time and entropy are arguments.

pub use long_term_plan_format::{contract, plan, text};

pub mod edit;
pub mod embedding;
pub mod history;
pub mod merge;
pub mod query;
pub mod records;
pub mod toolsets;
pub mod workspace;

#[cfg(all(target_arch = "wasm32", feature = "javascript"))]
pub mod wasm;
