//! Merges of what fits on each side, but not together.

use crate::merge_cases::{check, check_conflict, merge_short};

const TASKS: &str = "- [ ] A @a\n- [ ] B @b\n- [ ] C @c\n";

/// In both directions, the merge is clean and has a note about this task and field.
#[track_caller]
fn check_note(base: &str, ours: &str, theirs: &str, expected: (&str, &str)) {
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merged = merge_short(base, ours, theirs);
        assert_eq!(merged.conflicts, []);
        let notes: Vec<_> =
            merged.notes.iter().map(|each| (each.task_id.as_deref().unwrap_or(""), &*each.field)).collect();
        assert_eq!(notes, [expected], "{:?}", merged.notes);
        let line = merged.text.lines().nth(merged.notes[0].line - 1).unwrap();
        assert!(line.contains(&format!("id={}", expected.0)), "the note names the line of its task: {line}");
    }
}

#[test]
fn a_task_completed_here_and_cancelled_there_is_a_conflict() {
    check_conflict(
        TASKS,
        &TASKS.replace("[ ] A", "[√] A"),
        &TASKS.replace("[ ] A @a", "[√] A @a state=cancelled"),
        &["status"],
        &TASKS
            .replace("- [ ] A @a\n", "<<<<<<< ours\n- [√] A @a\n=======\n- [√] A @a state=cancelled\n>>>>>>> theirs\n"),
    );
    let done = TASKS.replace("[ ] A", "[√] A");
    let cancelled = done.replace("@a", "@a state=cancelled");
    check(&done, &cancelled, &done.replace("[ ] B", "[√] B"), &cancelled.replace("[ ] B", "[√] B"));
}

#[test]
fn a_claimed_task_that_the_other_side_completed_belongs_to_the_one_who_completed_it() {
    let claimed = TASKS.replace("[ ] A @a", "[*] A @a assignee=ann");
    let completed = TASKS.replace("[ ] A @a", "[√] A @a assignee=bob");
    check(TASKS, &claimed, &completed, &completed);
    let ticked = TASKS.replace("[ ] A", "[√] A");
    check(TASKS, &claimed, &ticked, &ticked);
    // Only assigned, not taken up: two different fields.
    let assigned = TASKS.replace("@a", "@a assignee=ann");
    check(TASKS, &assigned, &ticked, &ticked.replace("@a", "@a assignee=ann"));
}

#[test]
fn an_open_subtask_of_a_task_that_the_other_side_completed_is_noted() {
    let with_child = TASKS.replace("@a\n", "@a\n  - [ ] New @n\n");
    check_note(TASKS, &TASKS.replace("[ ] A", "[√] A"), &with_child, ("a", "status"));
    // It was so before.
    let base = TASKS.replace("[ ] A @a\n", "[√] A @a\n  - [ ] New @n\n");
    let merged = merge_short(&base, &base.replace("[ ] B", "[√] B"), &base.replace("[ ] C", "[√] C"));
    assert_eq!(merged.notes, []);
}

#[test]
fn a_cycle_of_both_sides_dependencies_is_noted() {
    check_note(TASKS, &TASKS.replace("@a", "@a depends=b"), &TASKS.replace("@b", "@b depends=a"), ("a", "depends"));
}

#[test]
fn a_dependency_on_a_task_that_the_other_side_deleted_is_noted() {
    check_note(TASKS, &TASKS.replace("@a", "@a depends=b"), &TASKS.replace("- [ ] B @b\n", ""), ("a", "depends"));
}

#[test]
fn a_note_names_its_line_next_to_a_conflict() {
    let ours = TASKS.replace("[ ] A", "[ ] One").replace("@c", "@c depends=b");
    let theirs = TASKS.replace("[ ] A", "[ ] Two").replace("- [ ] B @b\n", "");
    let merged = merge_short(TASKS, &ours, &theirs);
    assert_eq!(merged.conflicts.len(), 1);
    let line = merged.text.lines().nth(merged.notes[0].line - 1).unwrap();
    assert!(line.contains("id=c"), "{line}");
}

#[test]
fn merging_again_knows_the_task_that_got_a_new_id() {
    let base = "- [ ] A @a\n";
    let [ours, theirs] = ["Alpha", "Beta"].map(|title| format!("{base}- [ ] {title} @n\n"));
    let first = merge_short(base, &ours, &theirs);
    for side in [&ours, &theirs] {
        let [base, side] = [base, side].map(crate::merge_cases::plan);
        let again = long_term_plan_core::merge::merge(
            &base,
            &first.text,
            &side,
            &long_term_plan_core::merge::Options::default(),
        );
        assert_eq!(again.text, first.text);
    }
}
