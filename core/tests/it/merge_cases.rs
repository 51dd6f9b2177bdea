//! Typical merges: the two sides and the expected result.

use long_term_plan_core::merge::{Merged, Options, conflict_hunks, merge};
use long_term_plan_core::plan::{DiagnosticCode, validate};

/// A plan in a short form: a line `- [ ] Title @id more` is a task, any other line is used verbatim.
pub(crate) fn plan(short: &str) -> String {
    let mut text = String::from("<!-- long-term-plan:format=v1 -->\n");
    for line in short.lines() {
        match line.split_once('@').filter(|(before, _)| before.trim_start().starts_with("- [")) {
            Some((before, id)) => text.push_str(&format!("{before}<!-- long-term-plan:id={id} -->\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

pub(crate) fn merge_short(base: &str, ours: &str, theirs: &str) -> Merged {
    let [base, ours, theirs] = [base, ours, theirs].map(plan);
    merge(&base, &ours, &theirs, &Options::default())
}

/// In both directions, the merge is clean and yields `expected`.
#[track_caller]
pub(crate) fn check(base: &str, ours: &str, theirs: &str, expected: &str) {
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merged = merge_short(base, ours, theirs);
        assert_eq!(merged.text, plan(expected), "{:#?}", merged.conflicts);
        assert_eq!(merged.conflicts, []);
        assert_eq!(validate(&merged.text).errors, []);
    }
}

/// The merge leaves conflicts about these fields, and the text `expected`.
#[track_caller]
pub(crate) fn check_conflict(base: &str, ours: &str, theirs: &str, fields: &[&str], expected: &str) {
    let merged = merge_short(base, ours, theirs);
    assert_eq!(merged.text, plan(expected));
    let found: Vec<_> = merged.conflicts.iter().map(|each| each.field.as_str()).collect();
    assert_eq!(found, fields);
    let errors = validate(&merged.text).errors;
    let markers: Vec<_> =
        errors.iter().filter(|each| each.code == DiagnosticCode::ConflictMarker).map(|each| each.line).collect();
    assert_eq!(markers, conflict_hunks(&merged.text).iter().map(|hunk| hunk.line).collect::<Vec<_>>());
    let mut lines: Vec<_> = merged.conflicts.iter().map(|each| each.line).collect();
    lines.dedup();
    assert_eq!(lines, markers, "each conflict names the line of its marker");
}

const TWO: &str = "## Now\n\n- [ ] A @a\n- [ ] B @b\n\n## Later\n\n- [ ] C @c\n";

#[test]
fn adjacent_tasks_are_completed_on_both_sides() {
    check(
        TWO,
        &TWO.replace("[ ] A", "[√] A"),
        &TWO.replace("[ ] B", "[*] B"),
        &TWO.replace("[ ] A", "[√] A").replace("[ ] B", "[*] B"),
    );
}

#[test]
fn both_sides_append_to_one_section() {
    check(
        TWO,
        &TWO.replace("@b\n", "@b\n- [ ] X @x\n"),
        &TWO.replace("@b\n", "@b\n- [ ] Y @y\n- [ ] Z @z\n"),
        &TWO.replace("@b\n", "@b\n- [ ] X @x\n- [ ] Y @y\n- [ ] Z @z\n"),
    );
}

#[test]
fn both_sides_append_at_the_end_of_the_file() {
    check(TWO, &format!("{TWO}- [ ] Y @y\n"), &format!("{TWO}- [ ] X @x\n"), &format!("{TWO}- [ ] X @x\n- [ ] Y @y\n"));
}

#[test]
fn both_sides_fill_an_empty_section() {
    check(
        "## Now\n\n## Later\n\n- [ ] C @c\n",
        "## Now\n\n- [ ] X @x\n\n## Later\n\n- [ ] C @c\n",
        "## Now\n\n- [ ] Y @y\n\n## Later\n\n- [ ] C @c\n",
        "## Now\n\n- [ ] X @x\n- [ ] Y @y\n\n## Later\n\n- [ ] C @c\n",
    );
}

#[test]
fn different_fields_of_one_task_are_both_taken() {
    let base = "- [ ] A @a tags=x,y priority=low\n  > one\n  > two\n  > three\n";
    let ours = "- [*] A @a tags=x,y,o priority=low due=2026-01-01\n  > ONE\n  > two\n  > three\n";
    let theirs = "- [ ] Better @a tags=y,t priority=low\n  > one\n  > two\n  > THREE\n";
    let merged = merge_short(base, ours, theirs);
    // Sets are unordered: ours come first.
    let expected = "- [*] Better @a tags=y,o,t priority=low due=2026-01-01\n  > ONE\n  > two\n  > THREE\n";
    assert_eq!((merged.text, merged.conflicts), (plan(expected), vec![]));
}

#[test]
fn a_dependency_removed_and_another_added() {
    check(
        "- [ ] A @a depends=b,c\n- [ ] B @b\n- [ ] C @c\n- [ ] D @d\n",
        "- [ ] A @a depends=c\n- [ ] B @b\n- [ ] C @c\n- [ ] D @d\n",
        "- [ ] A @a depends=b,c,d\n- [ ] B @b\n- [ ] C @c\n- [ ] D @d\n",
        "- [ ] A @a depends=c,d\n- [ ] B @b\n- [ ] C @c\n- [ ] D @d\n",
    );
}

#[test]
fn a_task_is_deleted_if_the_other_side_left_it_alone() {
    check(
        TWO,
        &TWO.replace("- [ ] A @a\n", ""),
        &TWO.replace("[ ] B", "[*] B"),
        &TWO.replace("- [ ] A @a\n", "").replace("[ ] B", "[*] B"),
    );
}

#[test]
fn a_task_deleted_here_and_changed_there_is_a_conflict() {
    let conflict = "<<<<<<< ours\n=======\n- [*] A @a\n>>>>>>> theirs\n";
    check_conflict(
        TWO,
        &TWO.replace("- [ ] A @a\n", ""),
        &TWO.replace("[ ] A", "[*] A"),
        &["task"],
        &TWO.replace("- [ ] A @a\n", conflict),
    );
    let conflict = "<<<<<<< ours\n- [*] A @a\n=======\n>>>>>>> theirs\n";
    check_conflict(
        TWO,
        &TWO.replace("[ ] A", "[*] A"),
        &TWO.replace("- [ ] A @a\n", ""),
        &["task"],
        &TWO.replace("- [ ] A @a\n", conflict),
    );
}

#[test]
fn a_task_added_under_a_deleted_one_is_a_conflict() {
    check_conflict(
        TWO,
        &TWO.replace("- [ ] A @a\n", ""),
        &TWO.replace("@a\n", "@a\n  - [ ] New @n\n"),
        &["task"],
        &TWO.replace("- [ ] A @a\n", "<<<<<<< ours\n=======\n- [ ] A @a\n  - [ ] New @n\n>>>>>>> theirs\n"),
    );
}

#[test]
fn a_moved_task_keeps_the_changes_of_the_other_side() {
    check(
        TWO,
        "## Now\n\n- [ ] B @b\n\n## Later\n\n- [ ] C @c\n  - [ ] A @a\n",
        &TWO.replace("[ ] A @a\n", "[√] A @a\n  > Note\n"),
        "## Now\n\n- [ ] B @b\n\n## Later\n\n- [ ] C @c\n  - [√] A @a\n    > Note\n",
    );
}

#[test]
fn a_renamed_section_receives_what_the_other_side_added() {
    check(
        TWO,
        &TWO.replace("## Later", "## Sprint 2"),
        &TWO.replace("@c\n", "@c\n- [ ] X @x\n"),
        &TWO.replace("## Later", "## Sprint 2").replace("@c\n", "@c\n- [ ] X @x\n"),
    );
}

#[test]
fn sections_with_one_name_under_different_sections_are_both_kept() {
    let base = "## A\n\n- [ ] A @a\n\n## B\n\n- [ ] B @b\n";
    let ours = base.replace("@a\n", "@a\n\n### New\n\n- [ ] X @x\n");
    let theirs = base.replace("@b\n", "@b\n\n### New\n\n- [ ] Y @y\n");
    check(base, &ours, &theirs, &ours.replace("@b\n", "@b\n\n### New\n\n- [ ] Y @y\n"));
}

#[test]
fn a_section_added_by_both_sides_appears_once() {
    check(
        TWO,
        &format!("{TWO}\n## Sprint\n\n- [ ] X @x\n"),
        &format!("{TWO}\n## Sprint\n\n- [ ] Y @y\n"),
        &format!("{TWO}\n## Sprint\n\n- [ ] X @x\n- [ ] Y @y\n"),
    );
}

#[test]
fn new_sections_on_both_sides_are_both_kept() {
    check(
        TWO,
        &format!("{TWO}\n## Beta\n\n- [ ] X @x\n"),
        &format!("{TWO}\n## Alpha\n\n- [ ] Y @y\n"),
        &format!("{TWO}\n## Alpha\n\n- [ ] Y @y\n\n## Beta\n\n- [ ] X @x\n"),
    );
}

#[test]
fn a_section_moves_with_what_the_other_side_adds() {
    check(
        TWO,
        "## Later\n\n- [ ] C @c\n\n## Now\n\n- [ ] A @a\n- [ ] B @b\n",
        &TWO.replace("@c\n", "@c\n- [ ] X @x\n"),
        "## Later\n\n- [ ] C @c\n- [ ] X @x\n\n## Now\n\n- [ ] A @a\n- [ ] B @b\n",
    );
}

#[test]
fn the_more_advanced_status_wins() {
    check(TWO, &TWO.replace("[ ] A", "[*] A"), &TWO.replace("[ ] A", "[√] A"), &TWO.replace("[ ] A", "[√] A"));
    let options = Options { further_status_wins: false, ..Options::default() };
    let [base, ours, theirs] = [" ", "*", "√"].map(|mark| plan(&TWO.replace("[ ] A", &format!("[{mark}] A"))));
    let merged = merge(&base, &ours, &theirs, &options);
    assert_eq!(merged.conflicts.iter().map(|each| each.field.as_str()).collect::<Vec<_>>(), ["status"]);
}

#[test]
fn a_status_reset_by_one_side_is_a_conflict() {
    let base = TWO.replace("[ ] A", "[*] A");
    check_conflict(
        &base,
        TWO,
        &TWO.replace("[ ] A", "[√] A"),
        &["status"],
        &TWO.replace("- [ ] A @a\n", "<<<<<<< ours\n- [ ] A @a\n=======\n- [√] A @a\n>>>>>>> theirs\n"),
    );
}

#[test]
fn a_state_that_does_not_fit_the_other_sides_status_is_a_conflict() {
    check_conflict(
        TWO,
        &TWO.replace("@a", "@a state=blocked"),
        &TWO.replace("[ ] A", "[√] A"),
        &["status"],
        &TWO.replace("- [ ] A @a\n", "<<<<<<< ours\n- [ ] A @a state=blocked\n=======\n- [√] A @a\n>>>>>>> theirs\n"),
    );
}

#[test]
fn two_titles_are_a_conflict_about_one_line() {
    check_conflict(
        TWO,
        &TWO.replace("[ ] A", "[*] One"),
        &TWO.replace("[ ] A @a", "[ ] Two @a due=2026-01-01"),
        &["title"],
        &TWO.replace(
            "- [ ] A @a\n",
            "<<<<<<< ours\n- [*] One @a due=2026-01-01\n=======\n- [*] Two @a due=2026-01-01\n>>>>>>> theirs\n",
        ),
    );
}

#[test]
fn two_bodies_are_a_conflict_about_the_lines_that_differ() {
    let base = "- [ ] A @a\n  > one\n  > two\n  > three\n";
    check_conflict(
        base,
        &base.replace("two", "zwei"),
        &base.replace("two", "deux"),
        &["body"],
        "- [ ] A @a\n  > one\n<<<<<<< ours\n  > zwei\n=======\n  > deux\n>>>>>>> theirs\n  > three\n",
    );
}

#[test]
fn two_new_tasks_with_one_id_get_different_ids() {
    for (ours, theirs) in [("Alpha", "Beta"), ("Beta", "Alpha")] {
        let [ours, theirs] = [ours, theirs].map(|title| format!("{TWO}- [ ] {title} @n\n"));
        let merged = merge_short(TWO, &ours, &theirs);
        let [beta, alpha] = ["- [ ] Beta @n_2\n", "- [ ] Alpha @n\n"];
        let either = [plan(&format!("{TWO}{alpha}{beta}")), plan(&format!("{TWO}{beta}{alpha}"))];
        assert!(either.contains(&merged.text), "{}", merged.text);
        assert_eq!((merged.conflicts.len(), merged.notes.len()), (0, 1));
    }
}

#[test]
fn the_same_new_task_on_both_sides_appears_once() {
    let added = format!("{TWO}- [ ] New @n\n");
    check(
        TWO,
        &added.replace("[ ] A", "[√] A"),
        &added.replace("[ ] New", "[√] New"),
        &added.replace("[ ] A", "[√] A").replace("[ ] New", "[√] New"),
    );
}

#[test]
fn tasks_moved_under_each_other_do_not_disappear() {
    let base = "- [ ] A @a\n- [ ] B @b\n";
    let ours = "- [ ] B @b\n  - [ ] A @a\n";
    let theirs = "- [ ] A @a\n  - [ ] B @b\n";
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merged = merge_short(base, ours, theirs);
        assert_eq!((merged.conflicts.len(), merged.notes.len()), (0, 1));
        // The move of the larger id is reverted.
        assert_eq!(merged.text, plan("- [ ] B @b\n  - [ ] A @a\n"));
    }
}

#[test]
fn a_task_below_tasks_moved_under_each_other_keeps_its_own_move() {
    let base = "- [ ] C @c\n- [ ] A @a\n- [ ] B @b\n";
    let ours = "- [ ] B @b\n  - [ ] A @a\n    - [ ] C @c\n";
    let theirs = "- [ ] C @c\n- [ ] A @a\n  - [ ] B @b\n";
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        assert_eq!(merge_short(base, ours, theirs).text, plan("- [ ] B @b\n  - [ ] A @a\n    - [ ] C @c\n"));
    }
}

#[test]
fn text_between_tasks_is_neither_lost_nor_duplicated() {
    let base = "## S\n\n- [ ] A @a\n\nProse here.\n\n- [ ] B @b\n";
    check(
        base,
        &base.replace("@a\n", "@a\n- [ ] X @x\n"),
        &base.replace("@a\n", "@a\n- [ ] Y @y\n").replace("here", "there"),
        &base.replace("@a\n", "@a\n- [ ] X @x\n- [ ] Y @y\n").replace("here", "there"),
    );
}

#[test]
fn notes_that_both_sides_put_under_another_task_are_not_duplicated() {
    let base = "- [ ] A @a\n\n  A note.\n";
    let merged = merge_short(base, "- [ ] A @a\n- [ ] X @x\n\n  A note.\n", "- [ ] A @a\n- [ ] Y @y\n\n  A note.\n");
    assert_eq!(merged.conflicts, []);
    assert_eq!(merged.text.matches("A note.").count(), 1);
}

#[test]
fn line_endings_are_ours() {
    let [base, ours, theirs] = [TWO.to_owned(), TWO.replace("[ ] A", "[√] A"), TWO.replace("@b\n", "@b\n- [ ] X @x\n")]
        .map(|text| plan(&text));
    let merged = merge(&base, &ours.replace('\n', "\r\n"), &theirs, &Options::default());
    let expected = plan(&TWO.replace("[ ] A", "[√] A").replace("@b\n", "@b\n- [ ] X @x\n"));
    assert_eq!(merged.text, expected.replace('\n', "\r\n"));
    let mixed = ours.replacen('\n', "\r\n", 3);
    let merged = merge(&base, &mixed, &theirs, &Options::default());
    assert_eq!(merged.text, expected.replacen('\n', "\r\n", 3));
}

#[test]
fn a_changed_marker_style_applies_to_tasks_of_the_other_side() {
    let header = "<!-- long-term-plan:format=v1 -->";
    let base = plan("- [ ] A @a\n- [√] B @b\n");
    let ours = base.replace(header, "<!-- long-term-plan:format=v1 markers=gfm -->").replace('√', "x");
    let theirs = base.replace("[ ] A", "[√] A") + "- [*] C <!-- long-term-plan:id=c -->\n";
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let merged = merge(&base, ours, theirs, &Options::default());
        assert_eq!(merged.conflicts, []);
        assert!(
            merged.text.contains("[x] A") && merged.text.contains("[x] B") && merged.text.contains("[-] C"),
            "{}",
            merged.text
        );
    }
}

#[test]
fn without_a_common_ancestor_everything_is_kept_once() {
    let ours = plan("# Plan\n\n## Now\n\n- [ ] A @a\n- [ ] X @x\n");
    let theirs = plan("# Plan\n\n## Now\n\n- [√] A @a\n- [ ] Y @y\n");
    let merged = merge("", &ours, &theirs, &Options::default());
    assert_eq!(merged.text, plan("# Plan\n\n## Now\n\n- [√] A @a\n- [ ] X @x\n- [ ] Y @y\n"));
    assert_eq!(merged.conflicts, []);
}

#[test]
fn a_file_that_is_not_a_plan_is_merged_by_lines() {
    let merged = merge("a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\nd\n", &Options::default());
    assert_eq!((merged.text.as_str(), merged.conflicts.len()), ("a\nB\nc\nd\n", 0));
    let options =
        Options { ours_label: "HEAD".into(), theirs_label: "branch".into(), marker_size: 9, ..Options::default() };
    let merged = merge("a\nb\n", "a\nB\n", "a\nX\n", &options);
    assert_eq!(merged.text, "a\n<<<<<<<<< HEAD\nB\n=========\nX\n>>>>>>>>> branch\n");
}

/// Conflicts with what the base says, as `merge.conflictStyle` of git demands.
#[test]
fn conflicts_show_the_base_on_request() {
    let options = Options { base_label: Some("1a2b3c4".into()), ..Options::default() };
    let check = |base: &str, ours: &str, theirs: &str, expected: &str| {
        let merged = merge(&plan(base), &plan(ours), &plan(theirs), &options);
        assert_eq!(merged.text, plan(expected));
        assert_eq!(merged.conflicts.len(), 1);
    };
    let marked = |ours: &str, base: &str, theirs: &str| {
        format!("<<<<<<< ours\n{ours}||||||| 1a2b3c4\n{base}=======\n{theirs}>>>>>>> theirs\n")
    };
    check(
        TWO,
        &TWO.replace("[ ] A", "[ ] One"),
        &TWO.replace("[ ] A", "[*] Two"),
        &TWO.replace("- [ ] A @a\n", &marked("- [*] One @a\n", "- [ ] A @a\n", "- [*] Two @a\n")),
    );
    let base = TWO.replace("@a\n", "@a\n  > Note.\n  - [ ] Sub @s\n");
    let deleted = base.replace("- [ ] A @a\n  > Note.\n  - [ ] Sub @s\n", "");
    let (block, changed) = ("- [ ] A @a\n  > Note.\n  - [ ] Sub @s\n", "- [√] A @a\n  > Note.\n  - [√] Sub @s\n");
    let theirs = base.replace("[ ] A", "[√] A").replace("[ ] Sub", "[√] Sub");
    check(&base, &deleted, &theirs, &base.replace(block, &marked("", block, changed)));
    check(&base, &theirs, &deleted, &base.replace(block, &marked(changed, block, "")));
    let body = "- [ ] A @a\n  > one\n  > two\n";
    check(
        body,
        &body.replace("two", "zwei"),
        &body.replace("two", "deux"),
        &format!("- [ ] A @a\n  > one\n{}", marked("  > zwei\n", "  > two\n", "  > deux\n")),
    );
    check(
        TWO,
        &TWO.replace("## Now", "## Today"),
        &TWO.replace("## Now", "## Soon"),
        &TWO.replace("## Now\n", &marked("## Today\n", "## Now\n", "## Soon\n")),
    );
    let prose = "Some words.\n\n- [ ] A @a\n";
    check(
        prose,
        &prose.replace("Some", "Our"),
        &prose.replace("Some", "Their"),
        &prose.replace("Some words.\n", &marked("Our words.\n", "Some words.\n", "Their words.\n")),
    );
    let merged = merge("a\nb\n", "a\nB\n", "a\nX\n", &options);
    assert_eq!(merged.text, format!("a\n{}", marked("B\n", "b\n", "X\n")));
}

#[test]
fn both_sides_rename_a_heading() {
    check_conflict(
        TWO,
        &TWO.replace("## Now", "## Today"),
        &TWO.replace("## Now", "## This week"),
        &["heading"],
        &TWO.replace("## Now\n", "<<<<<<< ours\n## Today\n=======\n## This week\n>>>>>>> theirs\n"),
    );
}

#[test]
fn a_task_moved_within_its_section_stays_moved() {
    check(
        "- [ ] A @a\n- [ ] B @b\n- [ ] C @c\n- [ ] D @d\n",
        "- [ ] D @d\n- [ ] A @a\n- [ ] B @b\n- [ ] C @c\n",
        "- [ ] A @a\n- [ ] B @b\n- [*] C @c\n- [ ] X @x\n- [ ] D @d\n",
        "- [ ] D @d\n- [ ] A @a\n- [ ] B @b\n- [*] C @c\n- [ ] X @x\n",
    );
}

#[test]
fn bytes_that_are_not_utf8_are_merged_by_lines() {
    let (bytes, merged) = long_term_plan_core::merge::merge_bytes(
        b"a\nb\n\xff\nc\n",
        b"A\nb\n\xff\nc\n",
        b"a\nb\n\xff\nC",
        &Options::default(),
    );
    assert_eq!((bytes.as_slice(), merged.conflicts.len()), (b"A\nb\n\xff\nC".as_slice(), 0));
}

#[test]
fn a_task_in_a_list_item_keeps_its_indentation_when_the_lines_above_become_one_text() {
    let rest = " A\n  - [ ] D @d\n A\n  - [ ] E @e";
    check(
        &format!("* A\n  - [ ] A @a\n    - [ ] B @b\n    - [ ] C @c\n{rest}"),
        &format!("* A\n{rest}"),
        &format!("* A\n  - [ ] A @a\n    - [ ] C @c\n    - [ ] B @b\n{rest}"),
        &format!("* A\n{rest}"),
    );
}

#[test]
fn a_task_moved_out_of_a_list_item_loses_its_indentation() {
    let base = "- [ ] A @a\n# P\n* item\n  - [ ] B @b\nText\n- [ ] C @c\n";
    check(
        base,
        "- [ ] A @a\n# P\n* item\nText\n- [ ] B @b\n- [ ] C @c\n",
        &base.replace("- [ ] C @c\n", ""),
        "- [ ] A @a\n# P\n* item\nText\n- [ ] B @b\n",
    );
}

#[test]
fn a_merge_is_not_undone_by_merging_again() {
    let base = "- [ ] A @a\n   - [ ] B @b\n   text\n  - [ ] C @c\n > quote\n";
    let ours = format!("{base}- [ ] D @d\n");
    let theirs = "- [ ] A @a\n   - [ ] C @c\n   - [ ] B @b\n   text\n > quote\n";
    let first = merge_short(base, &ours, theirs);
    assert_eq!(first.conflicts, []);
    let again = merge(&plan(base), &first.text, &plan(theirs), &Options::default());
    assert_eq!((again.text.as_str(), again.conflicts), (first.text.as_str(), vec![]));
}

#[test]
fn without_a_usable_base_sides_that_would_repeat_an_id_are_one_conflict() {
    check_conflict(
        "# T\n- [ ] A @a\n- [?] not a status\n- [ ] B @b\n- [ ] C @c\n",
        "# T\n- [ ] N @n\n- [ ] A @a\n- [ ] B @b\n- [ ] C @c\n",
        "# T\n- [ ] A @a\n- [ ] B @b\n- [ ] N @n\n- [ ] C @c\n",
        &["file"],
        "# T\n<<<<<<< ours\n- [ ] N @n\n- [ ] A @a\n- [ ] B @b\n=======\n- [ ] A @a\n- [ ] B @b\n- [ ] N @n\n>>>>>>> theirs\n- [ ] C @c\n",
    );
}

/// The counter-example of `docs/merge.md`: the order of what three branches add depends on which two are merged first.
#[test]
fn three_branches_keep_everything_in_an_order_that_depends_on_the_first_merge() {
    let base = plan("- [ ] A @a\n");
    let [c, m, z] = ["c", "m", "z"].map(|id| plan(&format!("- [ ] A @a\n- [ ] New @{id}\n")));
    let both = |ours: &str, theirs: &str| merge(&base, ours, theirs, &Options::default()).text;
    let order = |text: &str| text.match_indices("id=").map(|(at, _)| &text[at + 3..at + 4]).collect::<String>();
    assert_eq!(order(&both(&both(&c, &z), &m)), "aczm");
    assert_eq!(order(&both(&c, &both(&z, &m))), "acmz");
}
