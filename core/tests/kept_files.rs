//! What is kept of files between calls is what they are, whoever changed them meanwhile.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a case that cannot be set up is a failure")]

use std::collections::BTreeMap;

use long_term_plan_core::plan::etag;
use long_term_plan_core::workspace::{CallId, Loaded, Need, Outcome, Settings, Step, Workspace, WriteRequest};
use serde_json::{Value, json};

/// A host whose files have versions as stamps, and which counts what it reads.
struct Host {
    workspace: Workspace,
    files: BTreeMap<String, (u32, String)>,
    version: u32,
    read: Vec<String>,
}

impl Host {
    fn new(files: &[(&str, &str)]) -> Self {
        let settings = json!({ "toolsets": ["plan", "history"], "plansDir": "plans" }).to_string();
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (1, (*text).to_owned()))).collect();
        Self { workspace: Workspace::new(Settings::from_json(&settings).unwrap()), files, version: 1, read: Vec::new() }
    }

    /// Changes a file as somebody else would.
    fn write(&mut self, path: &str, text: &str) {
        self.version += 1;
        self.files.insert(path.to_owned(), (self.version, text.to_owned()));
    }

    fn begin(&mut self, name: &str, arguments: &Value) -> CallId {
        let call = json!({ "kind": "tool", "name": name, "args": arguments, "now": 1_700_000_000_000_u64 });
        self.workspace.begin(&call.to_string())
    }

    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let id = self.begin(name, arguments);
        self.read.clear();
        loop {
            match self.workspace.step(id) {
                Step::Need(needs) => needs.iter().for_each(|need| self.give(need)),
                Step::Done(reply) => return serde_json::from_str(&reply.to_json()).unwrap(),
                Step::Commit(requests) => {
                    let etags = self.commit(id, &requests);
                    let finished = self.workspace.finish(id, &Outcome::Committed(etags));
                    self.commit(id, &finished.afterwards);
                    return serde_json::from_str(&finished.reply.to_json()).unwrap();
                }
            }
        }
    }

    /// Loads what is needed, unless it is as it was.
    fn give(&mut self, need: &Need) {
        let (Need::File(path) | Need::Summary(path) | Need::Directory(path) | Need::Look(path)) = need;
        if matches!(need, Need::Directory(_)) {
            let names = self.files.keys().filter(|name| !name.contains('/')).cloned().collect();
            return self.workspace.put(path, "", Loaded::Names(names));
        }
        let Some((version, text)) = self.files.get(path) else { return self.workspace.put(path, "", Loaded::Absent) };
        let stamp = version.to_string();
        if self.workspace.stamp(path) == stamp {
            return;
        }
        self.read.push(path.clone());
        let bytes = text.clone().into_bytes();
        let loaded = match need {
            Need::Summary(_) => Loaded::Listed(bytes),
            _ => Loaded::Bytes { etag: etag(&bytes), modified_ms: 0, bytes },
        };
        self.workspace.put(path, &stamp, loaded);
    }

    fn commit(&mut self, id: CallId, requests: &[WriteRequest]) -> Vec<String> {
        let mut etags = Vec::new();
        for (number, WriteRequest { path, op, .. }) in requests.iter().enumerate() {
            let bytes = self.workspace.bytes(id, number).to_vec();
            let text = String::from_utf8(bytes.clone()).unwrap();
            etags.push(etag(&bytes));
            if *op == "append" {
                let before = self.files.get(path).map(|(_, text)| text.clone()).unwrap_or_default();
                self.write(path, &(before + &text));
                let stamp = self.files[path].0.to_string();
                self.workspace.put(path, &stamp, Loaded::Appended(bytes));
            } else {
                self.write(path, &text);
            }
        }
        etags
    }

    fn titles(&mut self) -> Vec<String> {
        let listed = self.call("plan_list", &json!({}));
        let plans = listed["result"]["plans"].as_array().unwrap().iter();
        plans.map(|plan| plan["title"].as_str().unwrap().to_owned()).collect()
    }

    fn set_status(&mut self, status: &str) {
        let reply = self.call("task_update", &json!({ "planId": "a", "taskId": "t_1", "status": status }));
        assert_eq!(reply["result"]["taskId"], "t_1", "{reply}");
    }

    /// The changes that the history tells of, the latest first.
    fn log(&mut self) -> Vec<String> {
        let log = self.call("plan_log", &json!({ "planId": "a" }));
        log["result"]["changes"].as_array().unwrap().iter().map(Value::to_string).collect()
    }
}

fn plan(title: &str) -> String {
    format!("<!-- long-term-plan:format=v1 -->\n# {title}\n- [ ] Task <!-- long-term-plan:id=t_1 -->\n")
}

