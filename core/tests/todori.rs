//! Random calls of the toolset `todori`, with what must hold after each of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a broken property must be loud")]

use std::collections::{BTreeMap, BTreeSet};

use long_term_plan_core::plan::{etag, validate};
use long_term_plan_core::workspace::{Loaded, Need, Outcome, Step, Workspace, WriteRequest};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A host that keeps files in memory.
struct Host {
    workspace: Workspace,
    files: BTreeMap<String, Vec<u8>>,
    now: u64,
}

impl Host {
    fn new() -> Self {
        let settings = json!({ "toolsets": ["todori"], "plansDir": "plans" });
        Self { workspace: Workspace::from_json(&settings.to_string()), files: BTreeMap::new(), now: 1_700_000_000_000 }
    }

    /// The answer of a tool, or its error.
    fn call(&mut self, name: &str, args: &Value) -> Result<Value, Value> {
        self.now += 1_000;
        let call = json!({ "kind": "tool", "name": name, "args": args, "actor": "test", "now": self.now });
        let id = self.workspace.begin(&call.to_string());
        let reply = loop {
            match self.workspace.step(id) {
                Step::Need(needs) => needs.iter().for_each(|need| self.load(need)),
                Step::Done(reply) => break reply,
                Step::Commit(requests) => {
                    let etags = self.write(id, &requests);
                    let finished = self.workspace.finish(id, &Outcome::Committed(etags));
                    self.write(id, &finished.afterwards);
                    break finished.reply;
                }
            }
        };
        self.workspace.free(id);
        let reply: Value = serde_json::from_str(&reply.to_json()).unwrap();
        reply.get("result").cloned().ok_or_else(|| reply["error"].clone())
    }

    fn load(&mut self, need: &Need) {
        let path = need.as_file().unwrap();
        let loaded = match self.files.get(path) {
            Some(bytes) => Loaded::Bytes { bytes: bytes.clone(), etag: etag(bytes), modified_ms: 0 },
            None => Loaded::Absent,
        };
        self.workspace.put(path, "", loaded);
    }

    fn write(&mut self, id: u32, requests: &[WriteRequest]) -> Vec<String> {
        let mut etags = Vec::new();
        for (number, request) in requests.iter().enumerate() {
            let bytes = self.workspace.bytes(id, number).to_vec();
            etags.push(etag(&bytes));
            match request.op {
                "put" => drop(self.files.insert(request.path.clone(), bytes)),
                "append" => self.files.entry(request.path.clone()).or_default().extend(bytes),
                other => panic!("{other} was not expected"),
            }
        }
        etags
    }

    fn text(&self) -> &str {
        self.files.get("tasks.md").map_or("", |bytes| str::from_utf8(bytes).unwrap())
    }
}

const STATUSES: [&str; 6] = ["pending", "in-progress", "blocked", "done", "deferred", "cancelled"];

/// The ids that the tools show, subtasks included.
fn shown_ids(host: &mut Host) -> (Vec<String>, Vec<String>) {
    let (mut tasks, mut subtasks) = (Vec::new(), Vec::new());
    let mut offset = json!(0);
    while !offset.is_null() {
        let page = host.call("get_tasks", &json!({ "offset": offset, "limit": 20 })).unwrap();
        for task in page["tasks"].as_array().unwrap() {
            let task = host.call("get_task", &json!({ "id": task["id"] })).unwrap();
            tasks.push(task["id"].as_str().unwrap().to_owned());
            subtasks.extend(
                task["subtasks"].as_array().unwrap().iter().map(|each| each["id"].as_str().unwrap().to_owned()),
            );
        }
        offset = page["nextOffset"].clone();
    }
    (tasks, subtasks)
}

/// A call from random numbers; `one` and `other` choose among the tasks that there are.
fn chosen(kind: u8, one: &str, other: &str, status: usize) -> (&'static str, Value) {
    match kind {
        0..=3 => {
            ("create_task", json!({ "title": "T", "dependencies": if one.is_empty() { vec![] } else { vec![one] } }))
        }
        4 | 5 => ("add_subtask", json!({ "parentId": one, "title": "S" })),
        6 | 7 => ("update_task", json!({ "id": one, "dependencies": [other] })),
        8 => ("update_task", json!({ "id": one, "status": STATUSES[status] })),
        9 => ("update_subtask", json!({ "subtaskId": one, "status": STATUSES[status] })),
        10 => ("delete_subtask", json!({ "subtaskId": one })),
        _ => ("delete_task", json!({ "id": one })),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_left_dangling_or_given_out_twice(
        calls in vec((0..12_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..6_usize), 1..30),
    ) {
        let mut host = Host::new();
        let mut used = BTreeSet::new();
        let mut gone = BTreeSet::new();
        for (kind, one, other, status) in calls {
            let (tasks, subtasks) = shown_ids(&mut host);
            let all: Vec<_> = tasks.iter().chain(&subtasks).cloned().collect();
            let pick = |index: prop::sample::Index| if all.is_empty() { String::new() } else { index.get(&all).clone() };
            let (name, args) = chosen(kind, &pick(one), &pick(other), status);
            let before = host.text().to_owned();
            let answer = host.call(name, &args);
            if let Err(error) = &answer {
                prop_assert!(error["code"].is_i64(), "{error}");
                prop_assert_eq!(host.text(), &before, "a refused call changes nothing");
            }
            if !host.text().is_empty() {
                let found = validate(host.text());
                prop_assert_eq!(found.errors, vec![]);
                let told: Vec<_> = found.warnings.iter().map(|each| each.code.as_str()).filter(|code| *code != "NO_TASKS").collect();
                prop_assert!(told.is_empty(), "{name} {args}: {told:?}");
            }
            let (tasks, subtasks) = shown_ids(&mut host);
            let now: BTreeSet<_> = tasks.iter().chain(&subtasks).cloned().collect();
            gone.extend(used.difference(&now).cloned());
            prop_assert!(now.is_disjoint(&gone), "{name} {args}: an id came back");
            used.extend(now);

            let stats = host.call("get_task_stats", &json!({})).unwrap();
            prop_assert_eq!(stats["total"].as_u64().unwrap(), tasks.len() as u64);
            let next = host.call("get_next_task", &json!({})).unwrap();
            if let Some(id) = next["task"]["id"].as_str() {
                let task = host.call("get_task", &json!({ "id": id })).unwrap();
                prop_assert!(task.get("blockedBy").is_none(), "{id} waits for something");
                prop_assert!(["pending", "in-progress"].contains(&task["status"].as_str().unwrap()));
            }
        }
    }
}
