//! Long texts made of short ones: whatever takes more than linear time on them runs into libFuzzer's time limit.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use long_term_plan_core::edit::{Op, RepairAction, apply, repair};
use long_term_plan_core::plan::{Document, IdGenerator, validate};
use long_term_plan_core::query::search;

mod input;

/// Length of the text that is made, ids aside.
const LENGTH: usize = 100_000;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let [Ok(first), Ok(middle), Ok(last)] = std::array::from_fn(|_| input::words(&mut bytes)) else { return };
    let times = LENGTH / (first.len() + last.len()).max(1);
    let parts = format!("{}{middle}{}", first.repeat(times), last.repeat(times));
    let text = format!("<!-- long-term-plan:format=v1 -->\n{}", input::with_ids(&parts));
    let _ = validate(&text);
    let mut ids = IdGenerator::new(0, [0; 10]);
    let Ok(repaired) = repair(&Document::new(text), &RepairAction::ALL, &mut ids) else { return };
    let document = repaired.document;
    let _ = search(&document, "a b", None);
    let plan = document.plan();
    let Some(task) = plan.tasks.get(plan.tasks.len() / 2) else { return };
    let id = task.id.of(document.text());
    for op in [
        format!(r#"{{ "op": "update", "taskId": "{id}", "status": "done", "tags": ["x"], "bodyMarkdown": "b" }}"#),
        format!(r#"{{ "op": "move", "taskId": "{id}", "sectionPath": ["a"] }}"#),
        format!(r#"{{ "op": "delete", "taskId": "{id}" }}"#),
    ] {
        let op = Op::from_json(&op).expect("the operation is well-formed");
        let _ = apply(&document, &[op], &mut ids);
    }
});
