//! Plans from other tools' files, and plans as other formats.
//!
//! Everything here is a pure function on top of the core: files come in as bytes, texts and warnings come out. It is a crate
//! and a wasm by itself, so that whoever only works with plans does not load it.

pub mod export;
pub mod import;
pub mod workspace;

mod attribute_span;
mod object;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
