//! The core as wasm: in Node by default, in a browser with `WASM_BINDGEN_USE_BROWSER=1`.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing test must be loud")]

#[path = "it/golden.rs"]
mod golden;
#[path = "it/host.rs"]
#[allow(dead_code, reason = "only a few calls are made as wasm; the rest of the host serves native tests")]
mod host;
#[path = "it/surface.rs"]
mod surface;

use long_term_plan_core::wasm::{Plan, etag};
use wasm_bindgen_test::wasm_bindgen_test;

const DEMO: &str = "\
<!-- long-term-plan:format=v1 -->
# Demo
## 今
- [√] 😀 <!-- long-term-plan:id=t_1 -->
- [ ] Write <!-- long-term-plan:id=t_2 -->
";
const ENTROPY: [u8; 10] = [0; 10];

fn demo() -> Plan {
    Plan::new(DEMO.into())
}

fn text(plan: &Plan) -> String {
    String::from_utf8_lossy(&plan.bytes()).into_owned()
}

#[wasm_bindgen_test]
fn a_changed_range_is_in_utf16_units_of_the_text_before() {
    let mut plan = demo();
    let reply = plan.apply(r#"[{ "op": "update", "taskId": "t_2", "status": "done" }]"#, 0.0, &ENTROPY);
    let before = DEMO.split_once(" ] Write").map_or("", |(before, _)| before);
    let at = before.encode_utf16().count();
    let expected = format!(r#"{{"taskIds":["t_2"],"changedRanges":[{{"start":{at},"end":{},"text":"√"}}]}}"#, at + 1);
    assert_eq!(reply, expected);
    assert_eq!(text(&plan), DEMO.replace("[ ]", "[√]"));
}

#[wasm_bindgen_test]
fn a_refused_operation_is_named_and_nothing_changes() {
    let mut plan = demo();
    let ops = r#"[{ "op": "delete", "taskId": "t_1" }, { "op": "delete", "taskId": "missing" }]"#;
    let refused = r#"{"error":{"code":"NOT_FOUND","message":"Task not found: missing","op":1}}"#;
    assert_eq!(plan.apply(ops, 0.0, &ENTROPY), refused);
    assert_eq!(text(&plan), DEMO);
    for (ops, now, entropy, problem) in [
        ("[", 0.0, &ENTROPY[..], "not valid JSON"),
        ("{}", 0.0, &ENTROPY, "must be a list of operations"),
        (r#"[{ "op": "delete", "id": "t_1" }]"#, 0.0, &ENTROPY, "Argument id is unknown"),
        ("[]", f64::NAN, &ENTROPY, "now must be milliseconds since 1970"),
        ("[]", 0.0, &[1], "entropy has 1 bytes"),
    ] {
        let reply = plan.apply(ops, now, entropy);
        assert!(reply.starts_with(r#"{"error":{"code":"INVALID_ARGUMENT""#) && reply.contains(problem), "{reply}");
    }
}

#[wasm_bindgen_test]
fn a_diagnostic_has_columns_from_1_in_utf16_units() {
    let plan = Plan::new(DEMO.replace("t_1", "t_1 due=soon").into_bytes());
    let found = plan.validate();
    assert!(
        found.starts_with(
            r#"{"errors":[],"warnings":[{"code":"INVALID_ATTRIBUTE","line":4,"column":37,"endColumn":45,"#
        ),
        "{found}"
    );
}

#[wasm_bindgen_test]
fn bytes_that_are_not_utf8_are_kept_and_reported() {
    let mut plan = Plan::new(vec![b'a', 0xff]);
    assert!(plan.validate().contains("UNSUPPORTED_ENCODING"));
    assert!(plan.apply("[]", 0.0, &ENTROPY).contains("INVALID_PLAN"));
    assert_eq!(plan.search("a", 1), r#"{"total":0,"hits":[]}"#);
    assert_eq!(plan.bytes(), [b'a', 0xff]);
}

#[wasm_bindgen_test]
fn a_search_counts_all_hits_and_returns_some() {
    let found = demo().search("今", 1);
    let expected = r#"{"total":2,"hits":[{"taskId":"t_1","title":"😀","status":"done","sectionPath":["今"]}]}"#;
    assert_eq!(found, expected);
}

#[wasm_bindgen_test]
fn a_repair_lists_what_it_changed() {
    let mut plan = Plan::new(DEMO.replace("√", "x").into_bytes());
    let reply = plan.repair(r#"["normalizeStatusChar"]"#, 0.0, &ENTROPY);
    assert!(
        reply.starts_with(r#"{"applied":[{"action":"normalizeStatusChar","line":4}],"changedRanges":[{"#),
        "{reply}"
    );
    assert_eq!(text(&plan), DEMO);
    assert!(plan.repair(r#"["tidy"]"#, 0.0, &ENTROPY).contains("INVALID_ARGUMENT"));
}

#[wasm_bindgen_test]
fn an_etag_is_the_sha_256_of_the_bytes() {
    assert!(etag(b"").starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
}

#[wasm_bindgen_test]
fn an_outline_contains_the_whole_plan() {
    let text = DEMO.replace("t_2 -->", "t_2 tags=a,b%2Cc depends=t_1 x-mine=1%20 due=soon due=2 -->\n  > why\n  - [*] Sub <!-- long-term-plan:id=t_3 -->");
    let outline = Plan::new(text.into_bytes()).outline();
    for part in [
        r#"{"title":"Demo","format":"v1","stats":{"total":3,"todo":1,"doing":1,"done":1},"sections":[{"name":"Demo","level":1,"line":2},"#,
        r#"{"id":"t_1","title":"😀","status":"done","section":1,"children":0,"line":4,"endLine":4,"#,
        r#""due":"soon","tags":["a","b,c"],"dependsOn":["t_1"],"other":[{"key":"x-mine","value":"1 "}],"body":{"markdown":"why","line":6,"endLine":6}}"#,
        r#"{"id":"t_3","title":"Sub","status":"doing","section":1,"parent":1,"#,
    ] {
        assert!(outline.contains(part), "{part} is not in {outline}");
    }
    assert!(Plan::new(vec![0xff]).outline().ends_with(r#""sections":[],"tasks":[]}"#));
}

#[wasm_bindgen_test]
fn changes_are_listed_by_task() {
    let new = Plan::new(DEMO.replace("[√] 😀", "[ ] 😀").replace("# Demo", "# Demos").into_bytes());
    assert_eq!(
        new.changes_since(&demo()),
        r#"[{"title":"Demos","change":"field","field":"title","from":"Demo","to":"Demos"},"#.to_owned()
            + r#"{"taskId":"t_1","title":"😀","change":"field","field":"status","from":"done","to":"todo"}]"#
    );
    assert_eq!(new.changes_since(&Plan::new(vec![0xff])), "[]");
}
