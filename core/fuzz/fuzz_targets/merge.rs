//! Three plans, of which two are edited copies of the first, or any texts: the merge is a valid plan or has conflict markers, and
//! without conflicts it contains every task once, in both directions and when it is merged again.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use long_term_plan_core::edit::apply;
use long_term_plan_core::merge::{Merged, Options, conflict_hunks, merge};
use long_term_plan_core::plan::{Document, IdGenerator, validate};

mod input;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let Ok([base, ours, theirs]) = versions(&mut bytes) else { return };
    let both = |ours: &str, theirs: &str| merge(&base, ours, theirs, &Options::default());
    let are_plans = [&base, &ours, &theirs].iter().all(|text| validate(text).errors.is_empty());
    let (merged, swapped) = (both(&ours, &theirs), both(&theirs, &ours));
    if !are_plans {
        return;
    }
    check(&merged);
    assert_eq!(merged.conflicts.is_empty(), swapped.conflicts.is_empty(), "the direction makes no difference");
    if merged.conflicts.is_empty() {
        assert_eq!(ids(&merged.text), ids(&swapped.text), "the direction makes no difference");
        let again = both(&merged.text, &theirs);
        assert_eq!(ids(&again.text), ids(&merged.text), "merging again changes nothing");
    }
});

/// A plan and two versions of it.
fn versions(bytes: &mut Unstructured<'_>) -> Result<[String; 3]> {
    let base = input::plan(bytes)?;
    if bytes.ratio(1, 8)? {
        return Ok([base, input::plan(bytes)?, input::plan(bytes)?]);
    }
    let [ours, theirs] = [edited(&base, bytes, 1)?, edited(&base, bytes, 2)?];
    Ok([base, ours, theirs])
}

/// The text after a few operations, of which some are rejected, and with a few pieces inserted.
fn edited(text: &str, bytes: &mut Unstructured<'_>, side: u64) -> Result<String> {
    let mut document = Document::new(text.to_owned());
    for number in 0..bytes.int_in_range(0..=4)? {
        let mut ids = IdGenerator::new(1_700_000_000_000 + side * 1_000 + number, [7; 10]);
        if let Ok(edited) = apply(&document, &[input::op(bytes)?], &mut ids) {
            document = edited.document;
        }
    }
    let mut lines: Vec<String> = document.text().split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..bytes.int_in_range(0..=2)? {
        let at = bytes.int_in_range(0..=lines.len())?;
        lines.insert(at, format!("{}\n", input::words(bytes)?.replace("ID", "")));
    }
    Ok(lines.concat())
}

fn check(merged: &Merged) {
    if merged.conflicts.is_empty() {
        assert_eq!(validate(&merged.text).errors, [], "{}", merged.text);
    } else {
        assert!(!conflict_hunks(&merged.text).is_empty(), "{}", merged.text);
    }
}

/// The ids of a plan, in order.
fn ids(text: &str) -> Vec<String> {
    let document = Document::new(text.to_owned());
    document.plan().tasks.iter().map(|task| task.id.of(text).to_owned()).collect()
}
