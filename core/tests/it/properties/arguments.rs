//! Arguments of any shape.

use long_term_plan_core::contract::read;
use long_term_plan_core::edit::Op;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn value() -> impl Strategy<Value = Value> {
    let words = vec!["add", "update", "todo", "high", "", "t_1", "first"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(words).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let names = prop::sample::select(vec!["op", "taskId", "title", "status", "tags", "x"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..4).prop_map(|fields| fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<Map<_, _>>()
                .into()),
        ]
    })
}

/// An operation with some of its fields, right or wrong.
fn near_op() -> impl Strategy<Value = Value> {
    let names = vec!["taskId", "title", "status", "tags", "position", "sectionPath", "clearBody", "priority", "x"];
    let fields = prop::collection::vec((prop::sample::select(names), value()), 0..5);
    let ops = prop::sample::select(vec!["add", "update", "move", "delete", "updatePlan", "sing"]);
    (ops, fields).prop_map(|(op, fields)| {
        let mut object = json!({ "op": op });
        for (name, value) in fields {
            object[name] = value;
        }
        object
    })
}

proptest! {
    #[test]
    fn any_value_is_read_or_refused_with_a_reason(value in prop_oneof![value(), near_op()]) {
        if let Err(error) = read::<Op>(&value) {
            let message = error.message();
            prop_assert!(message.starts_with("Argument ") || message.starts_with("The arguments "), "{message}");
            prop_assert!(!message.contains("struct ") && !message.contains("invalid type"), "{message}");
        }
    }

    #[test]
    fn a_field_that_is_null_counts_as_left_out(op in near_op()) {
        let Value::Object(fields) = &op else { unreachable!() };
        let given: Map<_, _> = fields.clone().into_iter().filter(|(_, value)| !value.is_null()).collect();
        let (with, without) = (read::<Op>(&op), read::<Op>(&Value::Object(given)));
        // A field that the operation does not have is refused even if it is null.
        let is_unknown = with.as_ref().is_err_and(|error| error.problem.starts_with("is unknown"));
        if !is_unknown && (with.is_ok() || without.is_ok()) {
            prop_assert_eq!(with, without);
        }
    }
}
