//! The plan format: texts and edits, Markdown structure, parser and validator.
//!
//! A separate crate because it is compiled for speed (`opt-level` 3), while everything built on it is compiled for size.
pub mod markdown;
pub mod plan;
pub mod sort;
pub mod text;
pub mod word;
