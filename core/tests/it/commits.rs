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

#[test]
fn an_unreadable_history_is_left_alone_and_the_reply_says_so() {
    let mut host = host();
    host.write(HISTORY, "kept");
    host.fail_reads(HISTORY, "tooLarge");
    let reply = host.run(&add());
    assert_eq!(reply["result"]["notUndoable"], "its history could not be read: larger than 32 MB", "{reply}");
    assert_eq!(reply["result"].get("changeId"), None);
    assert_eq!(host.text(HISTORY), Some("kept"));
}

/// Each change of the body is longer than a history may be, so nearly every write starts a new one.
#[test]
fn older_changes_are_moved_to_numbered_files_and_can_still_be_undone() {
    let mut host = host();
    let changes: Vec<_> = (0..13)
        .map(|number| {
            let body = format!("Line {number} {}\n", "x".repeat(1_000)).repeat(550);
            let args = json!({ "planId": "p", "taskId": "t_1", "bodyMarkdown": body });
            host.result("task_update", &args).unwrap()["changeId"].as_str().unwrap().to_owned()
        })
        .collect();
    let files = host.files();
    let older: Vec<_> = files.keys().filter(|path| path.starts_with(".history/p.")).map(String::as_str).collect();
    let kept = (3..=11).map(|number| format!(".history/p.{number}.jsonl"));
    let mut expected: Vec<_> = kept.chain([HISTORY.to_owned()]).collect();
    expected.sort();
    assert_eq!(older, expected);

    let mut logged = Vec::new();
    let mut cursor = None;
    loop {
        let mut page =
            host.restarted().result("plan_log", &json!({ "planId": "p", "limit": 6, "cursor": cursor })).unwrap();
        let ids =
            page["changes"].as_array().unwrap().iter().map(|change| change["changeId"].as_str().unwrap().to_owned());
        logged.extend(ids);
        match page["nextCursor"].take() {
            serde_json::Value::Null => break,
            next => cursor = Some(next),
        }
    }
    logged.reverse();
    assert_eq!(logged, changes[3..], "the oldest files are deleted");

    host.result("task_update", &json!({ "planId": "p", "taskId": "t_1", "clearBody": true })).unwrap();
    host.result("plan_undo", &json!({ "planId": "p" })).unwrap();
    assert!(host.text("p.md").unwrap().contains("Line 12"));
    let error = host.result("plan_undo", &json!({ "planId": "p", "changeId": changes[8] })).unwrap_err();
    assert_eq!(error["code"], "CANNOT_UNDO", "{error}");
}

#[test]
fn ids_of_changes_differ_in_all_plans() {
    let mut host = MemoryHost::with(&["plan"], [("p.md", PLAN), ("q.md", PLAN)]);
    let mut ids: Vec<_> = (0..20)
        .map(|number| {
            let plan = if number % 2 == 0 { "p" } else { "q" };
            // A hand edit is a change too.
            host.write(&format!("{plan}.md"), edited(&format!("B{number}")));
            let args = json!({ "planId": plan, "taskId": "t_1", "status": "doing" });
            host.result("task_update", &args).unwrap()["changeId"].as_str().map(str::to_owned)
        })
        .collect();
    for plan in ["p", "q"] {
        let log = host.result("plan_log", &json!({ "planId": plan, "limit": 100 })).unwrap();
        let external = log["changes"].as_array().unwrap().iter().filter(|change| change.get("by").is_none());
        ids.extend(external.map(|change| change["changeId"].as_str().map(str::to_owned)));
    }
    let mut known: Vec<_> = ids.into_iter().flatten().collect();
    let count = known.len();
    known.sort();
    known.dedup();
    assert_eq!((known.len(), count), (count, 38));
    assert!(known.iter().all(|id| id.len() == 10 && id.starts_with('c')), "{known:?}");
}
