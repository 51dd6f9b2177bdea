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

use js_sys::{JSON, Reflect, Uint8Array};
use long_term_plan_core::wasm::{Plan, Workspace, etag, markdown_to_html, merge};
use wasm_bindgen::{JsCast, JsValue};
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
    String::from_utf8(plan.bytes()).unwrap()
}

/// A JavaScript value from JSON.
fn js(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

/// What JavaScript receives, as JSON.
fn json(value: Result<JsValue, JsValue>) -> String {
    JSON::stringify(&value.unwrap()).unwrap().into()
}

fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap()
}

fn string(value: &JsValue, name: &str) -> String {
    field(value, name).as_string().unwrap_or_default()
}

#[wasm_bindgen_test]
fn a_changed_range_is_in_utf16_units_of_the_text_before() {
    let mut plan = demo();
    let ops = js(r#"[{ "op": "update", "taskId": "t_2", "status": "done" }]"#);
    let applied = json(plan.apply(ops, 0.0, &ENTROPY));
    let before = DEMO.split_once(" ] Write").map_or("", |(before, _)| before);
    let at = before.encode_utf16().count();
    let expected = format!(r#"{{"taskIds":["t_2"],"changedRanges":[{{"start":{at},"end":{},"text":"√"}}]}}"#, at + 1);
    assert_eq!(applied, expected);
    assert_eq!(text(&plan), DEMO.replace("[ ]", "[√]"));
}

#[wasm_bindgen_test]
fn a_refused_operation_is_thrown_with_its_index_and_nothing_changes() {
    let mut plan = demo();
    let ops = js(r#"[{ "op": "delete", "taskId": "t_1" }, { "op": "delete", "taskId": "missing" }]"#);
    let error = plan.apply(ops, 0.0, &ENTROPY).unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(string(&error, "name"), "PlanError");
    assert_eq!(string(&error, "code"), "NOT_FOUND");
    assert_eq!(string(&error, "message"), "Task not found: missing");
    assert_eq!(field(&error, "op"), 1);
    assert_eq!(text(&plan), DEMO);
    for (ops, now, entropy, message) in [
        ("{}", 0.0, &ENTROPY[..], "must be a list of operations"),
        (r#"[{ "op": "delete", "id": "t_1" }]"#, 0.0, &ENTROPY, "Argument id is unknown"),
        (r#"[{ "op": "add", "title": "x", "tags": ["a", 3] }]"#, 0.0, &ENTROPY, "tags[1] must be a string, not 3"),
        ("[]", f64::NAN, &ENTROPY, "now must be milliseconds since 1970"),
        ("[]", 0.0, &[1], "entropy has 1 bytes"),
    ] {
        let error = plan.apply(js(ops), now, entropy).unwrap_err();
        assert_eq!(string(&error, "code"), "INVALID_ARGUMENT");
        assert!(string(&error, "message").contains(message), "{}", string(&error, "message"));
    }
}

#[wasm_bindgen_test]
fn a_diagnostic_has_columns_from_1_in_utf16_units() {
    let found = json(Plan::new(DEMO.replace("t_1", "t_1 due=soon").into_bytes()).validate());
    let expected = r#"{"errors":[],"warnings":[{"code":"INVALID_ATTRIBUTE","line":4,"column":37,"endColumn":45,"#;
    assert!(found.starts_with(expected), "{found}");
}

#[wasm_bindgen_test]
fn bytes_that_are_not_utf8_are_kept_and_reported() {
    let mut plan = Plan::new(vec![b'a', 0xff]);
    assert!(json(plan.validate()).contains("UNSUPPORTED_ENCODING"));
    assert_eq!(string(&plan.apply(js("[]"), 0.0, &ENTROPY).unwrap_err(), "code"), "INVALID_PLAN");
    assert_eq!(json(plan.search("a", 1)), r#"{"total":0,"hits":[]}"#);
    assert!(json(plan.outline()).ends_with(r#""sections":[],"tasks":[]}"#));
    assert_eq!(plan.bytes(), [b'a', 0xff]);
}

#[wasm_bindgen_test]
fn a_search_counts_all_hits_and_returns_some() {
    let expected = r#"{"total":2,"hits":[{"taskId":"t_1","title":"😀","status":"done","sectionPath":["今"]}]}"#;
    assert_eq!(json(demo().search("今", 1)), expected);
    assert_eq!(demo().find("write"), [1]);
}

#[wasm_bindgen_test]
fn a_repair_lists_what_it_changed() {
    let mut plan = Plan::new(DEMO.replace("√", "x").into_bytes());
    let repaired = json(plan.repair(js(r#"["normalizeStatusChar"]"#), 0.0, &ENTROPY));
    let expected = r#"{"applied":[{"action":"normalizeStatusChar","line":4}],"changedRanges":[{"#;
    assert!(repaired.starts_with(expected), "{repaired}");
    assert_eq!(text(&plan), DEMO);
    let error = plan.repair(js(r#"["tidy"]"#), 0.0, &ENTROPY).unwrap_err();
    assert_eq!(string(&error, "code"), "INVALID_ARGUMENT");
}

#[wasm_bindgen_test]
fn an_etag_is_the_sha_256_of_the_bytes() {
    assert!(etag(b"").starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
}

#[wasm_bindgen_test]
fn an_outline_contains_the_whole_plan() {
    let text = DEMO.replace("t_2 -->", "t_2 tags=a,b%2Cc depends=t_1 x-mine=1%20 due=soon due=2 -->\n  > why\n  - [*] Sub <!-- long-term-plan:id=t_3 -->");
    let outline = json(Plan::new(text.into_bytes()).outline());
    for part in [
        r#"{"title":"Demo","format":"v1","stats":{"total":3,"todo":1,"doing":1,"done":1},"sections":[{"name":"Demo","level":1,"line":2},"#,
        r#"{"id":"t_1","title":"😀","status":"done","section":1,"children":0,"line":4,"endLine":4,"#,
        r#""due":"soon","tags":["a","b,c"],"dependsOn":["t_1"],"other":[{"key":"x-mine","value":"1 "}],"body":{"markdown":"why","line":6,"endLine":6}}"#,
        r#"{"id":"t_3","title":"Sub","status":"doing","section":1,"parent":1,"#,
    ] {
        assert!(outline.contains(part), "{part} is not in {outline}");
    }
}

#[wasm_bindgen_test]
fn changes_are_listed_by_task() {
    let new = Plan::new(DEMO.replace("[√] 😀", "[ ] 😀").replace("# Demo", "# Demos").into_bytes());
    assert_eq!(
        json(new.changes_since(&demo())),
        r#"[{"title":"Demos","change":"field","field":"title","from":"Demo","to":"Demos"},"#.to_owned()
            + r#"{"taskId":"t_1","title":"😀","change":"field","field":"status","from":"done","to":"todo"}]"#
    );
    assert_eq!(json(new.changes_since(&Plan::new(vec![0xff]))), "[]");
}

#[wasm_bindgen_test]
fn a_merge_returns_bytes_and_conflicts() {
    let [ours, theirs] = ["Ours", "Theirs"].map(|title| DEMO.replace("Write", title));
    let options = js(r#"{ "oursLabel": "mine", "markerSize": 9 }"#);
    let merged = merge(DEMO.as_bytes(), ours.as_bytes(), theirs.as_bytes(), options).unwrap();
    let bytes = Uint8Array::new(&field(&merged, "bytes")).to_vec();
    assert!(String::from_utf8(bytes).unwrap().contains("\n<<<<<<<<< mine\n"));
    let conflicts = json(Ok(field(&merged, "conflicts")));
    assert!(conflicts.starts_with("[{") && conflicts.contains(r#""field":"title""#), "{conflicts}");
    assert_eq!(json(Ok(field(&merged, "notes"))), "[]");
}

#[wasm_bindgen_test]
fn markdown_becomes_html_without_scripts() {
    assert_eq!(markdown_to_html("*a* <script>"), "<p><em>a</em> &lt;script&gt;</p>\n");
}

#[wasm_bindgen_test]
fn a_call_crosses_as_javascript_objects() {
    let mut workspace = Workspace::new(js(r#"{ "toolsets": ["plan"], "plansDir": "plans" }"#)).unwrap();
    let request =
        js(r#"{ "kind": "tool", "name": "plan_get", "args": "{\"planId\":\"demo\"}", "actor": "a", "now": 0 }"#);
    Reflect::set(&request, &"entropy".into(), &Uint8Array::from(&ENTROPY[..])).unwrap();
    let begun = workspace.begin(request).unwrap();
    assert_eq!(json(Ok(field(&begun, "step"))), r#"{"kind":"load","needs":[{"path":"demo.md","kind":"file"}]}"#);
    let state = js(r#"{ "kind": "file" }"#);
    Reflect::set(&state, &"bytes".into(), &Uint8Array::from(DEMO.as_bytes())).unwrap();
    workspace.provide(1, "demo.md", state).unwrap();
    let step = workspace.resume(1, js(r#"{ "kind": "loaded" }"#)).unwrap();
    let reply = field(&step, "reply");
    assert_eq!((string(&step, "kind").as_str(), string(&reply, "kind").as_str()), ("done", "result"));
    assert!(
        string(&reply, "json").starts_with(r#"{"plan":{"planId":"demo","title":"Demo","#),
        "{}",
        string(&reply, "json")
    );
}
