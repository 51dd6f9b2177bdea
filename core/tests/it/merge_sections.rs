//! Merges of deleted, moved and renamed sections and tasks.

use long_term_plan_core::merge::{Options, merge};
use long_term_plan_core::plan::validate;

use crate::merge_cases::{check, check_conflict, merge_short, plan};

const EPIC: &str = "- [ ] Epic @e\n  - [ ] One @s\n    > body\n\n    Note.\n  - [ ] Two @t\n- [ ] Other @o\n";

#[test]
fn what_is_under_a_task_stays_with_it_if_one_side_deletes_it_and_the_other_changes_it() {
    let changed = EPIC.replace("[ ] Epic", "[*] Epic");
    let kept = changed.replace("- [ ] Other @o\n", "");
    let theirs = "- [ ] Other @o\n";
    check_conflict(
        EPIC,
        theirs,
        &changed,
        &["task"],
        &format!("<<<<<<< ours\n=======\n{kept}>>>>>>> theirs\n{theirs}"),
    );
    check_conflict(
        EPIC,
        &changed,
        theirs,
        &["task"],
        &format!("<<<<<<< ours\n{kept}=======\n>>>>>>> theirs\n{theirs}"),
    );
}

#[test]
fn what_is_next_to_a_changed_subtask_stays_with_it() {
    let changed = EPIC.replace("[ ] Two", "[√] Two");
    let kept = changed.replace("- [ ] Other @o\n", "");
    let theirs = "- [ ] Other @o\n";
    check_conflict(
        EPIC,
        theirs,
        &changed,
        &["task"],
        &format!("<<<<<<< ours\n=======\n{kept}>>>>>>> theirs\n{theirs}"),
    );
}

#[test]
fn a_deleted_task_into_which_the_other_side_moves_one_stays_with_its_subtasks() {
    let moved = EPIC.replace("- [ ] Other @o\n", "  - [ ] Other @o\n");
    check(EPIC, &moved, "- [ ] Other @o\n", &moved);
    let notes = merge_short(EPIC, &moved, "- [ ] Other @o\n").notes;
    assert_eq!(notes.iter().map(|note| note.task_id.as_deref()).collect::<Vec<_>>(), [Some("e")]);
}

#[test]
fn a_subtask_that_one_side_moved_out_before_deleting_its_parent_is_where_it_moved_it() {
    let theirs = "- [ ] Other @o\n- [ ] Two @t\n";
    check(EPIC, &EPIC.replace("[ ] Two", "[*] Two"), theirs, &theirs.replace("[ ] Two", "[*] Two"));
}

const NESTED: &str = "## A\n\n- [ ] One @a\n\n### B\n\n- [ ] Two @b\n\n## C\n\n- [ ] Three @c\n";

#[test]
fn a_section_put_under_another_one_receives_what_the_other_side_adds() {
    let demoted = NESTED.replace("## C", "### C");
    let added = NESTED.replace("@c\n", "@c\n- [ ] New @n\n");
    check(NESTED, &demoted, &added, &demoted.replace("@c\n", "@c\n- [ ] New @n\n"));
    let promoted = NESTED.replace("### B", "## B");
    let added = NESTED.replace("@b\n", "@b\n- [ ] New @n\n");
    check(NESTED, &promoted, &added, &promoted.replace("@b\n", "@b\n- [ ] New @n\n"));
}

#[test]
fn a_section_put_under_a_new_heading_receives_what_the_other_side_adds() {
    let wrapped = NESTED.replace("## C", "## Group\n\n### C");
    let added = NESTED.replace("@c\n", "@c\n- [ ] New @n\n\n### Sub\n\n- [ ] More @m\n");
    let expected = wrapped.replace("@c\n", "@c\n- [ ] New @n\n\n#### Sub\n\n- [ ] More @m\n");
    check(NESTED, &wrapped, &added, &expected);
}

#[test]
fn an_empty_section_is_found_under_its_new_parent_by_its_name() {
    let base = "## A\n\n## B\n\n## C\n\n- [ ] One @a\n";
    let theirs = "## A\n\n### B\n\n- [ ] New @n\n\n## C\n\n- [ ] One @a\n";
    check(base, &base.replace("[ ] One", "[√] One"), theirs, &theirs.replace("[ ] One", "[√] One"));
}

