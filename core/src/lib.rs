//! Plans that people and agents keep together as Markdown: parser, validator, editor, queries and tools.
//!
//! Everything here is a pure function. Text comes in and text or a model comes out; time and entropy are arguments.

pub use long_term_plan_format::{contract, plan, text};

pub mod edit;
pub mod embedding;
#[cfg(feature = "tools")]
pub mod history;
pub mod merge;
pub mod query;
#[cfg(feature = "tools")]
pub mod records;
#[cfg(feature = "tools")]
pub mod toolsets;
#[cfg(feature = "tools")]
pub mod workspace;

#[cfg(all(target_arch = "wasm32", feature = "javascript"))]
pub mod wasm;
