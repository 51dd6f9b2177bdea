//! Parses the merged text again and compares it with the intended result.

use crate::plan::{Document, Plan};

use super::conflict_hunks::resolved_to;
use super::render::{ExpectedTask, Rendered};
use super::{OURS, THEIRS};

/// The merged plan, if it matches the intended result; with conflicts, when they are resolved to ours and when they are resolved
/// to theirs. Then the first of these is returned.
pub(super) fn matching_intent(rendered: &Rendered) -> Option<Document> {
    let text = &rendered.text;
    if rendered.conflicts.is_empty() {
        return matching(text.clone(), rendered, &|_| true);
    }
    let ours = matching(resolved_to(OURS, text), rendered, &|task| task.in_ours)?;
    matching(resolved_to(THEIRS, text), rendered, &|task| task.in_theirs)?;
    Some(ours)
}

fn matching(text: String, rendered: &Rendered, exists: &dyn Fn(&ExpectedTask) -> bool) -> Option<Document> {
    let document = Document::new(text);
    let plan = document.plan();
    let expected = || rendered.tasks.iter().filter(|task| exists(task));
    let is_matching = plan.errors().next().is_none()
        && plan.headings.len() == rendered.headings
        && plan.tasks.len() == expected().count()
        && expected().enumerate().all(|(index, task)| is_as_expected(document.text(), plan, index, task));
    is_matching.then_some(document)
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
