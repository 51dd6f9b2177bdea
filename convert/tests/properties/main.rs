//! What holds for every input: an import is refused with a reason, or is a plan in which the validator finds nothing.
#![cfg(not(target_arch = "wasm32"))]

mod exports;
mod generators;
mod imports;
