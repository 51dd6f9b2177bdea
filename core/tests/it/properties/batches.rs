//! Several operations as one: all or nothing.

use long_term_plan_core::contract::read_text;
use long_term_plan_core::edit::{AddOp, AddTask, DeleteTask, EditedOp, Op, apply};
use long_term_plan_core::plan::{Dependencies, Document, IdGenerator};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;
use super::generators::valid_plan;
use super::op_generators::{add, op};
use crate::support::changes::ids;
use crate::support::locality::check_edit;

/// Applies the operations one by one with ids from one source.
fn one_by_one(document: &Document, ops: &[Op], ids: &mut IdGenerator) -> Result<Document, usize> {
    let mut document = document.clone();
    for (number, op) in ops.iter().enumerate() {
        document = apply(&document, std::slice::from_ref(op), ids).map_err(|_| number)?.document;
    }
    Ok(document)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_batch_equals_its_operations_one_by_one(text in valid_plan(), ops in vec(op(), 0..6)) {
        let document = Document::new(text.clone());
        let single = one_by_one(&document, &ops, &mut ids(0));
        let batch = apply(&document, &ops, &mut ids(0));
        prop_assert_eq!(document.text(), text, "the input is never changed");
        match (single, batch) {
            (Ok(single), Ok(batch)) => {
                prop_assert_eq!(single.text(), batch.document.text());
                prop_assert_eq!(batch.ops.len(), ops.len());
                let dependencies = Dependencies::of(single.plan(), single.text());
                prop_assert_eq!(batch.document.dependencies(), &dependencies);
                check_edit(document.text(), &batch.edit, batch.document.text());
            }
            (Err(number), Err(error)) => prop_assert_eq!(error.op, number, "{}", error.message),
            (single, batch) => prop_assert!(false, "{:?} {:?}", single.is_ok(), batch.is_ok()),
        }
    }

    #[test]
    fn a_batch_returns_the_ids_of_new_tasks(text in valid_plan(), adds in vec(add(), 2..5)) {
        let document = Document::new(text);
        // An add closes a code block that is open, and its deletion does not open it again.
        prop_assume!(document.plan().unclosed.is_empty());
        let mut parent: Option<String> = None;
        let first: AddTask = read_text(r#"{ "title": "awaited by the others" }"#).unwrap();
        let mut ops = vec![Op::Add(AddOp { reference: Some("first".into()), task: first })];
        for (number, mut add) in adds.into_iter().enumerate() {
            (add.before_task_id, add.after_task_id, add.section_path) = (None, None, None);
            add.parent_task_id = parent.replace(format!("ref:{number}"));
            add.attributes.depends_on = add.parent_task_id.is_some().then(|| vec!["ref:first".into()]);
            ops.push(Op::Add(AddOp { reference: Some(number.to_string()), task: add }));
        }
        if let Ok(edited) = apply(&document, &ops, &mut ids(0)) {
            let (text, plan) = (edited.document.text(), edited.document.plan());
            let number = |op: &EditedOp| plan.find(text, &op.task_id).unwrap();
            for pair in edited.ops[1..].windows(2) {
                prop_assert_eq!(plan.tasks[number(&pair[1])].parent, Some(number(&pair[0])));
            }
            for name in ["ref:0", "ref:first"] {
                ops.push(Op::Delete(DeleteTask { task_id: name.into() }));
            }
            let back = apply(&document, &ops, &mut ids(0)).unwrap();
            prop_assert_eq!(back.document.text(), document.text());
            prop_assert!(back.edit.is_empty());
        }
    }
}
