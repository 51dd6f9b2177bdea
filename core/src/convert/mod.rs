//! Plans from other tools' files, and plans as other formats.
//!
//! Everything here is a pure function on top of the core: files come in as bytes, texts and warnings come out. With the core it
//! becomes the wasm that knows everything; the build splits it, so that whoever only works with plans does not load this.

pub mod export;
pub mod import;
pub mod workspace;

mod attribute_span;
mod object;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
