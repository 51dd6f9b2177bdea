//! Random calls of the toolset `todori`, with checks after each of them.

use std::collections::BTreeSet;

use long_term_plan_core::plan::validate;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::config;
use crate::host::MemoryHost;
use long_term_plan_core::word::Word;

fn text(host: &MemoryHost) -> &str {
    host.text("tasks.md").unwrap_or_default()
}

const STATUSES: [&str; 6] = ["pending", "in-progress", "blocked", "done", "deferred", "cancelled"];

/// The ids that the tools show, subtasks included.
fn shown_ids(host: &mut MemoryHost) -> (Vec<String>, Vec<String>) {
    let (mut tasks, mut subtasks) = (Vec::new(), Vec::new());
    let mut offset = json!(0);
    while !offset.is_null() {
        let page = host.result("get_tasks", &json!({ "offset": offset, "limit": 20 })).unwrap();
        for task in page["tasks"].as_array().unwrap() {
            let task = host.result("get_task", &json!({ "id": task["id"] })).unwrap();
            tasks.push(task["id"].as_str().unwrap().to_owned());
            subtasks.extend(
                task["subtasks"].as_array().unwrap().iter().map(|each| each["id"].as_str().unwrap().to_owned()),
            );
        }
        offset = page["nextOffset"].clone();
    }
    (tasks, subtasks)
}

/// A call from random numbers; `one` and `other` choose among the existing tasks.
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
    #![proptest_config(ProptestConfig { cases: 12, ..config() })]

    #[test]
    fn no_dependency_dangles_and_no_id_is_reused(
        calls in vec((0..12_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..6_usize), 1..30),
    ) {
        let mut host = MemoryHost::with::<&str, &str>(&["todori"], []);
        let mut used = BTreeSet::new();
        let mut deleted = BTreeSet::new();
        for (kind, one, other, status) in calls {
            let (tasks, subtasks) = shown_ids(&mut host);
            let all: Vec<_> = tasks.iter().chain(&subtasks).cloned().collect();
            let pick = |index: prop::sample::Index| if all.is_empty() { String::new() } else { index.get(&all).clone() };
            let (name, args) = chosen(kind, &pick(one), &pick(other), status);
            let before = text(&host).to_owned();
            let reply = host.result(name, &args);
            if let Err(error) = &reply {
                prop_assert!(error["code"].is_i64(), "{error}");
                prop_assert_eq!(text(&host), &before, "a refused call changes nothing");
            }
            if !text(&host).is_empty() {
                let found = validate(text(&host));
                prop_assert_eq!(found.errors, vec![]);
                let codes: Vec<_> = found.warnings.iter().map(|each| each.code.as_str()).filter(|code| *code != "NO_TASKS").collect();
                prop_assert!(codes.is_empty(), "{name} {args}: {codes:?}");
            }
            let (tasks, subtasks) = shown_ids(&mut host);
            let now: BTreeSet<_> = tasks.iter().chain(&subtasks).cloned().collect();
            deleted.extend(used.difference(&now).cloned());
            prop_assert!(now.is_disjoint(&deleted), "{name} {args}: an id was reused");
            used.extend(now);

            let stats = host.result("get_task_stats", &json!({})).unwrap();
            prop_assert_eq!(stats["total"].as_u64().unwrap(), tasks.len() as u64);
            let next = host.result("get_next_task", &json!({})).unwrap();
            if let Some(id) = next["task"]["id"].as_str() {
                let task = host.result("get_task", &json!({ "id": id })).unwrap();
                prop_assert!(task.get("blockedBy").is_none(), "{id} is blocked");
                prop_assert!(["pending", "in-progress"].contains(&task["status"].as_str().unwrap()));
            }
        }
    }
}
