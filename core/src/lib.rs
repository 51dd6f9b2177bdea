//! Plans that people and agents share, as Markdown: parser, validator, editor, queries, merge and tools.
//!
//! Everything here is a pure function. Text comes in and text or a model comes out; time and entropy are arguments.

pub use long_term_plan_format::{markdown, plan, sort, text, word};

#[cfg(feature = "tools")]
pub mod claims;
pub mod contract;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "tools")]
pub mod decisions;
pub mod edit;
#[cfg(feature = "tools")]
pub mod failure;
#[cfg(feature = "tools")]
pub mod files;
#[cfg(feature = "tools")]
pub mod history;
pub mod merge;
#[cfg(feature = "tools")]
pub mod notes;
pub mod query;
#[cfg(feature = "tools")]
pub mod toolkit;
#[cfg(feature = "tools")]
pub mod toolsets;
pub mod views;
#[cfg(all(target_arch = "wasm32", feature = "wasm"))]
pub mod wasm;
#[cfg(feature = "tools")]
pub mod workspace;
