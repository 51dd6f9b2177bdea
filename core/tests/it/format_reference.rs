//! `docs/format.md` is executable: its examples are what it says they are.

use long_term_plan_core::plan::validate;
use long_term_plan_core::text::lines;
use long_term_plan_core::word::Word;

const REFERENCE: &str = include_str!("../../../docs/format.md");

/// The label and the text of every fenced example.
fn examples() -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in lines(REFERENCE) {
        let content = line.content.of(REFERENCE);
        match &mut open {
            Some(example) if content == "```" => {
                examples.push(std::mem::take(example));
                open = None;
            }
            Some((_, text)) => text.push_str(&format!("{content}\n")),
            None => open = content.strip_prefix("```md ").map(|label| (label.to_owned(), String::new())),
        }
    }
    examples
}

#[test]
fn every_example_has_the_finding_it_is_labelled_with() {
    let examples = examples();
    assert!(examples.len() >= 18, "only {} examples were found", examples.len());
    for (label, text) in examples {
        let validation = validate(&text);
        let findings = validation.errors.iter().chain(&validation.warnings);
        let found: Vec<_> = findings.map(|each| format!("{}@{}", each.code.as_str(), each.line)).collect();
        let expected = if label == "valid" { Vec::new() } else { vec![label.clone()] };
        // An example of an error may have nothing else in it, which is a finding of its own.
        let found: Vec<_> = found.into_iter().filter(|each| *each != "NO_TASKS@1" || label == "NO_TASKS@1").collect();
        assert_eq!(found, expected, "{text}");
    }
}
