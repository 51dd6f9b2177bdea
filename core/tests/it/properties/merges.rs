//! Properties of any three-way merge.

use std::collections::{BTreeMap, BTreeSet};

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::merge::{Merged, Options, conflict_hunks, merge, merge_bytes};
use long_term_plan_core::plan::{Document, IdGenerator, parse, validate};
use long_term_plan_core::text::{Line, lines};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use super::generators::{any_text, valid_plan};
use super::line_edits::{LineEdit, heading_edit, line_edit, with_line_edits};
use super::op_generators::op;
use crate::support::snapshot::{Snapshot, TaskSnapshot, snapshot};

fn merged(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(base, ours, theirs, &Options::default())
}

/// A plan after those operations that succeed; the two sides never create the same id.
fn changed(text: &str, ops: &[Op], side: u64) -> String {
    let mut document = Document::new(text.to_owned());
    for (number, op) in ops.iter().enumerate() {
        let mut ids = IdGenerator::new(1_700_000_000_000 + side * 1_000 + number as u64, [7; 10]);
        if let Ok(edited) = apply(&document, std::slice::from_ref(op), &mut ids) {
            document = edited.document;
        }
    }
    document.text().to_owned()
}

/// A plan and two versions derived from it.
pub(super) fn three_versions() -> impl Strategy<Value = [String; 3]> {
    versions_with(line_edit)
}

fn versions_with<S: Strategy<Value = LineEdit>>(edit: fn() -> S) -> impl Strategy<Value = [String; 3]> {
    let edits = || (vec(op(), 0..6), vec(edit(), 0..4));
    (valid_plan(), edits(), edits()).prop_map(|(base, ours, theirs)| {
        let ours = with_line_edits(changed(&base, &ours.0, 1), &ours.1);
        let theirs = with_line_edits(changed(&base, &theirs.0, 2), &theirs.1);
        [base, ours, theirs]
    })
}

/// The meaning of a plan, with unordered parts sorted.
fn meaning(text: &str) -> Snapshot {
    let mut meaning = snapshot(&Document::new(text.to_owned()));
    for task in &mut meaning.tasks {
        for (key, value) in &mut task.attributes {
            if let Some(elements) = value.as_mut().filter(|_| matches!(key.as_str(), "tags" | "depends")) {
                elements.sort();
            }
        }
        task.attributes.sort();
    }
    meaning
}

/// The lines that are no tasks, and how often each occurs.
fn other_lines(text: &str) -> BTreeMap<String, i64> {
    let task_lines: BTreeSet<usize> = parse(text).tasks.iter().map(|task| task.line).collect();
    let mut lines = BTreeMap::new();
    for (number, line) in numbered_lines(text) {
        if !task_lines.contains(&number) && !line.is_empty() {
            *lines.entry(line).or_default() += 1;
        }
    }
    lines
}

/// The lines of all bodies.
fn body_lines(text: &str) -> Vec<String> {
    let plan = parse(text);
    let bodies: Vec<_> = plan.tasks.iter().filter_map(|task| task.body).chain(plan.body).collect();
    let is_in_body = |number: &usize| bodies.iter().any(|body| (body.first_line..=body.last_line).contains(number));
    numbered_lines(text).filter(|(number, _)| is_in_body(number)).map(|(_, line)| line).collect()
}

/// The lines of a text, without their indentation.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let trimmed = |line: Line| line.content.of(text).trim_start_matches('\u{feff}').trim().to_owned();
    lines(text).map(move |line| (line.number, trimmed(line)))
}

fn by_id(plan: &Snapshot) -> BTreeMap<&str, &TaskSnapshot> {
    plan.tasks.iter().map(|task| (task.id.as_str(), task)).collect()
}

