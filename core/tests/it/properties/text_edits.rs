//! Edits as values: composed, applied and mapped to ranges.

use long_term_plan_core::text::{Replacement, Span, TextEdit, Utf16Offsets};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use super::generators::any_text;

/// The parts of an edit: ranges as fractions of a text, and their replacements.
fn changes() -> impl Strategy<Value = Vec<(u16, u16, String)>> {
    vec((any::<u16>(), any::<u16>(), "[aé√😀]{0,3}"), 0..5)
}

/// The changes as an edit of `text`: on character boundaries, in order, disjoint.
fn edit_of(text: &str, changes: &[(u16, u16, String)]) -> TextEdit {
    let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let offset = |fraction: u16| boundaries[usize::from(fraction) % boundaries.len()];
    let mut spans: Vec<_> = changes
        .iter()
        .map(|(from, to, new)| (offset(*from).min(offset(*to)), offset(*from).max(offset(*to)), new.clone()))
        .collect();
    spans.sort();
    let mut end = 0;
    spans.retain(|(from, to, _)| {
        let is_free = *from >= end;
        end = if is_free { *to } else { end };
        is_free
    });
    spans.into_iter().map(|(from, to, text)| Replacement { span: Span::new(from, to), text }).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_composed_edit_equals_its_parts_applied_in_order(text in "[a-z√\n]{0,12}", edits in vec(changes(), 1..4)) {
        let mut composed = TextEdit::default();
        let mut current = text.clone();
        for changes in &edits {
            let edit = edit_of(&current, changes);
            composed = composed.then(&edit);
            current = edit.apply(&current);
        }
        prop_assert_eq!(composed.apply(&text), &*current);
        prop_assert!(composed.replacements().windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        prop_assert_eq!(composed.narrowed(&text).apply(&text), current);
    }

    #[test]
    fn changed_ranges_contain_the_changes(text in any_text(), changes in changes()) {
        let edit = edit_of(&text, &changes);
        let after = edit.apply(&text);
        for (range, replacement) in edit.changed_ranges().iter().zip(edit.replacements()) {
            prop_assert_eq!(range.old, replacement.span);
            prop_assert_eq!(after.get(range.new.start..range.new.end), Some(&*replacement.text));
        }
    }

    #[test]
    fn a_replacement_is_minimal(text in "[ab√]{0,8}", new in "[ab√]{0,8}") {
        let edit = TextEdit::replace(&text, Span::new(0, text.len()), &new);
        prop_assert_eq!(edit.apply(&text), &*new);
        prop_assert_eq!(edit.is_empty(), text == new);
        if let [only] = edit.replacements() {
            let old = only.span.of(&text);
            prop_assert!(old.is_empty() || old.chars().next() != only.text.chars().next());
            prop_assert!(old.is_empty() || old.chars().last() != only.text.chars().last());
        }
    }

    #[test]
    fn utf16_offsets_are_correct(text in any_text(), order in vec(any::<u16>(), 1..8)) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut positions = Utf16Offsets::new(&text);
        for fraction in order {
            let byte = boundaries[usize::from(fraction) % boundaries.len()];
            prop_assert_eq!(positions.offset(byte), text[..byte].encode_utf16().count());
        }
    }
}
