//! Merges of paragraphs, notes and bodies.

use long_term_plan_core::merge::{Options, merge};

use crate::merge_cases::{check, check_conflict, merge_short, plan};

/// Merging the result again with either side changes nothing.
#[track_caller]
fn check_again(base: &str, ours: &str, theirs: &str) {
    let first = merge_short(base, ours, theirs);
    assert_eq!(first.conflicts, []);
    for side in [ours, theirs] {
        let again = merge(&plan(base), &first.text, &plan(side), &Options::default());
        assert_eq!((again.text.as_str(), again.conflicts), (first.text.as_str(), vec![]));
    }
}

const PROSE: &str = "## S\n\nOne.\n\n- [ ] A @a\n\nTwo.\n\n- [ ] B @b\n\n## T\n\n- [ ] C @c\n";

#[test]
fn a_task_between_two_paragraphs_moves_without_tying_them() {
    let moved = "## S\n\nOne.\n\nTwo.\n\n- [ ] B @b\n\n## T\n\n- [ ] C @c\n- [ ] A @a\n";
    check(PROSE, moved, &PROSE.replace("Two.", "Zwei."), &moved.replace("Two.", "Zwei."));
    check(PROSE, moved, &PROSE.replace("Two.\n\n", ""), &moved.replace("Two.\n\n", ""));
    check(PROSE, moved, &PROSE.replace("One.\n\n", ""), &moved.replace("One.\n\n", ""));
}

#[test]
fn lines_that_become_neighbors_stay_two_paragraphs() {
    let base = "## S\nOne.\n- [ ] A @a\nTwo.\n- [ ] B @b\n## T\n";
    let moved = "## S\nOne.\nTwo.\n- [ ] B @b\n## T\n- [ ] A @a\n";
    check(base, moved, &base.replace("Two.\n", ""), &moved.replace("Two.\n", ""));
    check(base, moved, &base.replace("One.\n", ""), &moved.replace("One.\n", ""));
    check(base, moved, &base.replace("Two.", "Zwei."), &moved.replace("Two.", "\nZwei."));
}

#[test]
fn a_deleted_paragraph_does_not_return_with_the_other_sides_move() {
    let moved = PROSE.replace("One.\n\n", "").replace("@c\n", "@c\n\nOne.\n");
    let deleted = PROSE.replace("One.\n\n", "");
    check(PROSE, &deleted, &moved, &deleted);
}

#[test]
fn two_new_paragraphs_at_the_same_place_both_stay() {
    let with = |text: &str| PROSE.replace("@a\n", &format!("@a\n\n{text}\n"));
    let expected = with("Mine.\n\nYours.");
    check(PROSE, &with("Yours."), &with("Mine."), &expected);
    check_again(PROSE, &with("Yours."), &with("Mine."));
    check_again(PROSE, &with("Mine."), &with("Yours."));
}

#[test]
fn two_first_paragraphs_of_a_section_do_not_become_one() {
    let base = "## S\n## T\n";
    check(base, "## S\nMine.\n## T\n", "## S\nYours.\n## T\n", "## S\nMine.\n\nYours.\n## T\n");
    check_again(base, "## S\nMine.\n## T\n", "## S\nYours.\n## T\n");
}

#[test]
fn two_notes_under_one_task_both_stay() {
    let base = "- [ ] A @a\n\n  Note.\n\n  - [ ] B @b\n";
    let with = |text: &str| base.replace("Note.\n", &format!("Note.\n\n{text}"));
    check(base, &with("  Yours.\n"), &with("  Mine.\n"), &with("  Mine.\n\n  Yours.\n"));
    check_again(base, &with("  Yours.\n"), &with("  Mine.\n"));
}

#[test]
fn two_lines_appended_to_one_body_both_stay() {
    let base = "- [ ] A @a\n  > one\n- [ ] B @b\n";
    let with = |text: &str| base.replace("one\n", &format!("one\n{text}"));
    check(base, &with("  > yours\n"), &with("  > mine\n"), &with("  > mine\n  > yours\n"));
    check_again(base, &with("  > yours\n  > more\n"), &with("  > mine\n"));
    check("- [ ] A @a\n", "- [ ] A @a\n  > yours\n", "- [ ] A @a\n  > mine\n", "- [ ] A @a\n  > mine\n  > yours\n");
    check("# P\n", "# P\n\n> yours\n", "# P\n\n> mine\n", "# P\n\n> mine\n> yours\n");
}

#[test]
fn two_entries_added_to_one_list_both_stay() {
    let base = "## Log\n\n* one\n* two\n";
    check(base, &format!("{base}* yours\n"), &format!("{base}* mine\n"), &format!("{base}* mine\n* yours\n"));
    check_again(base, &format!("{base}* yours\n"), &format!("{base}* mine\n"));
}

#[test]
fn one_paragraph_rewritten_by_both_sides_is_a_conflict() {
    check_conflict(
        PROSE,
        &PROSE.replace("Two.", "Zwei."),
        &PROSE.replace("Two.", "Deux."),
        &["text"],
        &PROSE.replace("Two.\n", "<<<<<<< ours\nZwei.\n=======\nDeux.\n>>>>>>> theirs\n"),
    );
}

#[test]
fn different_lines_of_one_paragraph_are_both_taken() {
    let base = "## S\n\none\ntwo\nthree\n";
    check(base, &base.replace("one", "ONE"), &base.replace("three", "THREE"), "## S\n\nONE\ntwo\nTHREE\n");
}

#[test]
fn a_paragraph_changed_here_and_deleted_there_is_a_conflict() {
    let base = "## S\n\none\ntwo\n\n- [ ] A @a\n";
    check_conflict(
        base,
        &base.replace("one\ntwo\n\n", ""),
        &base.replace("two", "TWO"),
        &["text"],
        "## S\n\n<<<<<<< ours\n=======\none\nTWO\n>>>>>>> theirs\n- [ ] A @a\n",
    );
}

#[test]
fn a_rewritten_paragraph_stays_before_what_the_other_side_adds_after_it() {
    let base = "## S\n\nOld.\n\n## T\n";
    check(base, "## S\n\nNew.\n\n## T\n", "## S\n\nOld.\n\nAdded.\n\n## T\n", "## S\n\nNew.\n\nAdded.\n\n## T\n");
}

#[test]
fn a_quote_does_not_become_a_body() {
    let base = "- [ ] A @a\n  - [ ] B @b\n  - [ ] C @c\n  > quote\n- [ ] D @d\n";
    let merged = merge_short(
        base,
        &base.replace("  - [ ] B @b\n", ""),
        &base.replace("  - [ ] C @c\n", "").replace("@b\n", "@b\n  text\n"),
    );
    assert_eq!(merged.conflicts, []);
    assert_eq!(merged.text.matches("> quote").count(), 1);
}

#[test]
fn a_code_block_is_one_paragraph() {
    let base = "## S\n\n```\na\n\nb\n```\n\n- [ ] A @a\n";
    let ours = base.replace("a\n\nb", "a\n\nB");
    let theirs = base.replace("```\na", "```\nA");
    check(base, &ours, &theirs, &base.replace("a\n\nb", "A\n\nB"));
}
