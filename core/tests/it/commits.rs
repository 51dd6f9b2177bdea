//! How a call ends: committed, decided again on a changed file, or failed.

use serde_json::json;

use crate::host::{Call, MemoryHost};

const PLAN: &str = "<!-- long-term-plan:format=v1 -->\n- [ ] A <!-- long-term-plan:id=t_1 -->\n";
const HISTORY: &str = ".history/p.jsonl";

fn host() -> MemoryHost {
    MemoryHost::with(&["plan", "history"], [("p.md", PLAN)])
}

fn add() -> Call {
    Call::tool("task_add", &json!({ "planId": "p", "title": "New" }))
}

/// The plan with a line that another program added.
fn edited(line: &str) -> String {
    format!("{PLAN}- [ ] {line} <!-- long-term-plan:id={line} -->\n")
}

fn titles(host: &MemoryHost) -> Vec<&str> {
    let tasks = host.text("p.md").unwrap().lines().filter_map(|line| line.strip_prefix("- [ ] "));
    tasks.map(|task| task.split_once(" <!--").unwrap().0).collect()
}

#[test]
fn a_call_decides_again_if_its_file_changed_before_the_commit() {
    let mut host = host();
    host.write_before_commit("p.md", &edited("B"));
    host.write_before_commit("p.md", &edited("C"));
    let reply = host.run(&add());
    assert!(reply.get("result").is_some(), "{reply}");
    assert_eq!(titles(&host), ["A", "C", "New"]);
}

#[test]
fn a_call_gives_up_if_its_file_keeps_changing() {
    let mut host = host();
    for number in 0..6 {
        host.write_before_commit("p.md", &edited(&format!("B{number}")));
    }
    let error = host.run(&add())["error"].to_string();
    assert!(error.contains(".long-term-plan/p.md: others kept writing"), "{error}");
    assert_eq!(titles(&host), ["A", "B5"]);
}

#[test]
fn a_dry_run_replies_with_a_diff_and_writes_nothing() {
    let mut host = host();
    let reply = host.run(&Call { dry_run: true, ..add() });
    let diff = reply["diff"].as_str().unwrap();
    assert!(diff.contains("+++ b/.long-term-plan/p.md"), "{diff}");
    assert!(diff.contains("\n+- [ ] New "), "{diff}");
    assert_eq!(host.text("p.md"), Some(PLAN));
    assert_eq!(host.text(HISTORY), None);
}

#[test]
fn a_failed_history_does_not_fail_the_call() {
    let mut host = host();
    host.fail_writes(HISTORY, "noSpace");
    assert!(host.run(&add()).get("result").is_some());
    assert_eq!(titles(&host), ["A", "New"]);
    assert_eq!(host.text(HISTORY), None);
}

#[test]
fn a_change_is_recorded_with_its_actor() {
    let mut host = host();
    host.run(&Call { actor: "ana".into(), ..add() });
    let log = host.result("plan_log", &json!({ "planId": "p" })).unwrap();
    assert_eq!(log["changes"][0]["by"], "ana", "{log}");
}

#[test]
fn a_file_that_cannot_be_read_is_reported_with_its_path() {
    let mut host = host();
    host.fail_reads("p.md", "denied");
    let error = host.run(&add())["error"].to_string();
    assert!(error.contains(".long-term-plan/p.md: permission denied"), "{error}");
}
