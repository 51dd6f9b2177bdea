//! An operation on a plan does exactly what was asked, or is refused.

use long_term_plan_core::edit::{AttributeChanges, Op, TaskChanges, UpdatePlan, UpdateTask};
use long_term_plan_core::plan::Document;
use proptest::prelude::*;

use super::config;
use super::generators::{any_text, valid_plan};
use super::op_generators::{move_task, op};
use crate::support::changes::check_op;
use crate::support::snapshot::snapshot;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_operation_does_what_was_asked_and_nothing_else(text in valid_plan(), op in op()) {
        let _ = check_op(&Document::new(text), &op, 0);
    }

    #[test]
    fn a_move_does_what_was_asked_and_nothing_else(text in valid_plan(), to in move_task()) {
        let _ = check_op(&Document::new(text), &Op::Move(to), 0);
    }

    #[test]
    fn operations_on_the_results_of_others_do_what_was_asked(
        text in valid_plan(),
        ops in prop::collection::vec(op(), 1..6),
    ) {
        let mut document = Document::new(text);
        for (call, op) in ops.iter().enumerate() {
            if let Ok(edited) = check_op(&document, op, call as u64) {
                document = edited.document;
            }
        }
    }

    #[test]
    fn operations_on_any_text_are_refused_or_do_what_was_asked(text in any_text(), op in op()) {
        let text = format!("<!-- long-term-plan:format=v1 -->\n{text}");
        let _ = check_op(&Document::new(text), &op, 0);
    }

    #[test]
    fn writing_the_current_values_changes_nothing(text in valid_plan()) {
        let document = Document::new(text);
        let plan = snapshot(&document);
        for task in &plan.tasks {
            let value = |key: &str| {
                let first = task.attributes.iter().find(|(found, _)| found == key);
                let value = first.and_then(|(_, value)| value.clone());
                value.filter(|value| value.iter().all(|element| !element.is_empty()))
            };
            let has_state = task.attributes.iter().any(|(key, _)| key == "state");
            let changes = TaskChanges {
                status: Some(task.status.into()).filter(|_| !has_state),
                title: Some(task.title.clone()),
                body_markdown: task.body.clone().filter(|body| !body.is_empty()),
                clear_body: Some(true).filter(|_| task.body.is_none()),
                attributes: AttributeChanges {
                    tags: value("tags"),
                    area: value("area").map(|area| area.concat()),
                    ..AttributeChanges::default()
                },
                ..TaskChanges::default()
            };
            let update = UpdateTask { task_id: task.id.clone(), changes };
            let edited = check_op(&document, &Op::Update(update), 0).unwrap();
            prop_assert!(edited.edit.is_empty(), "{:?}", edited.edit);
        }
        if let Some(title) = plan.title() {
            let update = UpdatePlan {
                title: Some(plan.headings[title].1.clone()),
                body_markdown: plan.body.clone().filter(|body| !body.is_empty()),
                clear_body: Some(true).filter(|_| plan.body.is_none()),
            };
            prop_assert!(check_op(&document, &Op::UpdatePlan(update), 0).unwrap().edit.is_empty());
        }
    }
}
