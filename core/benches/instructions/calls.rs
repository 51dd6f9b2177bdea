//! Calls of tools: on a plan that is loaded already, and on as many files as the plan has tasks.

use std::hint::black_box;

use long_term_plan_core::workspace::Reply;
use serde_json::{Value, json};

use crate::host::{Call, MemoryHost};
use crate::plans::{connected, id, plan_with};
use crate::{Case, Prepared};

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "plan_get",
        limits: [324_000, 412_000],
        prepare: |tasks| second_call("plan_get", plan_with(tasks), [json!({}), json!({})]),
    },
    Case {
        name: "task_get",
        limits: [129_000, 412_000],
        prepare: |tasks| {
            let args = || json!({ "taskId": id(tasks / 2) });
            second_call("task_get", plan_with(tasks), [args(), args()])
        },
    },
    Case {
        name: "task_search",
        limits: [1_970_000, 16_300_000],
        prepare: |tasks| {
            let args = || json!({ "query": "cache fix" });
            second_call("task_search", plan_with(tasks), [args(), args()])
        },
    },
    Case {
        name: "task_next",
        limits: [2_700_000, 26_900_000],
        prepare: |tasks| second_call("task_next", connected(tasks), [json!({}), json!({})]),
    },
    Case {
        name: "task_update",
        limits: [598_000, 2_960_000],
        prepare: |tasks| {
            let args = |status| json!({ "taskId": id(tasks / 2), "status": status });
            second_call("task_update", plan_with(tasks), [args("doing"), args("done")])
        },
    },
    Case {
        name: "task_add",
        limits: [6_560_000, 67_400_000],
        prepare: |tasks| {
            let args = |title| json!({ "title": title, "sectionPath": ["Milestone 3"] });
            second_call("task_add", plan_with(tasks), [args("First"), args("Second")])
        },
    },
    Case {
        name: "plan_list",
        limits: [26_400_000, 269_000_000],
        prepare: |plans| {
            first_call("plan_list", &json!({}), (0..plans).map(|number| (format!("p{number}.md"), plan_with(1))))
        },
    },
    Case {
        name: "note_search",
        limits: [12_500_000, 132_000_000],
        prepare: |notes| {
            let note =
                |number| (format!("context/n{number}.md"), format!("# Note {number}\n\nWhy the cache is cold.\n"));
            first_call("note_search", &json!({ "query": "needle" }), (0..notes).map(note))
        },
    },
];

/// The call has to read all files.
fn first_call(tool: &'static str, args: &Value, files: impl Iterator<Item = (String, String)>) -> Prepared {
    let host = MemoryHost::with(&["plan", "notes"], files);
    let call = Call::tool(tool, args);
    counted_call(host, call)
}

/// The first call loads the plan and starts its history; the second is counted.
fn second_call(tool: &'static str, plan: String, args: [Value; 2]) -> Prepared {
    let mut host = MemoryHost::with(&["plan"], [("measured.md", plan)]);
    host.etags_are_versions = true;
    let [first, second] = args.map(|mut args| {
        args["planId"] = "measured".into();
        Call::tool(tool, &args)
    });
    run(&mut host, &first);
    counted_call(host, second)
}

fn counted_call(mut host: MemoryHost, call: Call) -> Prepared {
    Box::new(move || run(&mut host, &call))
}

fn run(host: &mut MemoryHost, call: &Call) {
    let reply = black_box(host.run_to_reply(call));
    assert!(matches!(reply, Reply::Result { .. }), "{reply:?}");
}
