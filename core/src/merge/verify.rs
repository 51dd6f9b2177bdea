//! Whether a merged text says what the merge meant.

use crate::plan::{Plan, parse};

use super::conflict_hunks::decided_for;
use super::render::{ExpectedTask, Rendered};
use super::{OURS, THEIRS};

/// Reads the text again and compares; with conflicts, as it is when all of them are decided for ours, and for theirs.
pub(super) fn says_what_was_meant(rendered: &Rendered) -> bool {
    let text = &rendered.text;
    if rendered.conflicts.is_empty() {
        return says(text, rendered, &|_| true);
    }
    says(&decided_for(OURS, text), rendered, &|task| task.in_ours)
        && says(&decided_for(THEIRS, text), rendered, &|task| task.in_theirs)
}

fn says(text: &str, rendered: &Rendered, is_there: &dyn Fn(&ExpectedTask) -> bool) -> bool {
    let plan = parse(text);
    let expected = || rendered.tasks.iter().filter(|task| is_there(task));
    plan.errors().next().is_none()
        && plan.headings.len() == rendered.headings
        && plan.tasks.len() == expected().count()
        && expected().enumerate().all(|(number, task)| is_as_expected(text, &plan, number, task))
}

fn is_as_expected(text: &str, plan: &Plan, number: usize, expected: &ExpectedTask) -> bool {
    let task = &plan.tasks[number];
    let parent = task.parent.map(|parent| plan.tasks[parent].id.of(text));
    let body_lines = task.body.map_or(0, |body| body.last_line + 1 - body.first_line);
    task.id.of(text) == expected.id
        && parent == expected.parent.as_deref()
        && task.section.map_or(0, |section| section + 1) == expected.headings
        && expected.body_lines.is_none_or(|lines| lines == body_lines)
}
