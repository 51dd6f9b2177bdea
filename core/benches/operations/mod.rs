//! Operations on single plans whose instructions `core/instructions` counts.

use std::hint::black_box;

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::plan::{Document, IdSource, Status, parse, validate};
use long_term_plan_core::query::{next, search};

use super::plans::{connected, id, plan_with, section};

const BATCH: usize = 50;

/// One thing that is done with a plan.
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// The text of a plan with that many tasks.
    pub(crate) plan: fn(usize) -> String,
    /// What is measured, on the plan with that many tasks.
    pub(crate) run: fn(&Document, usize),
}

pub(crate) const OPERATIONS: &[Operation] = &[
    Operation { name: "parse", plan: plan_with, run: |document, _| drop(black_box(parse(document.text()))) },
    Operation { name: "validate", plan: plan_with, run: |document, _| drop(black_box(validate(document.text()))) },
    Operation {
        name: "set status",
        plan: plan_with,
        run: |document, tasks| change(document, &[complete(document, tasks / 2)]),
    },
    Operation {
        name: "set 50 statuses",
        plan: plan_with,
        run: |document, tasks| {
            let ops: Vec<_> = (0..BATCH).map(|number| complete(document, number * tasks / BATCH)).collect();
            change(document, &ops);
        },
    },
    Operation {
        name: "add",
        plan: plan_with,
        run: |document, tasks| {
            change(document, &[op(&format!(r#""op":"add","title":"New","sectionPath":["{}"]"#, section(tasks / 2)))]);
        },
    },
    Operation {
        name: "delete",
        plan: plan_with,
        run: |document, tasks| change(document, &[op(&format!(r#""op":"delete","taskId":"{}""#, id(tasks / 2)))]),
    },
    Operation {
        name: "search",
        plan: plan_with,
        run: |document, _| drop(black_box(search(document, "cache fix", None))),
    },
    Operation { name: "connected next", plan: connected, run: |document, _| drop(black_box(next(document, None))) },
    Operation {
        name: "connected validate",
        plan: connected,
        run: |document, _| drop(black_box(validate(document.text()))),
    },
];

/// Completes the first task from this number on that is to do: one that is done already would not be changed.
fn complete(document: &Document, number: usize) -> Op {
    let task = document.plan().tasks.iter().skip(number).find(|task| task.status == Status::Todo);
    let id = task.map_or("", |task| task.id.of(document.text()));
    op(&format!(r#""op":"update","taskId":"{id}","status":"done""#))
}

#[allow(clippy::expect_used, reason = "a wrong operation would make the figures worthless")]
fn op(fields: &str) -> Op {
    Op::from_json(&format!("{{{fields}}}")).expect("a valid operation")
}

#[allow(clippy::expect_used, reason = "a refused operation would make the figures worthless")]
fn change(document: &Document, ops: &[Op]) {
    let edited = apply(document, ops, &mut IdSource::new(1_767_225_600_000, [7; 10])).expect("an accepted operation");
    drop(black_box(edited));
}
