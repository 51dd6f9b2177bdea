//! What holds for every input: an import is refused with a reason, or is a plan in which the validator finds nothing; and
//! what is exported as a checklist comes back as the same tasks.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by it")]

mod exports;
mod generators;
mod imports;
