//! Exports of imported plans, and round trips through them.

use long_term_plan_core::convert::export::{self, export};
use long_term_plan_core::convert::import::{Format, ImportFile, Request, import};
use long_term_plan_core::plan::{AttributeKey, Document, Status};
use long_term_plan_core::word::Word;
use proptest::prelude::*;

use super::generators::{BEADS_NAMES, MARKDOWN, TASK_MASTER_NAMES, TODO_TXT, WORDS, json_of, text_of};

fn plan_of(format: Format, text: &str) -> Option<Document> {
    let files = [ImportFile { path: "plan.md".into(), bytes: text.as_bytes().to_vec() }];
    let request =
        Request { files: &files, format: Some(format), name: "plan", now_ms: 1_700_000_000_000, entropy: [3; 10] };
    import(&request).ok().map(|imported| Document::new(imported.text))
}

/// A task without its id, which a checklist does not contain.
#[derive(Debug, PartialEq)]
struct Seen {
    title: String,
    status: Status,
    attributes: Vec<Option<String>>,
    tags: Vec<String>,
    depends: Vec<Option<usize>>,
    body: Option<String>,
    parent: Option<usize>,
    section: Vec<String>,
}

fn seen(document: &Document) -> Vec<Seen> {
    let (text, plan) = (document.text(), document.plan());
    let keys = [
        AttributeKey::Priority,
        AttributeKey::Due,
        AttributeKey::Estimate,
        AttributeKey::Assignee,
        AttributeKey::Type,
        AttributeKey::Area,
        AttributeKey::State,
    ];
    let tasks = plan.tasks.iter().map(|task| Seen {
        title: task.title.of(text).to_owned(),
        status: task.status,
        attributes: keys.map(|key| task.value(text, key)).to_vec(),
        tags: task.list(text, AttributeKey::Tags),
        depends: task.list(text, AttributeKey::Depends).iter().map(|id| plan.find(text, id)).collect(),
        body: task.body.map(|body| body.markdown(text)),
        parent: task.parent,
        section: plan.section_path(text, task.section).into_iter().map(str::to_owned).collect(),
    });
    tasks.collect()
}

fn check_round_trip(format: Format, text: &str) {
    let Some(plan) = plan_of(format, text) else { return };
    let checklist = export(&plan, "plan", export::Format::Gfm).text;
    let again = plan_of(Format::Gfm, &checklist);
    let again = again.unwrap_or_else(|| panic!("{}\n=>\n{checklist}", plan.text()));
    assert_eq!(seen(&again), seen(&plan), "{}\n=>\n{checklist}\n=>\n{}", plan.text(), again.text());
    check_others(&plan);
}

/// Every format can be written; JSON can be read, a row of CSV has all its cells, and the page contains no foreign element.
fn check_others(plan: &Document) {
    let json = export(plan, "plan", export::Format::Json).text;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["tasks"].as_array().unwrap().len(), plan.plan().tasks.len());
    let csv = export(plan, "plan", export::Format::Csv).text;
    assert!(csv.ends_with("\r\n"));
    assert_eq!(rows(&csv).len(), plan.plan().tasks.len() + 1);
    assert!(rows(&csv).iter().all(|cells| cells.len() == 17), "{csv}");
    let page = export(plan, "plan", export::Format::Html).text;
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("<li class=\"task\"").count(), plan.plan().tasks.len());
    assert_eq!(page.matches("<img").count() + page.matches("href=\"javascript").count(), 0, "{page}");
}

/// A reader of CSV by the rules of RFC 4180.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut characters = csv.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    rows
}

proptest! {
    #[test]
    fn markdown_comes_back(text in text_of(MARKDOWN, 60)) {
        check_round_trip(Format::Gfm, &text);
    }

    #[test]
    fn todo_txt_comes_back(text in text_of(TODO_TXT, 60)) {
        check_round_trip(Format::TodoTxt, &text);
    }

    #[test]
    fn task_master_comes_back(tasks in proptest::collection::vec(json_of(TASK_MASTER_NAMES, WORDS), 1..5)) {
        check_round_trip(Format::TaskMaster, &serde_json::json!({ "tasks": tasks }).to_string());
    }

    #[test]
    fn beads_come_back(issues in proptest::collection::vec(json_of(BEADS_NAMES, WORDS), 1..6)) {
        let lines: Vec<_> = issues.iter().filter(|issue| issue.is_object()).map(ToString::to_string).collect();
        check_round_trip(Format::Beads, &lines.join("\n"));
    }

    #[test]
    fn any_plan_can_be_exported(text in text_of(MARKDOWN, 60)) {
        let plan = Document::new(format!("<!-- long-term-plan:format=v1 -->\n{text}"));
        for format in export::Format::ALL.iter().copied() {
            export(&plan, "plan", format);
        }
    }
}
