//! Properties of merges that are redone by task.

use long_term_plan_core::merge::{
    Choice, Merged, Options, Versions, conflict_hunks, merge, open_conflicts, remerge, resolve,
};
use long_term_plan_core::plan::{parse, validate};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use super::generators::any_text;
use super::merges::three_versions;

fn versions(base: &str, ours: &str, theirs: &str) -> Versions {
    let [base, ours, theirs] = [base, ours, theirs].map(|text| Some(text.to_owned()));
    Versions { base, ours, theirs, has_strict_status: false }
}

/// The merge by task, as a driver leaves it.
fn by_task(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(base, ours, theirs, &Options::default())
}

/// Every conflict resolved the same way.
fn resolved(text: &str, choice: Choice<'_>) -> String {
    let numbers: Vec<_> = (1..=conflict_hunks(text).len()).map(|number| number.to_string()).collect();
    let choices: Vec<_> = numbers.iter().map(|number| (number.as_str(), choice)).collect();
    resolve(text, &choices).unwrap().apply(text)
}

/// In a file with several kinds of line endings, those of markers follow the lines above.
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn sorted_ids(text: &str) -> Vec<String> {
    let mut ids: Vec<_> = parse(text).tasks.iter().map(|task| task.id.of(text).to_owned()).collect();
    ids.sort();
    ids
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_can_be_remerged(text in any_text(), base in any_text(), ours in any_text(), theirs in any_text()) {
        for versions in [Versions::default(), versions(&base, &ours, &theirs)] {
            let remerged = remerge(&text, &versions);
            prop_assert!(!conflict_hunks(&text).is_empty() || remerged.text == text);
        }
    }

    #[test]
    fn a_merge_by_task_is_remerged_to_itself([base, ours, theirs] in three_versions()) {
        let merged = by_task(&base, &ours, &theirs);
        let remerged = remerge(&merged.text, &versions(&base, &ours, &theirs));
        prop_assert_eq!(with_line_feeds(&remerged.in_original_style(remerged.text.clone())), with_line_feeds(&merged.text));
    }

    /// One conflict around the whole file is the worst that git can leave.
    #[test]
    fn the_markers_and_the_base_are_as_good_as_the_index([base, ours, theirs] in three_versions()) {
        prop_assume!(ours != theirs && [&base, &ours, &theirs].iter().all(|text| validate(text).errors.is_empty()));
        prop_assume!([&ours, &theirs].iter().all(|text| text.ends_with('\n') && !text.contains("=======")));
        let text = format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n");
        let only_base = Versions { base: Some(base.clone()), ..Versions::default() };
        let remerged = remerge(&text, &only_base);
        let merged = by_task(&base, &ours, &theirs);
        if merged.conflicts.iter().all(|conflict| conflict.field != "file") {
            prop_assert_eq!(with_line_feeds(&remerged.in_original_style(remerged.text.clone())), with_line_feeds(&merged.text));
        }
    }

    #[test]
    fn without_a_base_no_task_is_added_or_removed([base, ours, theirs] in three_versions()) {
        let merged = by_task(&base, &ours, &theirs);
        let remerged = remerge(&merged.text, &Versions::default());
        for choice in [Choice::Ours, Choice::Theirs] {
            prop_assert_eq!(sorted_ids(&resolved(&merged.text, choice)), sorted_ids(&resolved(&remerged.text, choice)));
        }
    }

    #[test]
    fn a_choice_never_disappears_silently(
        [base, ours, theirs] in three_versions(),
        chosen in vec((0_usize..6, 0_usize..6), 1..4),
    ) {
        let text = by_task(&base, &ours, &theirs).text;
        let open = open_conflicts(&text);
        if open.is_empty() {
            return Ok(());
        }
        let ids: Vec<_> = chosen
            .iter()
            .map(|(conflict, field)| match open.get(*conflict) {
                Some(open) if *field > 1 => open.id.clone(),
                _ => conflict.to_string(),
            })
            .collect();
        let choices: Vec<_> = ids.iter().map(|id| (id.as_str(), Choice::Ours)).collect();
        if let Ok(edit) = resolve(&text, &choices) {
            let left = open_conflicts(&edit.apply(&text)).len();
            prop_assert!(left < open.len() && !edit.is_empty());
        }
    }
}
