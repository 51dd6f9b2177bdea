//! What a plan file is, without a word on what is done with it: texts and edits, Markdown structure, and the plan format.
//!
//! A crate of its own so that it can be compiled for speed, while all that is built on it is compiled for size: a wasm of
//! which all is fast would be a fifth larger, and one of which all is small parses at less than half the speed.
pub mod markdown;
pub mod plan;
pub mod text;
pub mod word;