fn task(host: &mut Host) -> Value {
    host.call("task_get", &json!({ "planId": "a", "taskId": "t_1" }))
}

#[test]
fn a_list_reads_each_file_once_and_sees_every_change() {
    let mut host = Host::new(&[("a.md", &plan("A")), ("b.md", &plan("B"))]);
    assert_eq!(host.titles(), ["A", "B"]);
    assert_eq!(host.titles(), ["A", "B"]);
    assert!(host.read.is_empty());
    host.write("a.md", &plan("Another"));
    assert_eq!((host.titles(), host.read.as_slice()), (vec!["Another".into(), "B".into()], &["a.md".to_owned()][..]));
    host.files.remove("b.md");
    assert_eq!(host.titles(), ["Another"]);
    host.write("b.md", "no plan");
    assert_eq!(host.titles(), ["Another", "b"]);
    host.write("b.md", &plan("B again"));
    assert_eq!(host.titles(), ["Another", "B again"]);
}

#[test]
fn a_plan_that_was_listed_is_read_when_it_is_wanted_as_a_whole() {
    let mut host = Host::new(&[("a.md", &plan("A"))]);
    host.titles();
    assert_eq!(task(&mut host)["result"]["etag"], etag(plan("A").as_bytes()));
    assert_eq!(host.read, ["a.md"]);
    host.titles();
    task(&mut host);
    assert!(host.read.is_empty(), "a list does not forget a plan that is as it was");
    host.set_status("done");
    assert_eq!(host.call("plan_list", &json!({}))["result"]["plans"][0]["stats"]["done"], 1);
    host.write("a.md", &plan("A"));
    assert_eq!(host.call("plan_list", &json!({}))["result"]["plans"][0]["stats"]["done"], 0);
    assert_eq!(task(&mut host)["result"]["etag"], etag(plan("A").as_bytes()));
}

#[test]
fn a_list_that_comes_in_between_takes_nothing_away() {
    let mut host = Host::new(&[("a.md", &plan("A"))]);
    let id = host.begin("task_get", &json!({ "planId": "a", "taskId": "t_1" }));
    let Step::Need(needs) = host.workspace.step(id) else { panic!("it needs the plan") };
    for need in &needs {
        host.give(need);
    }
    host.write("a.md", &plan("Changed"));
    assert_eq!(host.titles(), ["Changed"]);
    let Step::Need(needs) = host.workspace.step(id) else { panic!("it needs the plan again") };
    for need in &needs {
        host.give(need);
    }
    let Step::Done(reply) = host.workspace.step(id) else { panic!("it has what it needs") };
    assert!(reply.to_json().contains(&etag(plan("Changed").as_bytes())), "{}", reply.to_json());
}

#[test]
fn a_history_is_read_again_only_if_somebody_else_wrote_it() {
    let mut host = Host::new(&[("a.md", &plan("A"))]);
    for (number, status) in ["doing", "done", "todo"].into_iter().enumerate() {
        host.set_status(status);
        assert!(!host.read.iter().any(|path| path.contains(".history")), "{:?}", host.read);
        let known = host.log();
        assert_eq!(known.len(), number + 1);
        let mut restarted = Host { files: host.files.clone(), ..Host::new(&[]) };
        assert_eq!(known, restarted.log());
    }
    let undone = host.call("plan_undo", &json!({ "planId": "a" }));
    assert!(undone["error"].is_null(), "{undone}");
    assert_eq!(task(&mut host)["result"]["task"]["status"], "done");
    host.write(".history/a.jsonl", "");
    assert!(host.log().is_empty());
    host.set_status("todo");
    assert_eq!(host.log().len(), 1);
}

#[test]
fn what_waits_is_known_after_every_change() {
    let second = "- [ ] Second <!-- long-term-plan:id=t_2 depends=t_1 -->\n";
    let mut host = Host::new(&[("a.md", &format!("{}{second}", plan("A")))]);
    let next = |host: &mut Host| host.call("task_next", &json!({ "planId": "a" }))["result"]["task"]["id"].clone();
    assert_eq!(next(&mut host), "t_1");
    host.set_status("done");
    assert_eq!(next(&mut host), "t_2");
    host.write("a.md", &format!("{}{second}", plan("A")).replace("depends=t_1", "").replace("t_1", "t_0"));
    assert_eq!(next(&mut host), "t_0");
    host.call("task_update", &json!({ "planId": "a", "taskId": "t_0", "dependsOn": ["t_2"] }));
    assert_eq!(next(&mut host), "t_2");
}
