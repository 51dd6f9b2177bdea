//! Which task to work on next, by this specification: what can be started, in the order of status, priority, dependencies and
//! the plan; and which of these decided.

use crate::contract::OneOrMany;
use crate::plan::Document;
use crate::query::Graph;
use crate::word::Word;

use super::filter::is_among;
use super::mapping::{Priority, Status};

/// The choice, or why there is none.
pub(super) struct Recommended {
    pub(super) task: Option<usize>,
    pub(super) rationale: String,
}

/// What is looked at if nothing else is asked for.
const USUAL: [Status; 2] = [Status::Pending, Status::InProgress];

/// Recommends one of the tasks at the top of the plan.
pub(super) fn recommend(
    document: &Document,
    graph: &Graph<'_>,
    statuses: Option<&OneOrMany<Status>>,
    priorities: Option<&OneOrMany<Priority>>,
) -> Recommended {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let statuses = statuses.map_or(&USUAL[..], |statuses| &statuses.0);
    let top = || (0..tasks.len()).filter(|number| tasks[*number].parent.is_none());
    let is_asked_for = |number: &usize| {
        let task = &tasks[*number];
        statuses.contains(&Status::of(task, text)) && is_among(priorities, || Priority::of(task, text))
    };
    let asked_for: Vec<_> = top().filter(is_asked_for).collect();
    let candidates: Vec<_> =
        asked_for.iter().copied().filter(|number| graph.open_dependencies(*number).next().is_none()).collect();
    let rank = |number: usize| {
        let status = Status::of(&tasks[number], text);
        (status != Status::InProgress, status, Priority::of(&tasks[number], text))
    };
    let Some(best_rank) = candidates.iter().map(|number| rank(*number)).min() else {
        let rationale = why_none(top().count(), asked_for.len());
        return Recommended { task: None, rationale };
    };
    let equals: Vec<_> = candidates.iter().copied().filter(|number| rank(*number) == best_rank).collect();
    let mut is_equal = vec![false; tasks.len()];
    for number in &equals {
        is_equal[*number] = true;
    }
    let Some(best) = graph.order().into_iter().find(|number| is_equal[*number]) else {
        return Recommended { task: None, rationale: why_none(0, 0) };
    };
    let decided = match equals.as_slice() {
        [_] if candidates.len() == 1 => "the only candidate".to_owned(),
        [_] if candidates.iter().any(|other| *other != best && rank(*other).1 == best_rank.1) => {
            format!("the highest priority of {} candidates", candidates.len())
        }
        [_] => format!("first by status of {} candidates", candidates.len()),
        [first, ..] if *first == best => format!("first in the plan of {} equal candidates", equals.len()),
        _ => format!("topologically first of {} equal candidates", equals.len()),
    };
    let task = &tasks[best];
    let progress = if best_rank.1 == Status::InProgress { "already in progress, " } else { "" };
    let priority = Priority::of(task, text).as_str();
    let waits = if graph.depends_on(best).is_empty() { "no dependencies" } else { "all dependencies completed" };
    Recommended {
        task: Some(best),
        rationale: format!("Recommended: {progress}{priority} priority, {waits}, {decided}"),
    }
}

fn why_none(all: usize, asked_for: usize) -> String {
    match (all, asked_for) {
        (0, _) => "There are no tasks yet".into(),
        (1, 0) => "The only task has another status or priority than asked for".into(),
        (_, 0) => format!("None of the {all} tasks has the status and priority asked for"),
        (_, 1) => "The only task that would do waits for its dependencies".into(),
        (_, many) => format!("All {many} tasks that would do wait for their dependencies"),
    }
}
