//! Inputs designed to be slow: very deep, very wide, or full of characters that make a parser look back.
#![allow(clippy::format_collect, reason = "the shortest way to write many lines")]

use long_term_plan_core::convert::export::{self, export};
use long_term_plan_core::convert::import::{Format, ImportFile, Request, import};
use long_term_plan_core::plan::Document;
use long_term_plan_core::word::Word;

/// Imports a text and exports the result; neither may panic, overflow the stack or take minutes.
fn survives(format: Format, text: String) -> Option<usize> {
    let files = [ImportFile { path: "x.md".into(), bytes: text.into_bytes() }];
    let request = Request { files: &files, format: Some(format), name: "x", now_ms: 0, entropy: [0; 10] };
    let imported = import(&request).ok()?;
    let plan = Document::new(imported.text);
    for format in export::Format::ALL.iter().copied() {
        export(&plan, "x", format);
    }
    Some(imported.tasks)
}

#[test]
fn deep_lists_and_quotations() {
    survives(Format::Gfm, "- ".repeat(2_000) + "[ ] x");
    survives(Format::Gfm, "> ".repeat(2_000) + "- [ ] x");
    let nested: String = (0..500).map(|depth| format!("{}- [ ] x\n", "  ".repeat(depth))).collect();
    assert_eq!(survives(Format::Gfm, nested), Some(500));
}

#[test]
fn many_brackets_and_marks() {
    for piece in ["[", "![", "`", "*a ", "<!-- ", "&", "- [ ] ", "\\", "__", "<a "] {
        survives(Format::Gfm, format!("- [ ] {}", piece.repeat(3_000)));
    }
}

#[test]
fn a_chain_of_parents_and_one_of_dependencies() {
    let chain = (1..600).map(|at| format!("Task id:{at} p:{} dep:{}\n", at - 1, at - 1)).collect();
    assert_eq!(survives(Format::TodoTxt, chain), Some(599));
    let cycle = (0..5_000).map(|at| format!("Task id:{at} dep:{}\n", (at + 1) % 5_000)).collect();
    assert_eq!(survives(Format::TodoTxt, cycle), Some(5_000));
}

#[test]
fn a_plan_that_would_be_too_large_is_refused() {
    let chain = (1..12_000).map(|at| format!("Task id:{at} p:{}\n", at - 1)).collect();
    assert_eq!(survives(Format::TodoTxt, chain), None);
}

#[test]
fn deep_json_is_refused() {
    assert_eq!(survives(Format::TaskMaster, "{\"tasks\":[".repeat(10_000)), None);
    assert_eq!(survives(Format::Beads, "[".repeat(100_000)), None);
}

#[test]
fn many_children_of_one_task() {
    let many: String = (0..5_000).map(|at| format!("  - [ ] {at}\n    note\n")).collect();
    assert_eq!(survives(Format::Gfm, format!("- [ ] x\n{many}")), Some(5_001));
}
