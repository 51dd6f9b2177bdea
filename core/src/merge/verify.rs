//! Parses the merged text again and compares it with the intended result.

use crate::plan::{Plan, parse};

use super::conflict_hunks::resolved_to;
use super::render::{ExpectedTask, Rendered};
use super::{OURS, THEIRS};

/// Whether the text matches the intended result; with conflicts, both when they are resolved to ours and to theirs.
pub(super) fn matches_intent(rendered: &Rendered) -> bool {
    let text = &rendered.text;
    if rendered.conflicts.is_empty() {
        return matches(text, rendered, &|_| true);
    }
    matches(&resolved_to(OURS, text), rendered, &|task| task.in_ours)
        && matches(&resolved_to(THEIRS, text), rendered, &|task| task.in_theirs)
}

fn matches(text: &str, rendered: &Rendered, exists: &dyn Fn(&ExpectedTask) -> bool) -> bool {
    let plan = parse(text);
    let expected = || rendered.tasks.iter().filter(|task| exists(task));
    plan.errors().next().is_none()
        && plan.headings.len() == rendered.headings
        && plan.tasks.len() == expected().count()
        && expected().enumerate().all(|(index, task)| is_as_expected(text, &plan, index, task))
}

fn is_as_expected(text: &str, plan: &Plan, index: usize, expected: &ExpectedTask) -> bool {
    let task = &plan.tasks[index];
    let parent = task.parent.map(|parent| plan.tasks[parent].id.of(text));
    let body_lines = task.body.map_or(0, |body| body.last_line + 1 - body.first_line);
    task.id.of(text) == expected.id
        && parent == expected.parent.as_deref()
        && task.section.map_or(0, |section| section + 1) == expected.headings
        && expected.body_lines.is_none_or(|lines| lines == body_lines)
}
