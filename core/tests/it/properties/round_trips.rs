//! An operation and its inverse restore every byte.

use long_term_plan_core::edit::{DeleteTask, MoveTask, Op};
use long_term_plan_core::plan::{Document, ScheduleGraph, Task};
use proptest::prelude::*;

use super::config;
use super::generators::{uniform_plan, valid_plan};
use super::op_generators::{add, move_task, update};
use crate::support::changes::check_op;

/// The inverse of a move: before the task that followed, or after the one above.
fn way_back(document: &Document, task: &Task) -> Option<MoveTask> {
    let (text, plan) = (document.text(), document.plan());
    let is_sibling =
        |other: &&Task| other.parent == task.parent && other.section == task.section && other.indent == task.indent;
    let id = |other: &Task| Some(other.id.of(text).to_owned());
    let next = plan.tasks.iter().filter(is_sibling).find(|other| other.block.start == task.block.end).and_then(id);
    let previous = plan.tasks.iter().filter(is_sibling).find(|other| other.block.end == task.block.start).and_then(id);
    let back = MoveTask {
        task_id: task.id.of(text).to_owned(),
        after_task_id: previous.clone().filter(|_| next.is_none()),
        before_task_id: next.clone(),
        ..MoveTask::default()
    };
    (next.is_some() || previous.is_some()).then_some(back)
}

/// A moved line has spaces instead of a tab, even after it is moved back.
fn has_tab_indent(block: &str) -> bool {
    block.contains('\t')
}

/// Whether an edit closed no code block or comment that was open.
fn closes_nothing(before: &Document, after: &Document) -> bool {
    before.plan().unclosed.len() == after.plan().unclosed.len()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn adding_and_deleting_restores_every_byte(text in valid_plan(), add in add()) {
        let document = Document::new(text);
        if let Ok(added) = check_op(&document, &Op::from(add), 0)
            && added.document.plan().headings.len() == document.plan().headings.len()
            && closes_nothing(&document, &added.document)
        {
            let delete = Op::Delete(DeleteTask { task_id: added.task_id().to_owned() });
            let back = check_op(&added.document, &delete, 1).unwrap();
            prop_assert_eq!(back.document.text(), document.text());
        }
    }

    #[test]
    fn moving_there_and_back_restores_every_byte(text in uniform_plan(), to in move_task()) {
        let document = Document::new(text);
        let (text, plan) = (document.text(), document.plan());
        let Some(task) = plan.find(text, &to.task_id).map(|number| plan.tasks[number]) else { return Ok(()) };
        let Some(back) = way_back(&document, &task) else { return Ok(()) };
        // A task can be moved out of a hand-written cycle, but not back.
        prop_assume!(ScheduleGraph::of(plan, document.dependencies()).cycles().is_empty());
        if let Ok(there) = check_op(&document, &Op::Move(to), 0)
            && there.document.plan().headings.len() == plan.headings.len()
            && closes_nothing(&document, &there.document)
            && !there.document.text().contains("<!-- -->")
            && !has_tab_indent(task.block.of(text))
            // A separator left behind by the first move stays.
            && there.document.text().lines().count() == text.lines().count()
        {
            let back = check_op(&there.document, &Op::Move(back), 1).unwrap();
            prop_assert_eq!(back.document.text(), text);
        }
    }

    #[test]
    fn an_update_is_undone_by_its_opposite(text in valid_plan(), mut update in update()) {
        let document = Document::new(text);
        let (text, plan) = (document.text(), document.plan());
        let Some(task) = plan.find(text, &update.task_id).map(|number| plan.tasks[number]) else { return Ok(()) };
        let has_state = task.attributes(text).any(|each| each.key.of(text) == "state");
        // Written titles are trimmed of Unicode white space.
        prop_assume!(!has_state && !task.title.is_empty() && task.title.of(text).trim() == task.title.of(text));
        update.changes.attributes = long_term_plan_core::edit::AttributeChanges::default();
        (update.changes.append_body, update.changes.clear) = (None, None);
        let mut back = update.clone();
        back.changes.title = Some(task.title.of(text).to_owned());
        back.changes.status = Some(task.status.into());
        (back.changes.body_markdown, back.changes.clear_body) = (None, None);
        update.changes.body_markdown = update.changes.body_markdown.filter(|body| !body.is_empty() && task.body.is_none());
        update.changes.clear_body = None;
        if update.changes.body_markdown.is_some() {
            back.changes.clear_body = Some(true);
        }
        if let Ok(there) = check_op(&document, &Op::Update(update), 0) {
            let back = check_op(&there.document, &Op::Update(back), 1).unwrap();
            prop_assert_eq!(back.document.text(), text);
        }
    }
}
