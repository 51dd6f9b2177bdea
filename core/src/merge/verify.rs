//! Parses the merged text again and compares it with the intended result.

use crate::plan::{Document, Plan, Task, parse};

use super::conflict_hunks::resolved_to;
use super::render::{ExpectedTask, Rendered};
use super::{BASE, OURS, Side, THEIRS};

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

/// Whether a merge of valid sides by lines is valid and has every task: a line of one side can begin a code or comment block that
/// hides tasks of the other.
pub(super) fn keeps_tasks(merged: &str, documents: &[Document; 3]) -> bool {
    let plan = parse(merged);
    let line_of = |side: Side, id: &str| -> Option<&str> {
        let document = &documents[side];
        let task: &Task = document.plan().tasks.get(document.plan().find(document.text(), id)?)?;
        Some(task.span.of(document.text()).trim_start())
    };
    let keeps = |side: Side, other: Side| {
        let document = &documents[side];
        let mut ids = document.plan().tasks.iter().map(|task| task.id.of(document.text()));
        ids.all(|id| {
            let was = line_of(BASE, id);
            let is_deleted = was.is_some() && line_of(other, id).is_none() && was == line_of(side, id);
            is_deleted || plan.find(merged, id).is_some()
        })
    };
    plan.errors().next().is_none() && keeps(OURS, THEIRS) && keeps(THEIRS, OURS)
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
