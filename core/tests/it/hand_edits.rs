//! Files as people and their editors leave them: a call changes what it is asked to change, and no other byte.

use serde_json::{Value, json};

use crate::host::MemoryHost;

const PLAN: &str = "<!-- long-term-plan:format=v1 -->
# 計画 Plan

> What it is for.

Some   text with  trailing blanks  \t
\ttabs before it

## Milestones 目標

- [ ] First  task <!-- long-term-plan:id=t_1 priority=high x-mine=kept -->
  > Its body
  >    indented
\tA note with a tab
  * another list
- [*] 第二の課題 😀 <!-- long-term-plan:id=t_2 -->   
    - [√] Child, deeper than need be <!-- long-term-plan:id=t_3 -->
      a note of the child

***

## Empty section

| a | b |
|---|---|
";

/// The plan in the forms in which editors write files.
fn forms() -> [(&'static str, String); 10] {
    [
        ("LF", PLAN.into()),
        ("CRLF", PLAN.replace('\n', "\r\n")),
        ("lone CR", PLAN.replace('\n', "\r")),
        ("mixed endings", with_endings(["\n", "\r\n", "\r\n", "\n", "\n"])),
        ("mixed endings with a lone CR", with_endings(["\n", "\r\n", "\r\n", "\n", "\r"])),
        ("a byte order mark", format!("\u{feff}{PLAN}")),
        ("a byte order mark and CRLF", format!("\u{feff}{PLAN}").replace('\n', "\r\n")),
        ("no final line ending", PLAN.trim_end().into()),
        ("CRLF and no final line ending", PLAN.trim_end().replace('\n', "\r\n")),
        ("many final line endings", format!("{PLAN}\n\n\n")),
    ]
}

fn with_endings(endings: [&str; 5]) -> String {
    PLAN.lines().zip(endings.iter().cycle()).flat_map(|(line, ending)| [line, ending]).collect()
}

/// What a call makes of a file.
#[track_caller]
fn after(text: &str, name: &str, args: &Value) -> String {
    let mut host = MemoryHost::with(&["plan"], [("p.md", text)]);
    let mut args = args.clone();
    args["planId"] = json!("p");
    host.result(name, &args).unwrap_or_else(|error| panic!("{name} {args}: {error}"));
    host.text("p.md").unwrap().to_owned()
}

/// The text that a call removes from a file, and the text that it puts there.
#[track_caller]
fn replaced(before: &str, name: &str, args: &Value) -> (String, String) {
    let after = after(before, name, args);
    let [old, new] = [before, &after].map(|text| text.chars().collect::<Vec<_>>());
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(one, other)| one == other).count();
    let middle = |text: &[char]| text[start..text.len() - end].iter().collect();
    (middle(&old), middle(&new))
}

/// The ending of the line that contains `part`.
fn ending_after<'a>(text: &'a str, part: &str) -> &'a str {
    let rest = &text[text.find(part).unwrap()..];
    let start = rest.find(['\r', '\n']).unwrap();
    if rest[start..].starts_with("\r\n") { "\r\n" } else { &rest[start..=start] }
}

#[test]
fn a_change_within_a_line_changes_nothing_else() {
    let changes = [
        ("task_update", json!({ "taskId": "t_1", "status": "done" }), "[ ] First", "[√] First"),
        ("task_update", json!({ "taskId": "t_2", "status": "todo" }), "[*]", "[ ]"),
        ("task_update", json!({ "taskId": "t_3", "status": "doing" }), "[√]", "[*]"),
        ("task_update", json!({ "taskId": "t_2", "title": "第三の課題 😀" }), "第二の課題", "第三の課題"),
        ("task_update", json!({ "taskId": "t_1", "priority": "low" }), "priority=high", "priority=low"),
        ("task_update", json!({ "taskId": "t_1", "clear": ["priority"] }), " priority=high", ""),
        ("task_update", json!({ "taskId": "t_2", "tags": ["a", "b"] }), "id=t_2", "id=t_2 tags=a,b"),
        ("task_update", json!({ "taskId": "t_1", "due": "2026-12-24" }), "x-mine=kept", "x-mine=kept due=2026-12-24"),
        ("task_update", json!({ "taskId": "t_1", "bodyMarkdown": "Its soul\n   indented" }), "Its body", "Its soul"),
        ("plan_update", json!({ "title": "The 計画" }), "# 計画 Plan", "# The 計画"),
        ("plan_update", json!({ "bodyMarkdown": "What for?" }), "> What it is for.", "> What for?"),
        ("task_start", json!({ "taskId": "t_2", "assignee": "me" }), "id=t_2", "id=t_2 assignee=tester/me"),
    ];
    for (form, text) in forms() {
        for (name, args, old, new) in &changes {
            assert_eq!(after(&text, name, args), text.replacen(old, new, 1), "{form}: {name} {args}");
        }
    }
}

