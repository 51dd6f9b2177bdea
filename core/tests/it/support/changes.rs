//! One operation on one plan, with everything that must hold afterwards.

use std::collections::BTreeMap;

use long_term_plan_core::edit::{EditError, Edited, Op, apply};
use long_term_plan_core::plan::{Dependencies, DiagnosticCode, Document, IdGenerator, validate};

use super::intent::expected;
use super::invariants::check_parse;
use super::locality::{check_edit, check_locality};
use super::snapshot::snapshot;

/// New ids for the call with this number; no two calls share ids.
pub(crate) fn ids(call: u64) -> IdGenerator {
    IdGenerator::new(1_700_000_000_000 + call, [7; 10])
}

/// Applies an operation and checks the result or the error.
#[track_caller]
pub(crate) fn check_op(before: &Document, op: &Op, call: u64) -> Result<Edited, EditError> {
    // The cached dependencies of a plan must not outlive it.
    before.dependencies();
    let edited = match apply(before, std::slice::from_ref(op), &mut ids(call)) {
        Ok(edited) => edited,
        Err(error) => {
            check_refusal(before, &error);
            return Err(error);
        }
    };
    let after = edited.document.text();
    check_edit(before.text(), &edited.edit, after);
    assert_eq!(validate(after).errors, [], "a written plan is valid");
    check_parse(after);
    assert_eq!(*edited.document.dependencies(), Dependencies::of(edited.document.plan(), after), "the dependencies");
    let intended = expected(&snapshot(before), op, edited.task_id());
    assert_eq!(snapshot(&edited.document), intended, "exactly the intended change");
    check_warnings(before.text(), op, after);
    check_locality(before, op, &edited);
    Ok(edited)
}

/// An edit of a valid plan is refused only for its arguments, or because the result would not parse as intended.
fn check_refusal(before: &Document, error: &EditError) {
    assert!(!error.message.is_empty());
    if before.plan().errors().next().is_some() || error.code != "INVALID_PLAN" {
        return;
    }
    // The only other reasons: the header would move too far down or disappear, the title is missing, a note is one column off.
    let excuses = ["MISSING_FORMAT_HEADER", "Missing plan title heading", "one space more than the item above"];
    assert!(excuses.iter().any(|excuse| error.message.contains(excuse)), "refused: {}", error.message);
}

/// An edit adds no diagnostic, except that tasks may depend on a deleted one, and that the first task may be added.
fn check_warnings(before: &str, op: &Op, after: &str) {
    let count = |text: &str| {
        let mut counts = BTreeMap::new();
        for warning in validate(text).warnings {
            *counts.entry(warning.code).or_insert(0) += 1;
        }
        counts
    };
    let (before, after) = (count(before), count(after));
    for (code, found) in after {
        let is_excused =
            matches!(op, Op::Delete(_)) && matches!(code, DiagnosticCode::UnknownDependency | DiagnosticCode::NoTasks);
        // What followed an open block may have ended it.
        let is_excused =
            is_excused || (matches!(op, Op::Delete(_) | Op::Move(_)) && code == DiagnosticCode::UnclosedBlock);
        // A change to one of several connected cycles can leave more than one.
        let is_excused = is_excused || (code == DiagnosticCode::DependencyCycle && before.contains_key(&code));
        assert!(is_excused || found <= before.get(&code).copied().unwrap_or(0), "a new {code:?}");
    }
}
