//! Any bytes are a plan with findings, and what is said about it is true.
#![no_main]

use libfuzzer_sys::fuzz_target;
use long_term_plan_core::edit::{RepairAction, repair};
use long_term_plan_core::plan::{Document, decode};
use support::changes::ids;
use support::invariants::check_parse;
use support::locality::check_edit;

#[path = "../../tests/it/support/mod.rs"]
mod support;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    check_parse(text);
    let Ok(repaired) = repair(&Document::new(text.to_owned()), &RepairAction::ALL, &mut ids(0)) else { return };
    check_edit(text, &repaired.edit, repaired.document.text());
    let again = repair(&repaired.document, &RepairAction::ALL, &mut ids(1)).unwrap();
    assert_eq!(again.document.text(), repaired.document.text(), "a second repair changes nothing");
});