#[test]
fn a_section_is_renamed_only_if_its_content_says_so() {
    let base = "## Now\n\n- [ ] A @a\n\n## Later\n\n- [ ] B @b\n\n## End\n";
    let replaced = "## Now\n\n- [ ] A @a\n\n## Ideas\n\n- [ ] C @c\n\n## End\n";
    let added = base.replace("@b\n", "@b\n- [ ] X @x\n");
    let expected = "## Now\n\n- [ ] A @a\n\n## Ideas\n\n- [ ] C @c\n\n## Later\n\n- [ ] X @x\n\n## End\n";
    check(base, replaced, &added, expected);
    // An empty section has nothing to say.
    let base = "## Now\n\n- [ ] A @a\n\n## Later\n";
    let filled = base.replace("## Later\n", "## Later\n\n- [ ] X @x\n");
    let merged = merge_short(base, &base.replace("Later", "Ideas"), &filled);
    assert_eq!((merged.conflicts.len(), merged.notes.len()), (0, 1));
    assert!(merged.text.contains("## Ideas\n") && merged.text.contains("## Later\n\n- [ ] X"), "{}", merged.text);
}

#[test]
fn a_section_is_renamed_if_its_text_says_so() {
    let base = "## Now\n\n- [ ] A @a\n\n## Later\n\nWhat comes after the launch.\n";
    let added = format!("{base}\n- [ ] X @x\n");
    check(base, &base.replace("Later", "Ideas"), &added, &added.replace("Later", "Ideas"));
}

#[test]
fn a_changed_indentation_is_not_a_conflict() {
    let base = "- [ ] A @a\n  > body\n\n  Note.\n\n  - [ ] B @b\n    > more\n    - [ ] C @c\n- [ ] D @d\n";
    let re_indented =
        "- [ ] A @a\n    > body\n\n    Note.\n\n    - [ ] B @b\n        > more\n        - [ ] C @c\n- [ ] D @d\n";
    let edited = base
        .replace("[ ] C", "[√] C")
        .replace("> more", "> more\n    > line")
        .replace("  Note.", "  Note.\n\n  Second.")
        .replace("@c\n", "@c\n    - [ ] X @x\n  - [ ] Y @y\n");
    let expected = re_indented
        .replace("[ ] C", "[√] C")
        .replace("> more", "> more\n        > line")
        .replace("    Note.", "    Note.\n\n    Second.")
        .replace("@c\n", "@c\n        - [ ] X @x\n    - [ ] Y @y\n");
    check(base, re_indented, &edited, &expected);
}

#[test]
fn tabs_of_a_formatter_do_not_end_in_a_conflict_about_the_file() {
    let base = plan("- [ ] A @a\n  - [ ] B @b\n  - [ ] C @c\n- [ ] D @d\n");
    let tabs = base.replace("  - [ ]", "\t- [ ]");
    let edited = base.replace("[ ] B", "[√] B");
    for (ours, theirs) in [(&tabs, &edited), (&edited, &tabs)] {
        let merged = merge(&base, ours, theirs, &Options::default());
        assert_eq!((merged.text.as_str(), merged.conflicts), (edited.as_str(), vec![]));
        assert_eq!(validate(&merged.text).errors, []);
    }
}

/// Merging the result again with either side changes nothing.
#[track_caller]
fn check_again(base: &str, ours: &str, theirs: &str, expected: &str) {
    check(base, ours, theirs, expected);
    for side in [ours, theirs] {
        check(base, expected, side, expected);
    }
}

#[test]
fn the_body_of_a_title_that_becomes_a_section_is_not_repeated() {
    check_again("## A\n# B\n", "## A\n# B\n\n> a\n", "## A\n## B\n", "## A\n## B\n\n> a\n");
}

#[test]
fn a_renamed_section_with_other_tasks_is_recognized_by_what_both_sides_moved_there() {
    let base = "- [ ] A @1\n- [ ] B @2\n## X\n- [ ] C @3\n## Y\n- [ ] D @4\n";
    let ours = "- [ ] A @1\n- [ ] D @4\n## X\n- [ ] C @3\n## Y\n- [ ] B @2\n";
    check_again(base, ours, &base.replace("## Y", "## Z"), &ours.replace("## Y", "## Z"));
}

#[test]
fn a_section_put_between_a_renamed_one_and_its_content_is_not_taken_for_it() {
    let base = "## A\n- [ ] One @1\n\nNote.\n";
    let theirs = "## A\n### C\n- [ ] One @1\n\nNote.\n";
    check_again(base, &base.replace("## A", "## B"), theirs, &theirs.replace("## A", "## B"));
    let [base, theirs] = [base, theirs].map(|text| text.replace("- [ ] One @1\n\n", ""));
    check_again(&base, &base.replace("## A", "## B"), &theirs, &theirs.replace("## A", "## B"));
}

#[test]
fn a_task_that_one_side_deletes_does_not_decide_what_the_other_side_moved() {
    let base = "- [ ] A @a\n- [ ] B @b\n";
    check_again(base, "- [ ] B @b\n- [ ] A @a\n", "- [ ] C @c\n- [ ] B @b\n", "- [ ] C @c\n- [ ] B @b\n");
}