#[test]
fn added_lines_have_the_ending_of_their_neighbors() {
    for (form, text) in forms() {
        let add = json!({ "title": "New", "afterTaskId": "t_3", "bodyMarkdown": "one\ntwo" });
        let (old, new) = replaced(&text, "task_add", &add);
        let lines = new.replace(ending_after(&text, "a note of the child"), "|");
        assert_eq!(old, "", "{form}");
        assert!(lines.contains(" -->|      > one|      > two"), "{form}: {lines:?}");
        assert!(!lines.contains(['\r', '\n']), "{form}: {lines:?}");

        let (old, new) = replaced(&text, "task_update", &json!({ "taskId": "t_2", "bodyMarkdown": "new" }));
        let body = new.replace(ending_after(&text, "第二の課題"), "");
        assert_eq!((old.as_str(), body.trim()), ("", "> new"), "{form}");
    }
}

#[test]
fn deleted_lines_take_their_endings_with_them() {
    for (form, text) in forms() {
        let (old, new) = replaced(&text, "task_delete", &json!({ "taskId": "t_3" }));
        assert_eq!(new, "", "{form}");
        assert!(old.contains("Child, deeper than need be") && old.contains("a note of the child"), "{form}: {old:?}");
        assert_eq!(old.replace("\r\n", "\n").matches(['\r', '\n']).count(), 2, "{form}: {old:?}");

        let (old, new) = replaced(&text, "task_update", &json!({ "taskId": "t_1", "clearBody": true }));
        let body = old.trim_start().trim_start_matches("> ");
        assert_eq!(new, "", "{form}");
        assert!(body.starts_with("Its body") && body.contains(">    indented"), "{form}: {old:?}");
    }
}

#[test]
fn a_call_that_changes_nothing_leaves_every_byte() {
    let calls = [
        ("task_update", json!({ "taskId": "t_1", "status": "todo", "title": "First  task", "priority": "high" })),
        ("task_update", json!({ "taskId": "t_1", "bodyMarkdown": "Its body\n   indented" })),
        ("task_update", json!({ "taskId": "t_2", "clearBody": true, "tags": [] })),
        ("plan_update", json!({ "title": "計画 Plan", "bodyMarkdown": "What it is for." })),
        ("task_move", json!({ "taskId": "t_1", "position": "first" })),
        ("task_batch", json!({ "ops": [{ "op": "update", "taskId": "t_2", "status": "doing" }] })),
    ];
    for (form, text) in forms() {
        for (name, args) in &calls {
            assert_eq!(after(&text, name, args), text, "{form}: {name} {args}");
        }
    }
}

/// Among mixed endings, the last line of a block that is moved takes on the ending of its new neighbors.
#[test]
fn a_task_that_is_moved_there_and_back_leaves_no_trace() {
    for (form, text) in forms().into_iter().filter(|(form, _)| !form.starts_with("mixed")) {
        let moved = after(&text, "task_move", &json!({ "taskId": "t_2", "beforeTaskId": "t_1" }));
        assert_ne!(moved, text, "{form}");
        assert_eq!(after(&moved, "task_move", &json!({ "taskId": "t_2", "afterTaskId": "t_1" })), text, "{form}");
    }
}
