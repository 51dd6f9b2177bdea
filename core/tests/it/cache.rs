//! The core keeps parsed files between calls, and notices every change to them.

use long_term_plan_core::plan::etag;
use serde_json::{Value, json};

use crate::host::{Call, MemoryHost, to_value};

fn host(files: &[(&str, &str)]) -> MemoryHost {
    MemoryHost::with(&["plan", "history"], files.iter().copied())
}

fn plan(title: &str) -> String {
    format!("<!-- long-term-plan:format=v1 -->\n# {title}\n- [ ] Task <!-- long-term-plan:id=t_1 -->\n")
}

fn titles(host: &mut MemoryHost) -> Vec<String> {
    let listed = host.result("plan_list", &json!({})).unwrap();
    listed["plans"].as_array().unwrap().iter().map(|plan| plan["title"].as_str().unwrap().to_owned()).collect()
}

fn task(host: &mut MemoryHost) -> Value {
    host.result("task_get", &json!({ "planId": "a", "taskId": "t_1" })).unwrap()
}

fn set_status(host: &mut MemoryHost, status: &str) {
    let result = host.result("task_update", &json!({ "planId": "a", "taskId": "t_1", "status": status })).unwrap();
    assert_eq!(result["taskId"], "t_1");
}

fn done(host: &mut MemoryHost) -> Value {
    host.result("plan_list", &json!({})).unwrap()["plans"][0]["stats"]["done"].take()
}

/// The changes in the history, the latest first.
fn log(host: &mut MemoryHost) -> Vec<String> {
    let log = host.result("plan_log", &json!({ "planId": "a" })).unwrap();
    log["changes"].as_array().unwrap().iter().map(Value::to_string).collect()
}

#[test]
fn a_list_reads_each_file_once_and_sees_every_change() {
    let mut host = host(&[("a.md", &plan("A")), ("b.md", &plan("B"))]);
    assert_eq!(titles(&mut host), ["A", "B"]);
    assert_eq!(titles(&mut host), ["A", "B"]);
    assert!(host.reads.is_empty());
    host.write("a.md", plan("Another"));
    assert_eq!(
        (titles(&mut host), host.reads.as_slice()),
        (vec!["Another".into(), "B".into()], &["a.md".to_owned()][..])
    );
    host.remove("b.md");
    assert_eq!(titles(&mut host), ["Another"]);
    host.write("b.md", "no plan");
    assert_eq!(titles(&mut host), ["Another"]);
    host.write("b.md", plan("B again"));
    assert_eq!(titles(&mut host), ["Another", "B again"]);
}

#[test]
fn a_listed_plan_is_read_again_once_all_of_it_is_needed() {
    let mut host = host(&[("a.md", &plan("A"))]);
    titles(&mut host);
    assert_eq!(task(&mut host)["etag"], etag(plan("A").as_bytes())[..16]);
    assert_eq!(host.reads, ["a.md"]);
    titles(&mut host);
    task(&mut host);
    assert!(host.reads.is_empty(), "a list does not forget an unchanged plan");
    set_status(&mut host, "done");
    assert_eq!(done(&mut host), 1);
    host.write("a.md", plan("A"));
    assert_eq!(done(&mut host), 0);
    assert_eq!(task(&mut host)["etag"], etag(plan("A").as_bytes())[..16]);
}

#[test]
fn a_list_between_the_steps_of_a_call_takes_nothing_from_it() {
    let mut host = host(&[("a.md", &plan("A"))]);
    let mut running = host.start(&Call::tool("task_get", &json!({ "planId": "a", "taskId": "t_1" })));
    assert_eq!(host.advance(&mut running), None, "it needs the plan");
    host.write("a.md", plan("Changed"));
    assert_eq!(titles(&mut host), ["Changed"]);
    assert_eq!(host.advance(&mut running), None, "it needs the plan again");
    let reply = host.advance(&mut running).expect("it has what it needs");
    assert_eq!(to_value(&reply)["result"]["etag"], etag(plan("Changed").as_bytes())[..16]);
}

#[test]
fn a_history_is_read_again_only_after_another_program_wrote_it() {
    let mut host = host(&[("a.md", &plan("A"))]);
    for (index, status) in ["doing", "done", "todo"].into_iter().enumerate() {
        set_status(&mut host, status);
        assert!(!host.reads.iter().any(|path| path.contains(".history")), "{:?}", host.reads);
        let known = log(&mut host);
        assert_eq!(known.len(), index + 1);
        assert_eq!(known, log(&mut host.restarted()));
    }
    host.result("plan_undo", &json!({ "planId": "a" })).unwrap();
    assert_eq!(task(&mut host)["task"]["status"], "done");
    host.write(".history/a.jsonl", "");
    assert!(log(&mut host).is_empty());
    set_status(&mut host, "todo");
    assert_eq!(log(&mut host).len(), 1);
}

#[test]
fn blocked_tasks_are_known_after_every_change() {
    let second = "- [ ] Second <!-- long-term-plan:id=t_2 depends=t_1 -->\n";
    let mut host = host(&[("a.md", &format!("{}{second}", plan("A")))]);
    let next =
        |host: &mut MemoryHost| host.result("task_next", &json!({ "planId": "a" })).unwrap()["task"]["id"].take();
    assert_eq!(next(&mut host), "t_1");
    set_status(&mut host, "done");
    assert_eq!(next(&mut host), "t_2");
    host.write("a.md", format!("{}{second}", plan("A")).replace("depends=t_1", "").replace("t_1", "t_0"));
    assert_eq!(next(&mut host), "t_0");
    host.call("task_update", &json!({ "planId": "a", "taskId": "t_0", "dependsOn": ["t_2"] }));
    assert_eq!(next(&mut host), "t_2");
}
