//! Operations one after the other on a plan: each does what was asked, or is refused.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use long_term_plan_core::plan::Document;
use support::changes::check_op;

mod input;
#[path = "../../tests/it/support/mod.rs"]
mod support;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let Ok(text) = input::plan(&mut bytes) else { return };
    let mut document = Document::new(text);
    for call in 0..8 {
        let Ok(op) = input::op(&mut bytes) else { return };
        if let Ok(edited) = check_op(&document, &op, call) {
            document = edited.document;
        }
        if bytes.is_empty() {
            return;
        }
    }
});
