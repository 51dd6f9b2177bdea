//! Bugs that were fixed, one test each.

use long_term_plan_core::edit::{Op, RepairAction, apply, repair};
use long_term_plan_core::history::History;
use long_term_plan_core::plan::{Document, IdGenerator, decode};
use long_term_plan_core::query::{page, search};
use long_term_plan_core::word::Word;
use serde_json::{Value, json};

use crate::host::MemoryHost;

const HEADER: &str = "<!-- long-term-plan:format=v1 -->\n";

/// A task line without its ending.
fn task(line: &str, id: &str) -> String {
    format!("{line} <!-- long-term-plan:id={id} -->")
}

/// Applies an operation to a plan; `NEW` is the id of a new task.
#[track_caller]
fn check(before: &str, op_json: &str, after: &str) {
    let op = Op::from_json(op_json).unwrap();
    let edited = apply(&Document::new(before.to_owned()), &[op], &mut IdGenerator::new(0, [0; 10])).unwrap();
    assert_eq!(edited.document.text().replace("t_00000000000000000000000000", "NEW"), after);
    assert_eq!(edited.edit.is_empty(), before == after);
}

#[test]
fn a_task_goes_after_the_byte_order_mark_not_before_it() {
    let (a, new) = (task("- [ ] A", "t1"), task("- [ ] N", "NEW"));
    check(
        &format!("\u{feff}{a}\n{HEADER}"),
        r#"{ "op": "add", "title": "N", "beforeTaskId": "t1" }"#,
        &format!("\u{feff}{new}\n{a}\n{HEADER}"),
    );
    check(
        &format!("\u{feff}## A\n{HEADER}"),
        r#"{ "op": "add", "title": "N" }"#,
        &format!("\u{feff}{new}\n## A\n{HEADER}"),
    );
    check(&format!("\u{feff}{a}\n{HEADER}"), r#"{ "op": "delete", "taskId": "t1" }"#, &format!("\u{feff}{HEADER}"));
}

#[test]
fn an_empty_title_after_a_byte_order_mark_can_be_set() {
    check(
        &format!("\u{feff}#\n{HEADER}"),
        r#"{ "op": "updatePlan", "title": "T" }"#,
        &format!("\u{feff}# T\n{HEADER}"),
    );
}

#[test]
fn a_last_line_that_ends_with_a_byte_order_mark_is_still_a_line() {
    let new = task("- [ ] N", "NEW");
    check(
        &format!("{HEADER}note\u{feff}"),
        r#"{ "op": "add", "title": "N" }"#,
        &format!("{HEADER}note\u{feff}\n{new}"),
    );
}

#[test]
fn a_line_that_starts_with_a_byte_order_mark_does_not_become_the_first() {
    check(
        &format!("{}\n\u{feff}# No title\n{HEADER}", task("- [ ] A", "t1")),
        r#"{ "op": "delete", "taskId": "t1" }"#,
        &format!("\n\u{feff}# No title\n{HEADER}"),
    );
}

#[test]
fn a_quote_below_a_deleted_task_and_a_blank_line_is_not_the_plans_body() {
    let a = task("- [ ] A", "t1");
    check(
        &format!("{HEADER}# T\n{a}\n\n> quote\n"),
        r#"{ "op": "delete", "taskId": "t1" }"#,
        &format!("{HEADER}# T\n<!-- -->\n\n> quote\n"),
    );
}

#[test]
fn a_quote_that_no_task_could_take_needs_no_separator() {
    let (a, b) = (task("- [ ] A", "t1"), task("- [ ] B", "t2"));
    check(
        &format!("{HEADER}{a}\n{b}\n> quote\n"),
        r#"{ "op": "delete", "taskId": "t2" }"#,
        &format!("{HEADER}{a}\n> quote\n"),
    );
    let b = task("  - [ ] B", "t2");
    check(
        &format!("{HEADER}{a}\n{b}\n  > quote\n"),
        r#"{ "op": "delete", "taskId": "t2" }"#,
        &format!("{HEADER}{a}\n\n  > quote\n"),
    );
    let b = task("- [ ] B", "t2");
    check(
        &format!("{HEADER}# T\n{a}\n{b}\n\n> quote\n"),
        r#"{ "op": "delete", "taskId": "t2" }"#,
        &format!("{HEADER}# T\n{a}\n\n> quote\n"),
    );
}

#[test]
fn deleting_lines_between_a_cr_and_an_lf_keeps_the_blank_line() {
    let (a, b) = (task("- [ ] A", "t1"), task("  - [ ] B", "t2"));
    check(
        &format!("{HEADER}{a}\r{b}\n\n  > quote\n"),
        r#"{ "op": "delete", "taskId": "t2" }"#,
        &format!("{HEADER}{a}\n\n  > quote\n"),
    );
    check(
        &format!("{HEADER}{a}\r  > body\r\n\n  > quote\n"),
        r#"{ "op": "update", "taskId": "t1", "clearBody": true }"#,
        &format!("{HEADER}{a}\r\n\n  > quote\n"),
    );
}

#[test]
fn a_separator_is_not_swallowed_by_the_cr_above_it() {
    let (a, b) = (task("- [ ] A", "t1"), task("  - [ ] B", "t2"));
    check(
        &format!("{HEADER}{a}\r{b}\n  > quote\n"),
        r#"{ "op": "delete", "taskId": "t2" }"#,
        &format!("{HEADER}{a}\r\r  > quote\n"),
    );
}

#[test]
fn a_position_alone_keeps_the_section() {
    let (a, b, c) = (task("- [ ] A", "t1"), task("- [ ] B", "t2"), task("- [ ] C", "t3"));
    let first = r#"{ "op": "move", "taskId": "t3", "position": "first" }"#;
    for heading in ["## S", "##", "## \u{3000}S", "# Second title", "## S # #"] {
        check(
            &format!("{HEADER}# T\n## S\n{a}\n{heading}\n{b}\n{c}\n"),
            first,
            &format!("{HEADER}# T\n## S\n{a}\n{heading}\n{c}\n{b}\n"),
        );
    }
    check(&format!("{HEADER}{b}\n{c}\n# T\n{a}\n"), first, &format!("{HEADER}{c}\n{b}\n# T\n{a}\n"));
}

#[test]
fn a_section_is_found_by_any_name() {
    let new = task("- [ ] N", "NEW");
    for (heading, name) in [("## a # #", "a #"), ("## \u{3000}S", "\u{3000}S"), ("## S", " S ")] {
        check(
            &format!("{HEADER}{heading}\n"),
            &format!(r#"{{ "op": "add", "title": "N", "sectionPath": ["{name}"] }}"#),
            &format!("{HEADER}{heading}\n{new}\n"),
        );
    }
}

#[test]
fn a_word_without_a_value_becomes_an_attribute_when_it_is_set() {
    check(
        &format!("{HEADER}{}\n", task("- [ ] A", "t1 due x=1")),
        r#"{ "op": "update", "taskId": "t1", "due": "2026-12-01" }"#,
        &format!("{HEADER}{}\n", task("- [ ] A", "t1 due=2026-12-01 x=1")),
    );
}

#[test]
fn clearing_an_attribute_clears_its_repetitions() {
    check(
        &format!("{HEADER}{}\n", task("- [ ] A", "t1 state=blocked x=1 state=deferred")),
        r#"{ "op": "update", "taskId": "t1", "status": "doing" }"#,
        &format!("{HEADER}{}\n", task("- [*] A", "t1 x=1")),
    );
}

#[test]
fn an_attribute_with_the_same_value_in_another_encoding_stays() {
    let before = format!("{HEADER}{}\n", task("- [ ] A", "t1 tags=%c3%a9,%61"));
    check(&before, r#"{ "op": "update", "taskId": "t1", "tags": ["é", "a"] }"#, &before);
}

#[test]
fn a_title_set_to_itself_stays() {
    let before = format!("{HEADER}# \u{3000}T\n{}\n", task("- [ ] \u{3000}A", "t1"));
    check(&before, "{ \"op\": \"update\", \"taskId\": \"t1\", \"title\": \"\u{3000}A\" }", &before);
    check(&before, "{ \"op\": \"updatePlan\", \"title\": \"\u{3000}T\" }", &before);
}

#[test]
fn a_quote_after_a_tab_is_still_not_a_body_after_a_move() {
    let (a, b) = (task("- [ ] A", "t1"), task("- [ ] B", "t2"));
    check(
        &format!("{HEADER}{a}\n{b}\n\t> quote\n"),
        r#"{ "op": "move", "taskId": "t2", "parentTaskId": "t1" }"#,
        &format!("{HEADER}{a}\n  {b}\n\t  > quote\n"),
    );
    check(
        &format!("{HEADER}{a}\n  {b}\n\t> quote\n"),
        r#"{ "op": "move", "taskId": "t2", "clear": ["parent"] }"#,
        &format!("{HEADER}{a}\n{b}\n\n  > quote\n"),
    );
}

#[test]
fn a_batch_that_undoes_itself_is_an_empty_edit() {
    let text = format!("{HEADER}{}\n", task("- [ ] A", "t1"));
    let status = |status: &str| {
        Op::from_json(&format!(r#"{{ "op": "update", "taskId": "t1", "status": "{status}" }}"#)).unwrap()
    };
    let ops = [status("done"), status("todo")];
    let edited = apply(&Document::new(text.clone()), &ops, &mut IdGenerator::new(0, [0; 10])).unwrap();
    assert!(edited.edit.is_empty() && edited.document.text() == text);
}

#[test]
fn repair_reports_a_note_that_it_moves() {
    let text = format!("{HEADER}{}\n * note\n", task("- [ ] A", "t1"));
    let repaired = repair(&Document::new(text), RepairAction::ALL, &mut IdGenerator::new(0, [0; 10])).unwrap();
    assert_eq!(repaired.applied.iter().map(|each| each.line).collect::<Vec<_>>(), [3]);
}

#[test]
fn repair_does_not_turn_indented_text_into_a_heading_or_a_conflict() {
    let (odd, even) = (task(" - [ ] A", "t1"), task("- [ ] A", "t1"));
    for line in [" # text", " <<<<<<< text"] {
        let document = Document::new(format!("{HEADER}{odd}\n{line}\n"));
        let repaired = repair(&document, RepairAction::ALL, &mut IdGenerator::new(0, [0; 10])).unwrap();
        assert_eq!(repaired.document.text(), format!("{HEADER}{even}\n{line}\n"));
    }
    // A note next to the task stays there.
    let document = Document::new(format!("{HEADER}{odd}\n # text\n - note\n"));
    let repaired = repair(&document, RepairAction::ALL, &mut IdGenerator::new(0, [0; 10])).unwrap();
    assert_eq!(repaired.document.text(), format!("{HEADER}{even}\n # text\n- note\n"));
}

#[test]
fn repair_does_not_push_the_header_out_of_sight() {
    let lines = format!("{}\n\t> quote\n", task("  - [ ] A", "t1")) + &"\n".repeat(27) + HEADER;
    let repaired = repair(&Document::new(lines.clone()), RepairAction::ALL, &mut IdGenerator::new(0, [0; 10])).unwrap();
    assert_eq!(repaired.document.text(), lines);
}

#[test]
fn invalid_bytes_after_lone_crs_are_on_the_right_line() {
    assert_eq!(decode(b"a\rb\r\nc\n\xff").unwrap_err().line, 4);
}

#[test]
fn pages_over_repeated_ids_come_to_an_end() {
    let items = ["a", "a", "b"];
    let next = |cursor: Option<String>| page(&items, |item| item, "q", 1, cursor.as_deref()).unwrap().next_cursor;
    assert_eq!(next(next(next(None))), None);
}

#[test]
fn the_quote_marks_of_a_body_are_not_searched() {
    let text = format!("{HEADER}{}\n  > body\n", task("- [ ] A", "t1"));
    assert!(search(&Document::new(text), ">", |_| true).is_empty());
}

#[test]
fn the_title_of_the_plan_is_not_searched() {
    let text = format!("{HEADER}# Title\n{}\n", task("- [ ] A", "t1"));
    assert!(search(&Document::new(text), "title", |_| true).is_empty());
}

#[test]
fn an_excerpt_of_a_deep_task_contains_the_word() {
    let spaces = " ".repeat(40);
    let text = format!("- note\n{spaces}{}\n{spaces}  > some needle here\n", task("- [ ] A", "t1"));
    let document = Document::new(text);
    let hits = search(&document, "needle", |_| true);
    assert_eq!(hits[0].excerpt(&document).as_deref(), Some("some needle here"));
}

#[test]
fn a_failed_write_names_the_file_like_a_failed_read() {
    let mut host = MemoryHost::with(&["plan"], [("p.md", format!("{HEADER}# P\n"))]);
    host.fail_writes("p.md", "noSpace");
    let error = host.result("task_add", &json!({ "planId": "p", "title": "A" })).unwrap_err().to_string();
    assert!(error.contains(".long-term-plan/p.md: no space left on the device"), "{error}");
}

#[test]
fn a_very_long_title_does_not_make_a_reply_as_long() {
    let line = task(&format!("- [ ] {}", "x".repeat(1_000_000)), "t1");
    let text = format!("{HEADER}# {0}\n## {0}\n{line}\n", "y".repeat(1_000_000));
    let mut host = MemoryHost::with(&["plan"], [("p.md", text)]);
    for (tool, args) in [("plan_get", json!({ "planId": "p" })), ("task_get", json!({ "planId": "p", "taskId": "t1" }))]
    {
        let result = host.result(tool, &args).unwrap();
        assert!(result.to_string().len() < 5_000, "{tool}");
    }
}

/// Otherwise a history would grow with every task that was ever deleted.
#[test]
fn a_new_snapshot_forgets_deleted_tasks_unless_their_numbers_must_not_be_reused() {
    let generated = "t_01JZZZZZZZZZZZZZZZZZZZZZZZ";
    let line = |at: &str, id: &str, seen: &str| {
        format!(
            "{{\"at\":\"{at}\",\"changes\":[{{\"task\":\"{id}\",\"what\":\"added\"}}],\"tasks\":{{\"{id}\":{seen}}}}}\n"
        )
    };
    let mut text = String::from("{\"snapshot\":{},\"etag\":null}\n");
    for id in [generated, "T007"] {
        text.push_str(&line("2026-01-01T00:00:00.000Z", id, "null"));
    }
    let history = History::new(text);
    assert!(history.has_id(generated) && history.has_id("T007"));
    let restarted = History::new(history.snapshot_line(None));
    assert!(!restarted.has_id(generated) && restarted.has_id("T007"));
}

/// The entries of the log after a tool changed `t2`, a hand edit replaced `from` by `to`, and a tool added a task.
fn log_with_hand_edit(text: &str, from: &str, to: &str) -> Vec<Value> {
    let mut host = MemoryHost::with(&["plan", "history"], [("p.md", text)]);
    host.result("task_update", &json!({ "planId": "p", "taskId": "t2", "bodyMarkdown": "new" })).unwrap();
    let edited = host.text("p.md").unwrap().replacen(from, to, 1);
    host.write("p.md", edited);
    host.result("task_add", &json!({ "planId": "p", "title": "C" })).unwrap();
    let log = host.result("plan_log", &json!({ "planId": "p" })).unwrap();
    log["changes"].as_array().unwrap().iter().map(|change| change["what"].clone()).collect()
}

#[test]
fn hand_edits_of_a_checkbox_with_a_state_and_of_an_empty_body_are_noticed() {
    let (a, b) = (task("- [ ] A", "t1 state=deferred"), task("- [ ] B", "t2"));
    let log = log_with_hand_edit(&format!("{HEADER}{a}\n{b}\n"), "[ ] A", "[*] A");
    assert_eq!(log[1], json!(["t1 \"A\": status todo -> doing"]), "{log:?}");
    let log = log_with_hand_edit(&format!("{HEADER}{a}\n  >\n{b}\n"), "  >\n", "");
    assert_eq!(log[1], json!(["t1 \"A\": body"]), "{log:?}");
}

#[test]
fn a_change_next_to_a_line_that_ends_with_cr_is_recorded() {
    let (a, b) = (task("- [ ] A", "t1"), task("- [ ] B", "t2"));
    let log = log_with_hand_edit(&format!("{HEADER}{b}\n  >old\r{a}"), "[ ] A", "[*] A");
    assert_eq!(log[2], json!(["t2 \"B\": body"]), "{log:?}");
}
