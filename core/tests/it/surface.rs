//! The basics that every host relies on, tested natively, as wasm in Node and as wasm in a browser.

use long_term_plan_core::plan::etag;
use serde_json::{Value, json};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::host::MemoryHost;

const DEMO: &str = "\
<!-- long-term-plan:format=v1 -->
# Demo

## Now
- [*] Write docs <!-- long-term-plan:id=t_1 -->
  - [√] Outline <!-- long-term-plan:id=t_2 -->
- [ ] Publish <!-- long-term-plan:id=t_3 -->
";

fn demo() -> MemoryHost {
    MemoryHost::with(&["plan", "doc"], [("demo.md", DEMO)])
}

/// The reply as its exact JSON.
#[track_caller]
fn check(tool: &str, args: &Value, reply: &str) {
    assert_eq!(demo().call(tool, args).to_string(), reply);
}

const LISTED: &str = r#"{"result":{"plans":[{"planId":"demo","title":"Demo","path":".long-term-plan/demo.md","stats":{"total":3,"todo":1,"doing":1,"done":1}}]}}"#;

#[test]
fn a_plan_is_listed_with_its_progress() {
    check("plan_list", &json!({}), LISTED);
}

#[test]
fn a_tool_can_be_called_by_its_dotted_name() {
    check("plan.list", &json!({}), LISTED);
}

#[test]
fn an_unknown_argument_is_refused_with_the_valid_ones() {
    let error = demo().result("plan_list", &json!({ "planid": "demo" })).unwrap_err();
    assert_eq!(error["message"], "Argument planid is unknown; valid are: query, limit, cursor");
}

#[test]
fn an_unknown_tool_is_refused_with_the_available_ones() {
    let error = demo().result("plan_lst", &json!({})).unwrap_err().to_string();
    assert!(error.contains("Unknown tool: plan_lst; available are: plan_list"), "{error}");
}

#[test]
fn a_change_is_written_and_its_reply_has_the_new_etag() {
    let mut host = demo();
    let reply = host.call("task_update", &json!({ "planId": "demo", "taskId": "t_3", "status": "done" }));
    let expected = DEMO.replace("[ ] Publish", "[√] Publish");
    assert_eq!(host.text("demo.md"), Some(expected.as_str()));
    assert_eq!(
        reply,
        json!({ "result": { "etag": etag(expected.as_bytes())[..16], "taskId": "t_3", "changeId": "c000000000" } })
    );
}
