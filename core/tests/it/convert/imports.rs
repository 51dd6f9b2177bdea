//! Importers on arbitrary input.

use long_term_plan_core::convert::import::{Format, ImportFile, Imported, Request, import};
use long_term_plan_core::failure::ErrorCode;
use long_term_plan_core::plan::{DiagnosticCode, validate};
use long_term_plan_core::word::Word;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::generators::{BEADS_NAMES, FRONT_MATTER, MARKDOWN, TASK_MASTER_NAMES, TODO_TXT, WORDS, json_of, text_of};

fn imported(files: &[(&str, &[u8])], format: Option<Format>) -> Option<Imported> {
    let files: Vec<_> =
        files.iter().map(|(path, bytes)| ImportFile { path: (*path).into(), bytes: bytes.to_vec() }).collect();
    let request = Request { files: &files, format, name: "source", now_ms: 1_700_000_000_000, entropy: [7; 10] };
    match import(&request) {
        Ok(imported) => Some(imported),
        Err(error) => {
            let error = error.to_error();
            assert!(!error.message.is_empty());
            assert_ne!(error.code, ErrorCode::Word("INTERNAL_ERROR"), "{}", error.message);
            assert_ne!(error.code, ErrorCode::Word("INVALID_ARGUMENT"), "{}", error.message);
            None
        }
    }
}

fn check(files: &[(&str, &[u8])], format: Format) {
    let Some(imported) = imported(files, Some(format)) else { return };
    let found = validate(&imported.text);
    assert!(found.errors.is_empty(), "{:?}\n{}", found.errors, imported.text);
    assert!(
        found.warnings.iter().all(|each| each.code == DiagnosticCode::NoTasks),
        "{:?}\n{}",
        found.warnings,
        imported.text
    );
    assert!(imported.tasks > 0);
}

proptest! {
    #[test]
    fn markdown_becomes_a_valid_plan(text in text_of(MARKDOWN, 60)) {
        check(&[("a.md", text.as_bytes())], Format::Gfm);
    }

    /// Everything that GitHub shows as a task, according to another parser, is a task of the plan.
    #[test]
    fn no_visible_task_is_lost(text in text_of(MARKDOWN, 60)) {
        // An underlined task is a heading here; the other parser still counts it as a task.
        let is_underline = |line: &str| {
            let line = line.trim();
            !line.is_empty() && line.chars().all(|character| matches!(character, '=' | '-' | '>' | ' ' | '\t'))
        };
        let text: String = text.split(['\n', '\r']).filter(|line| !is_underline(line)).collect::<Vec<_>>().join("\n");
        let tasks = imported(&[("a.md", text.as_bytes())], Some(Format::Gfm)).map_or(0, |imported| imported.tasks);
        let is_plan = text.contains("long-term-plan:format");
        prop_assert!(is_plan || visible_checkboxes(&text) <= tasks, "{} of {}", tasks, visible_checkboxes(&text));
    }

    #[test]
    fn todo_txt_becomes_a_valid_plan(text in text_of(TODO_TXT, 60)) {
        check(&[("todo.txt", text.as_bytes())], Format::TodoTxt);
    }

    #[test]
    fn a_backlog_becomes_a_valid_plan(
        one in text_of(FRONT_MATTER, 30),
        two in text_of(FRONT_MATTER, 30),
        three in text_of(FRONT_MATTER, 30),
    ) {
        let one = format!("---\nid: task-1\nstatus: Done\n{one}");
        let two = format!("---\n{two}");
        let files: [(&str, &[u8]); 4] = [
            ("backlog/tasks/one.md", one.as_bytes()),
            ("backlog/archive/tasks/two.md", two.as_bytes()),
            ("backlog/milestones/m.md", two.as_bytes()),
            ("backlog/tasks/three.md", three.as_bytes()),
        ];
        check(&files, Format::Backlog);
    }

    #[test]
    fn task_master_becomes_a_valid_plan(tasks in json_of(TASK_MASTER_NAMES, WORDS), other in json_of(TASK_MASTER_NAMES, WORDS)) {
        let whole = serde_json::json!({ "master": { "tasks": [tasks, other.clone()] }, "x": { "tasks": [other] } });
        check(&[("tasks.json", whole.to_string().as_bytes())], Format::TaskMaster);
        check(&[("tasks.json", serde_json::to_string_pretty(&whole).unwrap().as_bytes())], Format::TaskMaster);
    }

    #[test]
    fn beads_become_a_valid_plan(issues in proptest::collection::vec(json_of(BEADS_NAMES, WORDS), 1..6)) {
        let lines: Vec<_> = issues.iter().filter(|issue| issue.is_object()).map(ToString::to_string).collect();
        check(&[("issues.jsonl", lines.join("\n").as_bytes())], Format::Beads);
    }

    #[test]
    fn any_bytes_are_refused_or_become_a_valid_plan(bytes in any::<Vec<u8>>(), text in any::<String>()) {
        for format in Format::ALL.iter().copied() {
            check(&[("tasks/x.md", &bytes)], format);
            check(&[("tasks/x.md", text.as_bytes())], format);
        }
        let _ = imported_or_refused(&text);
    }
}

/// The number of checkboxes with a text outside of quotations.
fn visible_checkboxes(text: &str) -> usize {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let options = Options::ENABLE_TASKLISTS | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let (mut quotes, mut checkboxes) = (0, 0);
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes -= 1,
            Event::TaskListMarker(_) if quotes == 0 => checkboxes += 1,
            _ => {}
        }
    }
    checkboxes
}

/// Imports with a detected format.
fn imported_or_refused(text: &str) -> bool {
    let files = [ImportFile { path: "-".into(), bytes: text.as_bytes().to_vec() }];
    let request = Request { files: &files, format: None, name: "-", now_ms: 0, entropy: [0; 10] };
    import(&request).is_ok()
}
