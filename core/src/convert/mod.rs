//! Imports files of other tools as plans, and exports plans to other formats. Pure functions: bytes in, text and warnings out.

pub mod export;
pub mod import;

mod attribute_span;
