//! Decision records and notes: an edit changes only what was requested.

use long_term_plan_core::decisions::{Decision, DecisionStatus, Part, Revision};
use long_term_plan_core::notes::{NoteTarget, updated};
use proptest::prelude::*;

use super::config;

/// Texts made of the parts of decision records, in any order.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "# ADR-001: Title",
        "# Other",
        "## Status",
        "## Status history",
        "## Context",
        "## Decision",
        "### Deep",
        "Status: Proposed",
        "- **Status**: accepted (old)",
        "status:",
        "Date: 2024-01-01",
        "- 2024-01-01 Proposed",
        "Proposed",
        "```",
        "~~~",
        "words",
        "- item",
        "",
        " ",
        "\t",
        "\u{feff}",
        "背景",
        "ステータス：Deprecated",
        "\\## escaped",
        "---",
        "#",
    ]);
    let endings = prop::sample::select(vec!["\n", "\n", "\r\n", "\r", "\n\n", ""]);
    prop::collection::vec((pieces, endings), 0..16)
        .prop_map(|lines| lines.into_iter().flat_map(|(piece, ending)| [piece, ending]).collect())
}

/// Whether `text` is `whole` with parts removed.
fn is_left_of(text: &str, whole: &str) -> bool {
    let mut rest = whole.chars();
    text.chars().all(|character| rest.any(|other| other == character))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_changed_status_is_parsed_and_nothing_else_is_lost(text in texts()) {
        let before = Decision::new(&text);
        let revision = Revision { status: Some(DecisionStatus::Accepted), reason: Some("why"), ..Revision::default() };
        let (after, _) = before.revised(&revision, 0);
        let read = Decision::new(&after);
        prop_assert_eq!(read.status(), Some(DecisionStatus::Accepted), "{:?}", after);
        let old = before.status_text().unwrap_or_default();
        let without = |(at, _): (usize, &str)| format!("{}{}", &text[..at], &text[at + old.len()..]);
        prop_assert!(text.match_indices(old).map(without).any(|kept| is_left_of(&kept, &after)), "{:?}", after);
        let again = Revision { reason: None, ..revision };
        prop_assert_eq!(read.revised(&again, 1).0, after.clone());
    }

    #[test]
    fn a_changed_part_is_parsed(text in texts(), content in "[a-z# \n]{0,40}") {
        prop_assume!(!content.trim().is_empty());
        let revision = Revision { parts: [None, Some(&content), None, None], ..Revision::default() };
        let (after, _) = Decision::new(&text).revised(&revision, 0);
        prop_assert_eq!(Decision::new(&after).part(Part::Decision), Some(content.trim().to_owned()), "{:?}", after);
    }

    #[test]
    fn appending_removes_nothing(text in texts(), content in "[a-z#\n -]{0,30}", section in "[A-Z][a-z]{0,6}") {
        for place in [NoteTarget::Whole, NoteTarget::Section(&section), NoteTarget::Section("Context")] {
            let after = updated(&text, place, &content, true);
            // In an empty section, the new words replace blank lines.
            let words: String = text.chars().filter(|character| !character.is_whitespace()).collect();
            prop_assert!(is_left_of(&words, &after), "{:?}", after);
            // The content takes the line endings of the text.
            let lines = after.replace("\r\n", "\n").replace('\r', "\n");
            prop_assert!(lines.contains(content.trim_end_matches('\n')), "{:?}", after);
        }
    }
}
