//! Repair fixes what it reports, in one pass, and leaves the rest unchanged.

use long_term_plan_core::edit::{RepairAction, Repaired, repair};
use long_term_plan_core::plan::{Document, parse, validate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::config;
use super::generators::{any_text, valid_plan};
use crate::support::changes::ids;
use crate::support::invariants::check_parse;
use crate::support::locality::check_edit;
use crate::support::naive::naive_lines;
use crate::support::snapshot::{TaskSnapshot, snapshot};
use long_term_plan_core::word::Word;

/// Damage by people and other programs that repair fixes.
#[derive(Clone, Copy, Debug)]
enum Damage {
    NoHeader,
    OtherBox(&'static str),
    OtherBullet(&'static str),
    NoId,
    BadId(&'static str),
    SameId,
    Indent(&'static str),
    Dedent,
    /// A line break before one of the words of the line.
    Wrap(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        Just(Damage::NoHeader),
        select(vec!["[x]", "[X]", "[]", "[ x]", "[✓]", "[✔\u{fe0f}]", "[-]", "[*]", "[√]", "[~]", "[/]", "[  ]"])
            .prop_map(Damage::OtherBox),
        select(vec!["*", "+", "1.", "12)"]).prop_map(Damage::OtherBullet),
        Just(Damage::NoId),
        select(vec!["", "é", "-x", "a.b", "_"]).prop_map(Damage::BadId),
        Just(Damage::SameId),
        select(vec![" ", "  ", "   ", "\t"]).prop_map(Damage::Indent),
        Just(Damage::Dedent),
        any::<usize>().prop_map(Damage::Wrap),
    ]
}

/// Damages the task line that `place` points at.
fn damaged(text: &str, damage: Damage, place: usize) -> String {
    let document = Document::new(text.to_owned());
    let plan = document.plan();
    let replaced = |start: usize, end: usize, new: &str| format!("{}{new}{}", &text[..start], &text[end..]);
    if let (Damage::NoHeader, Some(header)) = (damage, plan.header) {
        return replaced(header.span.start, header.span.end, "");
    }
    let (Some(task), Some(first)) = (plan.tasks.get(place % plan.tasks.len().max(1)), plan.tasks.first()) else {
        return text.to_owned();
    };
    let bullet = task.span.start + task.span.of(text).find(['-', '*', '+', '1']).unwrap_or(0);
    match damage {
        Damage::OtherBox(other) => replaced(task.checkbox.start, task.checkbox.end, other),
        Damage::OtherBullet(other) if text[bullet..].starts_with('-') => replaced(bullet, bullet + 1, other),
        Damage::NoId => replaced(task.comment.start, task.comment.end, ""),
        Damage::BadId(other) => replaced(task.id.start, task.id.end, other),
        Damage::SameId => replaced(task.id.start, task.id.end, first.id.of(text)),
        Damage::Indent(more) => replaced(task.span.start, task.span.start, more),
        Damage::Dedent if task.indent > 0 => replaced(task.span.start, task.span.start + 1, ""),
        Damage::Wrap(word) => {
            let words = word_starts(text, task.checkbox.end, task.comment.end);
            let Some(at) = words.get(word % words.len().max(1)) else { return text.to_owned() };
            replaced(*at, *at, &format!("\n{}", " ".repeat(task.indent + 2)))
        }
        Damage::NoHeader | Damage::OtherBullet(_) | Damage::Dedent => text.to_owned(),
    }
}

/// Where a formatter may wrap a task line: before the words that could not start a list item or a quote, and before the comment.
fn word_starts(text: &str, start: usize, end: usize) -> Vec<usize> {
    let is_start = |at: &usize| {
        let next = text[*at..].chars().next();
        let above = text[start..*at].trim_end_matches(' ');
        // A title may end like a task line.
        above.len() < at - start
            && !above.ends_with("-->")
            && next.is_some_and(|next| next.is_alphabetic() || next == '<')
    };
    (start..end).filter(|at| text.is_char_boundary(*at)).filter(is_start).collect()
}

fn damaged_plan() -> impl Strategy<Value = String> {
    // Damaged indentation can move an open block out of its list item, where it has no end.
    let plan = valid_plan().prop_filter("all blocks are closed", |text| parse(text).unclosed.is_empty());
    (plan, vec((damage(), any::<usize>()), 1..5)).prop_map(|(text, damages)| {
        damages.into_iter().fold(text, |text, (damage, place)| damaged(&text, damage, place))
    })
}

/// Repairs, checks what holds for every repair, and checks that a second repair changes nothing.
#[track_caller]
fn check_repair(text: &str, actions: &[RepairAction]) -> Repaired {
    let document = Document::new(text.to_owned());
    let repaired = repair(&document, actions, &mut ids(0)).unwrap();
    check_edit(text, &repaired.edit, repaired.document.text());
    check_parse(repaired.document.text());
    assert_eq!(repaired.applied.is_empty(), repaired.edit.is_empty(), "every change is reported");
    let again = repair(&repaired.document, actions, &mut ids(1)).unwrap();
    assert_eq!(again.document.text(), repaired.document.text(), "a second time changes nothing");
    assert_eq!(again.applied, []);
    let mut reversed = actions.to_vec();
    reversed.reverse();
    assert_eq!(repair(&document, &reversed, &mut ids(0)).unwrap().document.text(), repaired.document.text());
    repaired
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn damage_is_repaired(text in damaged_plan()) {
        let repaired = check_repair(&text, RepairAction::ALL);
        prop_assert_eq!(validate(repaired.document.text()).errors, []);
    }

    #[test]
    fn any_text_is_repaired_as_far_as_possible(
        text in any_text(),
        actions in subsequence(RepairAction::ALL.to_vec(), 0..=RepairAction::ALL.len()),
    ) {
        if Document::new(text.clone()).plan().has_conflict() {
            let error = repair(&Document::new(text), &actions, &mut ids(0)).unwrap_err();
            prop_assert!(error.message.starts_with("CONFLICT_MARKER@"), "{}", error.message);
            return Ok(());
        }
        check_repair(&text, &actions);
    }

    #[test]
    fn repair_changes_only_the_lines_it_reports(text in damaged_plan(), action in select(RepairAction::ALL.to_vec())) {
        let keeps_lines = [RepairAction::NormalizeStatusChar, RepairAction::AddMissingIds, RepairAction::DedupeIds];
        prop_assume!(keeps_lines.contains(&action));
        let repaired = check_repair(&text, &[action]);
        let (before, after) = (naive_lines(&text), naive_lines(repaired.document.text()));
        prop_assert_eq!(before.len(), after.len());
        for (number, (before, after)) in before.iter().zip(&after).enumerate() {
            let is_named = repaired.applied.iter().any(|each| each.line == number + 1);
            prop_assert_eq!(before.content != after.content, is_named, "line {}", number + 1);
        }
    }

    #[test]
    fn a_valid_plan_keeps_its_meaning(text in valid_plan()) {
        let repaired = check_repair(&text, RepairAction::ALL);
        prop_assert!(repaired.applied.iter().all(|each| each.action == RepairAction::NormalizeIndent));
        prop_assert_eq!(snapshot(&repaired.document), snapshot(&Document::new(text)));
    }

    #[test]
    fn other_tasks_survive_a_repair(text in damaged_plan()) {
        let before = snapshot(&Document::new(text.clone()));
        let after = snapshot(&check_repair(&text, RepairAction::ALL).document);
        for task in &before.tasks {
            let is_same = |other: &TaskSnapshot| {
                other.title == task.title && other.attributes == task.attributes && other.body == task.body
            };
            let found = after.tasks.iter().any(is_same);
            prop_assert!(found, "{:?} is missing", task);
        }
        prop_assert_eq!(after.headings, before.headings);
        prop_assert_eq!(after.body, before.body);
    }
}
