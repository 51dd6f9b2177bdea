//! Writes the outcomes of all golden fixtures anew, when it is asked to by `BLESS=1`. They are to be read in the diff.
#![cfg(not(target_arch = "wasm32"))]

mod golden;

use serde_json::{Map, Value};

#[test]
fn outcomes_are_written_when_asked_for() {
    if std::env::var_os("BLESS").is_none() {
        return golden::check_all();
    }
    for (file, content) in golden::FILES {
        let blessed: Vec<_> = golden::cases(content).into_iter().map(|case| blessed(file, case)).collect();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(file);
        let mut json = serde_json::to_string_pretty(&blessed).unwrap();
        json.push('\n');
        #[allow(clippy::disallowed_methods, reason = "blessing writes the fixture files")]
        std::fs::write(path, json).unwrap();
    }
}

fn blessed(file: &str, mut case: Map<String, Value>) -> Map<String, Value> {
    let found = golden::outcome(file, &case);
    case.retain(|field, _| !golden::OUTCOMES.contains(&field.as_str()));
    case.extend(found);
    case
}
