//! Operations on texts and documents.

use std::hint::black_box;

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::merge::{Options, merge};
use long_term_plan_core::plan::{Document, IdGenerator, Status, parse, validate};
use long_term_plan_core::query::{Holders, Next, ReadyTasks, search};

use crate::plans::{connected, id, plan_with, section};
use crate::{Case, Prepared};

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "parse",
        limits: [3_670_000, 34_200_000],
        prepare: |tasks| on(plan_with(tasks), |document| drop(black_box(parse(document.text())))),
    },
    Case {
        name: "validate",
        limits: [4_370_000, 41_300_000],
        prepare: |tasks| on(plan_with(tasks), |document| drop(black_box(validate(document.text())))),
    },
    Case {
        name: "set status",
        limits: [189_000, 1_360_000],
        prepare: |tasks| on(plan_with(tasks), move |document| edit(document, &[complete(document, tasks / 2)])),
    },
    Case {
        name: "set 50 statuses",
        limits: [6_770_000, 34_500_000],
        prepare: |tasks| {
            on(plan_with(tasks), move |document| {
                let ops: Vec<_> = (0..50).map(|index| complete(document, index * tasks / 50)).collect();
                edit(document, &ops);
            })
        },
    },
    Case {
        name: "add",
        limits: [250_000, 1_960_000],
        prepare: |tasks| {
            on(plan_with(tasks), move |document| {
                let section = section(tasks / 2);
                edit(document, &[op(&format!(r#""op":"add","title":"New","sectionPath":["{section}"]"#))]);
            })
        },
    },
    Case {
        name: "delete",
        limits: [3_680_000, 34_400_000],
        prepare: |tasks| {
            on(plan_with(tasks), move |document| {
                edit(document, &[op(&format!(r#""op":"delete","taskId":"{}""#, id(tasks / 2)))]);
            })
        },
    },
    Case {
        name: "search",
        limits: [1_560_000, 15_500_000],
        prepare: |tasks| on(plan_with(tasks), |document| drop(black_box(search(document, "cache fix", |_| true)))),
    },
    Case {
        name: "connected next",
        limits: [5_400_000, 55_300_000],
        prepare: |tasks| on(connected(tasks), |document| drop(black_box(next(document)))),
    },
    Case {
        name: "connected validate",
        limits: [11_700_000, 120_000_000],
        prepare: |tasks| on(connected(tasks), |document| drop(black_box(validate(document.text())))),
    },
    Case { name: "merge", limits: [41_700_000, 416_000_000], prepare: prepare_merge },
];

fn on(text: String, run: impl FnOnce(&Document) + 'static) -> Prepared {
    let document = Document::new(text);
    Box::new(move || run(&document))
}

/// Completes the first open task from this index on: a task that is done already would not change.
fn complete(document: &Document, index: usize) -> Op {
    let task = document.plan().tasks.iter().skip(index).find(|task| task.status == Status::Todo).unwrap();
    op(&format!(r#""op":"update","taskId":"{}","status":"done""#, task.id.of(document.text())))
}

fn op(fields: &str) -> Op {
    Op::from_json(&format!("{{{fields}}}")).unwrap()
}

fn edit(document: &Document, ops: &[Op]) {
    drop(black_box(apply(document, ops, &mut IdGenerator::new(1_767_225_600_000, [7; 10])).unwrap()));
}

/// Two branches of one plan, which change different tasks.
fn prepare_merge(tasks: usize) -> Prepared {
    let base = plan_with(tasks);
    let [ours, theirs] = [0, 1].map(|side| branch(&base, tasks, side));
    Box::new(move || {
        let merged = black_box(merge(&base, &ours, &theirs, &Options::default()));
        assert!(merged.conflicts.is_empty(), "the branches change different tasks");
    })
}

/// Changes the titles of 20 tasks and adds one.
fn branch(base: &str, tasks: usize, side: u8) -> String {
    let updated = (0..20).map(|index| {
        let task = id((2 * index + usize::from(side)) * tasks / 40);
        op(&format!(r#""op":"update","taskId":"{task}","title":"Changed on branch {side}""#))
    });
    let added = op(&format!(r#""op":"add","title":"New on branch {side}","sectionPath":["Milestone {side}"]"#));
    let ops: Vec<_> = updated.chain([added]).collect();
    let mut ids = IdGenerator::new(1_767_225_600_000, [side; 10]);
    apply(&Document::new(base.to_owned()), &ops, &mut ids).unwrap().document.text().to_owned()
}

fn next(document: &Document) -> Next {
    ReadyTasks::of(document, &Holders::of(document), "ana", "2026-11-18").next()
}
