//! Plans from other tools' files, and plans as other formats.
//!
//! Everything here is a pure function: files come in as bytes, texts and warnings come out.

pub mod export;
pub mod import;

mod attribute_span;
