//! `docs/format.md` is executable: every example has the diagnostic that its label names.

use long_term_plan_core::plan::validate;
use long_term_plan_core::text::lines;
use long_term_plan_core::word::Word;

const REFERENCE: &str = include_str!("../../../docs/format.md");

/// The label and the text of every fenced example.
fn examples() -> Vec<(String, String)> {
    let mut examples = Vec::new();
    // The closing fence, the label and the text.
    let mut open: Option<(&str, String, String)> = None;
    for line in lines(REFERENCE) {
        let content = line.content.of(REFERENCE);
        match &mut open {
            Some((fence, label, text)) if content == *fence => {
                examples.push((std::mem::take(label), std::mem::take(text)));
                open = None;
            }
            Some((_, _, text)) => text.push_str(&format!("{content}\n")),
            None => {
                let parts = content.split_once("md ").filter(|(fence, _)| fence.starts_with("```"));
                open = parts.map(|(fence, label)| (fence, label.to_owned(), String::new()));
            }
        }
    }
    examples
}

#[test]
fn every_example_has_the_diagnostic_of_its_label() {
    let examples = examples();
    assert!(examples.len() >= 18, "only {} examples were found", examples.len());
    for (label, text) in examples {
        let validation = validate(&text);
        let diagnostics = validation.errors.iter().chain(&validation.warnings);
        let found: Vec<_> = diagnostics.map(|each| format!("{}@{}", each.code.as_str(), each.line)).collect();
        let expected = if label == "valid" { Vec::new() } else { vec![label.clone()] };
        // An example of an error need not have tasks, which would be another diagnostic.
        let found: Vec<_> = found.into_iter().filter(|each| *each != "NO_TASKS@1" || label == "NO_TASKS@1").collect();
        assert_eq!(found, expected, "{text}");
    }
}
