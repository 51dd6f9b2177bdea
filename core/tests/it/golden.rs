//! Golden fixtures: cases in `tests/fixtures/*.json` that Rust and TypeScript both run.
//!
//! A case has an input and its outcomes. `BLESS=1 cargo test --test it golden` writes the outcomes of all cases, to be
//! reviewed in the diff before they are committed.

use long_term_plan_core::edit::{Op, RepairAction, apply, repair};
use long_term_plan_core::plan::{AttributeKey, Diagnostic, Document, IdGenerator, Plan, Task, validate};
use long_term_plan_core::text::{TextEdit, Utf16Offsets};
use long_term_plan_core::word::Word;
use serde_json::{Map, Value, json};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The fixture files, as `(name, content)`.
const FILES: &[(&str, &str)] = &[
    ("edit.json", include_str!("../../../tests/fixtures/edit.json")),
    ("parse.json", include_str!("../../../tests/fixtures/parse.json")),
    ("repair.json", include_str!("../../../tests/fixtures/repair.json")),
    ("validate.json", include_str!("../../../tests/fixtures/validate.json")),
];

#[test]
fn every_fixture_has_its_outcomes() {
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var_os("BLESS").is_some() {
        return bless();
    }
    let mut failures = Vec::new();
    for (file, content) in FILES {
        for case in cases(content) {
            let found = outcome(file, &case);
            for (field, value) in &found {
                if case.get(field) != Some(value) {
                    failures.push(format!(
                        "{file}: {}\n  {field} expected {}\n  {field} found    {value}",
                        case["name"],
                        case.get(field).unwrap_or(&Value::Null)
                    ));
                }
            }
            for field in OUTCOMES.iter().filter(|field| case.contains_key(**field) && !found.contains_key(**field)) {
                failures.push(format!("{file}: {}: {field} expected, but it did not come out", case["name"]));
            }
        }
    }
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}

#[cfg(not(target_arch = "wasm32"))]
fn bless() {
    for (file, content) in FILES {
        let mut cases = cases(content);
        for case in &mut cases {
            let found = outcome(file, case);
            case.retain(|field, _| !OUTCOMES.contains(&field.as_str()));
            case.extend(found);
        }
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(file);
        let mut json = serde_json::to_string_pretty(&cases).unwrap();
        json.push('\n');
        #[allow(clippy::disallowed_methods, reason = "blessing writes the fixture files")]
        std::fs::write(path, json).unwrap();
    }
}

fn cases(content: &str) -> Vec<Map<String, Value>> {
    let cases: Vec<Value> = serde_json::from_str(content).expect("a fixture file is a JSON array");
    cases.into_iter().map(|case| case.as_object().expect("a case is an object").clone()).collect()
}

/// The fields of a case that are outcomes; all others are its input.
const OUTCOMES: &[&str] =
    &["after", "changes", "error", "applied", "errors", "warnings", "title", "body", "sections", "tasks"];

/// The outcomes of a case.
fn outcome(file: &str, case: &Map<String, Value>) -> Map<String, Value> {
    let before = expand(&case["before"]);
    let found = match file {
        "edit.json" => edit_outcome(case, &before),
        "repair.json" => repair_outcome(case, &before),
        "parse.json" => parse_outcome(&before),
        _ => validate_outcome(&before),
    };
    let Value::Object(mut found) = found else { unreachable!("an outcome is an object") };
    // The result of a generated text is long; its changes are enough.
    if case["before"].as_array().is_some_and(|lines| lines.iter().any(Value::is_object)) {
        found.remove("after");
    }
    found
}

/// A text from its lines, each with its own ending. `{ "times": 3, "line": "{indent}{n}\n" }` generates many.
pub(crate) fn expand(lines: &Value) -> String {
    let mut text = String::new();
    for line in lines.as_array().expect("a text is a list of lines") {
        let Some(pattern) = line["line"].as_str() else {
            text.push_str(line.as_str().expect("a line is a string or generated"));
            continue;
        };
        for index in 0..line["times"].as_u64().expect("a generated line has a count") {
            let indent = "  ".repeat(usize::try_from(index).expect("a count is small"));
            text.push_str(&pattern.replace("{indent}", &indent).replace("{n}", &index.to_string()));
        }
    }
    text
}

