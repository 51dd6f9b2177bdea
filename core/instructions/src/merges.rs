//! Two branches that came from one plan.

use std::hint::black_box;

use long_term_plan_core::edit::{Op, apply};
use long_term_plan_core::merge::{Options, merge};
use long_term_plan_core::plan::{Document, IdSource};

use crate::Prepared;
use crate::plans::{id, plan_with};

/// How many tasks each branch changes.
const CHANGES: usize = 20;

/// Each branch sets statuses and adds a task, in places of its own.
pub(crate) fn prepare(tasks: usize) -> Prepared {
    let base = plan_with(tasks);
    let ours = branch(&base, tasks, 0);
    let theirs = branch(&base, tasks, 1);
    Box::new(move || {
        let merged = black_box(merge(&base, &ours, &theirs, &Options::default()));
        assert!(merged.conflicts.is_empty(), "they changed different tasks");
    })
}

#[allow(clippy::expect_used, reason = "a refused operation would make the figures worthless")]
fn branch(base: &str, tasks: usize, side: usize) -> String {
    let updated = (0..CHANGES).map(|number| {
        let task = id((2 * number + side) * tasks / (2 * CHANGES));
        format!(r#"{{"op":"update","taskId":"{task}","title":"Changed on branch {side}"}}"#)
    });
    let added = format!(r#"{{"op":"add","title":"New on branch {side}","sectionPath":["Milestone {side}"]}}"#);
    let ops: Vec<_> = updated.chain([added]).map(|op| Op::from_json(&op).expect("a valid operation")).collect();
    let mut ids = IdSource::new(1_767_225_600_000, [u8::try_from(side).unwrap_or_default(); 10]);
    let edited = apply(&Document::new(base.to_owned()), &ops, &mut ids).expect("accepted operations");
    edited.document.text().to_owned()
}
