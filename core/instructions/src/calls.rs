//! Whole calls of tools, as a server makes them on a plan that stays loaded.

use std::hint::black_box;

use long_term_plan_core::workspace::Reply;

use crate::Prepared;
use crate::host::Host;
use crate::plans::{connected, id, plan_with};

/// A call of a tool.
pub(crate) struct Call {
    /// The tool's.
    pub(crate) name: &'static str,
    plan: fn(usize) -> String,
    /// The arguments beside the plan's id, as JSON, for a task in the middle of the plan. The first call loads and begins what
    /// later ones find, so it is not counted; it is told from the second by its number, since a change must change something.
    arguments: fn(task_id: &str, call: usize) -> String,
}

pub(crate) const CALLS: &[Call] = &[
    Call { name: "plan_get", plan: plan_with, arguments: |_, _| String::new() },
    Call { name: "task_get", plan: plan_with, arguments: |task, _| format!(r#","taskId":"{task}""#) },
    Call { name: "task_search", plan: plan_with, arguments: |_, _| r#","query":"cache fix""#.into() },
    Call { name: "task_next", plan: connected, arguments: |_, _| String::new() },
    Call {
        name: "task_update",
        plan: plan_with,
        arguments: |task, call| format!(r#","taskId":"{task}","status":"{}""#, ["doing", "done"][call]),
    },
    Call {
        name: "task_add",
        plan: plan_with,
        arguments: |_, call| format!(r#","title":"New {call}","sectionPath":["Milestone 3"]"#),
    },
];

impl Call {
    pub(crate) fn prepare(&self, tasks: usize) -> Prepared {
        let mut host = Host::with_plan("measured.md", (self.plan)(tasks));
        let task_id = id(tasks / 2);
        let [first, second] = [0, 1].map(|call| {
            format!(
                r#"{{"kind":"tool","name":"{}","args":{{"planId":"measured"{}}},"actor":"somebody","now":176722560000{call},"entropy":"{call:020x}"}}"#,
                self.name,
                (self.arguments)(&task_id, call)
            )
        });
        must_succeed(&host.run(&first));
        Box::new(move || must_succeed(&black_box(host.run(&second))))
    }
}

#[allow(clippy::panic, reason = "a refused call would make the figures worthless")]
fn must_succeed(reply: &Reply) {
    if let Reply::Error(error) = reply {
        panic!("{}", error.message);
    }
}