/// The lines of a text with their endings.
pub(crate) fn split(text: &str) -> Value {
    long_term_plan_core::text::lines(text).map(|line| json!(&text[line.content.start..line.end()])).collect()
}

/// Ids that are the same in every run.
fn ids() -> IdGenerator {
    IdGenerator::new(1_700_000_000_000, [0; 10])
}

fn edit_outcome(case: &Map<String, Value>, before: &str) -> Value {
    let ops: Result<Vec<_>, _> =
        case["ops"].as_array().expect("ops is a list").iter().map(|op| Op::from_json(&op.to_string())).collect();
    let ops = match ops {
        Ok(ops) => ops,
        Err(mismatch) => return json!({ "error": mismatch.message() }),
    };
    match apply(&Document::new(before.to_owned()), &ops, &mut ids()) {
        Err(error) => json!({ "error": error.message }),
        Ok(edited) => {
            assert_eq!(edited.edit.apply(before), edited.document.text(), "the edit yields the text");
            json!({ "after": split(edited.document.text()), "changes": changes(before, &edited.edit) })
        }
    }
}

/// Pairs of replaced text and its replacement, in order.
fn changes(before: &str, edit: &TextEdit) -> Value {
    edit.replacements().iter().map(|each| json!([each.span.of(before), each.text])).collect()
}

fn repair_outcome(case: &Map<String, Value>, before: &str) -> Value {
    let actions: Vec<_> = case["actions"]
        .as_array()
        .expect("actions is a list")
        .iter()
        .map(|name| RepairAction::named(name.as_str().unwrap_or_default()).expect("a known action"))
        .collect();
    let repaired = match repair(&Document::new(before.to_owned()), &actions, &mut ids()) {
        Ok(repaired) => repaired,
        Err(error) => return json!({ "error": error.message }),
    };
    let applied: Vec<_> =
        repaired.applied.iter().map(|each| format!("{}@{}", each.action.as_str(), each.line)).collect();
    json!({
        "after": split(repaired.document.text()),
        "changes": changes(before, &repaired.edit),
        "applied": applied,
    })
}

fn validate_outcome(text: &str) -> Value {
    let validation = validate(text);
    let list = |found: &[Diagnostic]| found.iter().map(|each| described(text, each)).collect::<Vec<_>>();
    json!({ "errors": list(&validation.errors), "warnings": list(&validation.warnings) })
}

/// `CODE@line:column-column: message`, columns as editors count them.
fn described(text: &str, found: &Diagnostic) -> String {
    let mut positions = Utf16Offsets::new(text);
    let columns = found.span.map(|span| {
        let line_start = text[..span.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let start = positions.offset(line_start);
        format!(":{}-{}", positions.offset(span.start) - start + 1, positions.offset(span.end) - start + 1)
    });
    format!("{}@{}{}: {}", found.code.as_str(), found.line, columns.unwrap_or_default(), found.message)
}

fn parse_outcome(text: &str) -> Value {
    let document = Document::new(text.to_owned());
    let plan = document.plan();
    let sections: Vec<_> = (0..plan.headings.len()).map(|number| plan.section_path(text, Some(number))).collect();
    json!({
        "title": plan.title(text),
        "body": plan.body.map(|body| body.markdown(text)),
        "sections": sections,
        "tasks": plan.tasks.iter().map(|task| task_outcome(plan, text, task)).collect::<Vec<_>>(),
    })
}

fn task_outcome(plan: &Plan, text: &str, task: &Task) -> Value {
    let mut found = json!({
        "id": task.id.of(text),
        "title": task.title.of(text),
        "status": task.status.as_str(),
        "lines": [task.line, task.last_line],
        "indent": task.indent,
        "sectionPath": plan.section_path(text, task.section),
    });
    if let Some(parent) = task.parent {
        found["parent"] = plan.tasks[parent].id.of(text).into();
    }
    if let Some(body) = task.body {
        found["body"] = body.markdown(text).into();
    }
    for key in AttributeKey::ALL.iter().copied() {
        if let Some(value) = task.value(text, key) {
            found[key.as_str()] = if key.is_list() { task.list(text, key).into() } else { value.into() };
        }
    }
    found
}
