//! Recommends a task: of those that can be started, the first by status, priority, dependencies and order in the plan. The
//! rationale names the criterion that decided.

use crate::contract::OneOrMany;
use crate::plan::Document;
use crate::query::Graph;
use crate::word::Word;

use super::filter::{is_among, values};
use super::mapping::{Priority, Status};

/// A task, or why there is none.
pub(super) struct Recommended {
    pub(super) task: Option<usize>,
    pub(super) rationale: String,
}

const DEFAULT_STATUSES: [Status; 2] = [Status::Pending, Status::InProgress];

/// Recommends a top-level task.
pub(super) fn recommend(
    document: &Document,
    graph: &Graph<'_>,
    statuses: Option<&OneOrMany<Status>>,
    priorities: Option<&OneOrMany<Priority>>,
) -> Recommended {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let statuses = values(statuses).unwrap_or(&DEFAULT_STATUSES);
    let top = || (0..tasks.len()).filter(|index| tasks[*index].parent.is_none());
    let matches = |index: &usize| {
        let task = &tasks[*index];
        statuses.contains(&Status::of(task, text)) && is_among(priorities, || Priority::of(task, text))
    };
    let matching: Vec<_> = top().filter(matches).collect();
    let candidates: Vec<_> =
        matching.iter().copied().filter(|index| graph.open_dependencies(*index).next().is_none()).collect();
    let rank = |index: usize| {
        let status = Status::of(&tasks[index], text);
        (status != Status::InProgress, status, Priority::of(&tasks[index], text))
    };
    let Some(best_rank) = candidates.iter().map(|index| rank(*index)).min() else {
        let rationale = why_none(top().count(), matching.len());
        return Recommended { task: None, rationale };
    };
    let equals: Vec<_> = candidates.iter().copied().filter(|index| rank(*index) == best_rank).collect();
    let mut is_equal = vec![false; tasks.len()];
    for index in &equals {
        is_equal[*index] = true;
    }
    let Some(best) = graph.order().into_iter().find(|index| is_equal[*index]) else {
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
    let dependencies = if graph.depends_on(best).is_empty() { "no dependencies" } else { "all dependencies completed" };
    Recommended {
        task: Some(best),
        rationale: format!("Recommended: {progress}{priority} priority, {dependencies}, {decided}"),
    }
}

fn why_none(all: usize, matching: usize) -> String {
    match (all, matching) {
        (0, _) => "There are no tasks yet".into(),
        (1, 0) => "The only task has another status or priority than asked for".into(),
        (_, 0) => format!("None of the {all} tasks has the status and priority asked for"),
        (_, 1) => "The only matching task is blocked by its dependencies".into(),
        (_, many) => format!("All {many} matching tasks are blocked by their dependencies"),
    }
}
