//! An edit changes only what it must.

use long_term_plan_core::edit::{Edited, Op, TaskField};
use long_term_plan_core::plan::{Document, Task};
use long_term_plan_core::text::{Span, TextEdit};

use super::naive::{columns, is_blank, naive_lines};

/// The edit turns one text into the other, and every byte outside its ranges is unchanged.
#[track_caller]
pub(crate) fn check_edit(before: &str, edit: &TextEdit, after: &str) {
    assert_eq!(edit.apply(before), after);
    assert_eq!(edit.is_empty(), before == after, "an edit without effect is empty");
    let (mut old_end, mut new_end) = (0, 0);
    for range in edit.changed_ranges() {
        assert!(old_end <= range.old.start && range.old.start <= range.old.end);
        assert_eq!(before.get(old_end..range.old.start).unwrap(), after.get(new_end..range.new.start).unwrap());
        assert_ne!(
            before.get(range.old.start..range.old.end).unwrap(),
            after.get(range.new.start..range.new.end).unwrap()
        );
        (old_end, new_end) = (range.old.end, range.new.end);
    }
    assert_eq!(before.get(old_end..).unwrap(), after.get(new_end..).unwrap());
}

/// The edit of one operation stays within what the operation concerns.
#[track_caller]
pub(crate) fn check_locality(before: &Document, op: &Op, edited: &Edited) {
    let old: Vec<_> = edited.edit.changed_ranges().iter().map(|range| range.old).collect();
    let task = |id: &str| &before.plan().tasks[before.plan().find(before.text(), id).unwrap()];
    match op {
        Op::Add(_) => assert!(old.len() == 1 && old[0].is_empty(), "a task is added in one place: {old:?}"),
        Op::Update(update) => {
            let task = task(&update.task_id);
            let body_end = task.body.map_or(0, |body| body.span.end);
            let line_end = (task.span.end + 2).min(before.text().len());
            check_within(&old, Span::new(task.span.start, line_end.max(body_end)));
            let is_status_only = update.changes.title.is_none()
                && update.changes.body_markdown.is_none()
                && update.changes.append_body.is_none()
                && update.changes.clear_body != Some(true)
                && !update.changes.clear.iter().flatten().any(|field| *field == TaskField::Body);
            if is_status_only {
                let is_allowed = |span: &Span| within(*span, inside(task.checkbox)) || within(*span, task.comment);
                assert!(old.iter().all(is_allowed), "a status change leaves the rest alone: {old:?}");
            }
        }
        Op::Delete(delete) => {
            let block = task(&delete.task_id).block;
            assert!(old.len() <= 1);
            check_within(&old, Span::new(block.start.saturating_sub(2), block.end));
        }
        Op::Move(to) => check_moved(before, task(&to.task_id), &edited.document),
        Op::UpdatePlan(_) => {
            let plan = before.plan();
            let heading = &plan.headings[plan.title.unwrap()];
            let end = plan.body.map_or(heading.span.end, |body| body.span.end);
            check_within(&old, Span::new(heading.span.start, end));
        }
    }
}

const fn inside(checkbox: Span) -> Span {
    Span::new(checkbox.start + 1, checkbox.end - 1)
}

const fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[track_caller]
fn check_within(spans: &[Span], outer: Span) {
    assert!(spans.iter().all(|span| within(*span, outer)), "{spans:?} reach out of {outer:?}");
}

/// A moved block keeps its lines except for their indentation; everything around it is unchanged.
#[track_caller]
fn check_moved(before: &Document, task: &Task, after: &Document) {
    let id = task.id.of(before.text());
    let moved = &after.plan().tasks[after.plan().find(after.text(), id).unwrap()];
    let (old, new) = (visible_lines(before.text(), task), visible_lines(after.text(), moved));
    let words =
        |lines: &[&str]| lines.iter().map(|line| line.trim_start_matches([' ', '\t']).to_owned()).collect::<Vec<_>>();
    assert_eq!(words(&old.0), words(&new.0), "the lines of the block");
    // Tabs may be part of code, and are kept there.
    for (old, new) in old.0.iter().zip(&new.0).filter(|(_, new)| !new.trim_start_matches(' ').starts_with('\t')) {
        let is_shifted = columns(new) + task.indent == columns(old) + moved.indent;
        assert!(is_shifted, "each line of a block moves by as much: {old:?} {new:?}");
    }
    // Headings and separators may be new.
    let kept = |lines: &[&str]| {
        let may_be_new = |line: &&&str| !line.starts_with('#') && **line != "<!-- -->";
        lines.iter().filter(may_be_new).map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    if before.plan().unclosed.len() == after.plan().unclosed.len() {
        assert_eq!(kept(&old.1), kept(&new.1), "the lines around the block");
    }
}

/// The lines in and around a task's block that are not blank.
fn visible_lines<'t>(text: &'t str, task: &Task) -> (Vec<&'t str>, Vec<&'t str>) {
    let visible = naive_lines(text).into_iter().filter(|line| !is_blank(line.content));
    let (inside, outside): (Vec<_>, Vec<_>) = visible.partition(|line| task.block.contains(line.start));
    (inside.iter().map(|line| line.content).collect(), outside.iter().map(|line| line.content).collect())
}