/// The required value after a merge, if at most one side changed it.
fn three_way<T: PartialEq + Clone>(base: &T, ours: &T, theirs: &T) -> Option<T> {
    if ours == base {
        Some(theirs.clone())
    } else if theirs == base || ours == theirs {
        Some(ours.clone())
    } else {
        None
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_side_that_changed_nothing_changes_nothing(x in any_text(), y in any_text()) {
        for (base, ours, theirs) in [(&x, &x, &y), (&x, &y, &x), (&x, &y, &y)] {
            let merged = merged(base, ours, theirs);
            prop_assert_eq!(&merged.text, &y);
            prop_assert!(merged.conflicts.is_empty() && merged.notes.is_empty());
        }
    }

    #[test]
    fn any_texts_can_be_merged(base in any_text(), ours in any_text(), theirs in any_text()) {
        let merged = merged(&base, &ours, &theirs);
        let has_markers = [&base, &ours, &theirs].iter().any(|text| text.contains("<<<<<<<") || text.contains(">>>>>>>"));
        prop_assert!(merged.conflicts.is_empty() || has_markers || !conflict_hunks(&merged.text).is_empty());
    }

    #[test]
    fn any_bytes_can_be_merged(
        base in vec(any::<u8>(), 0..40), ours in vec(any::<u8>(), 0..40), theirs in vec(any::<u8>(), 0..40),
    ) {
        let _ = merge_bytes(&base, &ours, &theirs, &Options::default());
    }

    #[test]
    fn any_plans_can_be_merged(base in valid_plan(), ours in valid_plan(), theirs in valid_plan()) {
        check_result(&merged(&base, &ours, &theirs))?;
    }

    #[test]
    fn the_result_is_a_plan_or_has_conflict_markers([base, ours, theirs] in three_versions()) {
        check_result(&merged(&base, &ours, &theirs))?;
    }

    #[test]
    fn swapping_the_sides_yields_the_same_plan([base, ours, theirs] in three_versions()) {
        prop_assume!([&base, &ours, &theirs].into_iter().all(|text| has_unique_headings(text)));
        let (one, other) = (merged(&base, &ours, &theirs), merged(&base, &theirs, &ours));
        let fields = |merged: &Merged| merged.conflicts.iter().map(|each| (each.task_id.clone(), each.field.clone())).collect::<BTreeSet<_>>();
        prop_assert_eq!(fields(&one), fields(&other));
        if one.conflicts.is_empty() {
            prop_assert_eq!(meaning(&one.text), meaning(&other.text));
        }
    }

    #[test]
    fn nothing_is_lost_or_duplicated([base, ours, theirs] in three_versions()) {
        let result = merged(&base, &ours, &theirs);
        if result.conflicts.is_empty() {
            check_tasks([&base, &ours, &theirs], &result)?;
            check_lines([&base, &ours, &theirs], &result)?;
        }
    }

    #[test]
    fn merging_the_result_again_changes_nothing([base, ours, theirs] in versions_with(heading_edit)) {
        // Of empty sections with the same name, no one can know which is which; nor what an empty one was called before.
        prop_assume!([&base, &ours, &theirs].into_iter().all(|text| has_unique_headings(text)));
        let first = merged(&base, &ours, &theirs);
        prop_assume!(first.conflicts.is_empty() && !has_empty_headings(&first.text, &base) && !is_deepest(&first.text));
        for side in [&ours, &theirs] {
            let again = merged(&base, &first.text, side);
            prop_assert!(again.conflicts.is_empty(), "{:?}", again.conflicts);
            prop_assert_eq!(meaning(&again.text), meaning(&first.text));
        }
    }
}

fn has_unique_headings(text: &str) -> bool {
    let plan = parse(text);
    let names: BTreeSet<&str> = plan.headings.iter().map(|heading| heading.name.of(text)).collect();
    names.len() == plan.headings.len()
}

/// Whether a section has no words and has a name that the base does not have.
fn has_empty_headings(text: &str, base: &str) -> bool {
    let plan = parse(text);
    let is_empty = |(span, name): (&str, &str)| !base.contains(name) && !span.contains(char::is_alphanumeric);
    plan.headings.iter().any(|heading| {
        is_empty((&text[heading.span.end..heading.content_end.max(heading.span.end)], heading.name.of(text)))
    })
}

/// Whether a heading is as deep as possible. Of headings that should be deeper, siblings are made.
fn is_deepest(text: &str) -> bool {
    parse(text).headings.iter().any(|heading| heading.level == 6)
}

fn check_result(result: &Merged) -> Result<(), TestCaseError> {
    let errors = validate(&result.text).errors;
    if result.conflicts.is_empty() {
        prop_assert_eq!(errors, vec![]);
        return Ok(());
    }
    let marked = conflict_hunks(&result.text);
    prop_assert!(!marked.is_empty());
    for conflict in &result.conflicts {
        prop_assert!(marked.iter().any(|each| each.line == conflict.line), "{conflict:?} in {:?}", result.text);
    }
    Ok(())
}

fn check_tasks(texts: [&String; 3], result: &Merged) -> Result<(), TestCaseError> {
    let plans = texts.map(|text| meaning(text));
    let [base, ours, theirs] = plans.each_ref().map(by_id);
    let merged = meaning(&result.text);
    let all: BTreeSet<&str> = base.keys().chain(ours.keys()).chain(theirs.keys()).copied().collect();
    let found = by_id(&merged);
    let renamed = result.notes.iter().any(|note| note.field == "id");
    for id in all {
        let [was, our, their] = [&base, &ours, &theirs].map(|plan| plan.get(id).copied());
        match (was, our, their, found.get(id)) {
            (Some(was), Some(our), Some(their), Some(found)) => {
                if let Some(title) = three_way(&was.title, &our.title, &their.title) {
                    prop_assert_eq!(&found.title, &title);
                }
                if let Some(body) = three_way(&was.body, &our.body, &their.body) {
                    prop_assert_eq!(&found.body, &body);
                }
                if let Some(attributes) = three_way(&was.attributes, &our.attributes, &their.attributes) {
                    let without_state = |attributes: &[(String, Option<Vec<String>>)]| {
                        attributes.iter().filter(|(key, _)| key != "state").cloned().collect::<Vec<_>>()
                    };
                    prop_assert_eq!(without_state(&found.attributes), without_state(&attributes));
                }
                if let Some(status) = three_way(&was.status, &our.status, &their.status) {
                    prop_assert_eq!(found.status, status);
                }
                let undone = result.notes.iter().any(|note| note.task_id.as_deref() == Some(id));
                if let Some(parent) = three_way(&was.parent, &our.parent, &their.parent).filter(|_| !undone && !renamed)
                {
                    prop_assert_eq!(&found.parent, &parent);
                }
            }
            (None, Some(one), None, Some(found)) | (None, None, Some(one), Some(found)) => {
                prop_assert_eq!((&found.title, &found.body, found.status), (&one.title, &one.body, one.status));
            }
            (None, _, _, Some(_)) | (Some(_), None, _, None) | (Some(_), _, None, None) => {}
            (Some(_), ..) if !result.notes.is_empty() => {}
            (was, our, their, found) => {
                prop_assert!(false, "{id}: {was:?} {our:?} {their:?} became {found:?}");
            }
        }
    }
    Ok(())
}

fn check_lines(texts: [&String; 3], result: &Merged) -> Result<(), TestCaseError> {
    let [base, ours, theirs] = texts.map(|text| other_lines(text));
    let merged = other_lines(&result.text);
    let all: BTreeSet<&String> = base.keys().chain(ours.keys()).chain(theirs.keys()).chain(merged.keys()).collect();
    // Bodies are checked with their tasks. Text without words does not say which section it belongs to, nor does a fence.
    let bodies: BTreeSet<String> = texts.into_iter().flat_map(|text| body_lines(text)).collect();
    let says_something = |line: &&String| {
        !line.starts_with(['#', '`', '~']) && line.contains(char::is_alphanumeric) && !bodies.contains(*line)
    };
    for line in all.into_iter().filter(says_something) {
        let [was, our, their, found] =
            [&base, &ours, &theirs, &merged].map(|lines| lines.get(line).copied().unwrap_or(0));
        // Of equal lines, each side can have deleted another one, or added it at another place.
        let is_unique = was.max(our).max(their) <= 1 && !(was == 0 && our == their);
        // With a deleted task that is kept, its text is kept.
        let is_kept = found > our.min(their) && result.notes.iter().any(|note| note.field == "task");
        if let Some(expected) = three_way(&was, &our, &their).filter(|_| is_unique && !is_kept) {
            prop_assert_eq!(found, expected, "{:?} in {}", line, &result.text);
        }
    }
    Ok(())
}
