//! JSON as it comes in, compared with a library that is not ours.

use long_term_plan_core::contract::Json;
use proptest::prelude::*;
use serde_json::Value;

/// Whether two readings of a text are the same.
fn same(ours: &Json, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Json::Null, Value::Null) => true,
        (Json::Flag(ours), Value::Bool(theirs)) => ours == theirs,
        (Json::Number(digits), Value::Number(number)) => digits.parse::<f64>().ok() == number.as_f64(),
        (Json::Text(ours), Value::String(theirs)) => ours == theirs,
        (Json::List(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Json::Object(_), Value::Object(theirs)) => theirs.iter().all(|(name, theirs)| same(ours.get(name), theirs)),
        _ => false,
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::String),
        any::<String>().prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::hash_map("[a-c\"\\\\é]{0,3}", inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Texts that are nearly JSON.
fn fragments() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "null",
        "true",
        "false",
        "0",
        "-1",
        "01",
        "1.5",
        "1e5",
        "1.",
        "-",
        " ",
        "\n",
        "\\",
        "é",
        "\"\t\"",
    ]);
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn what_others_write_is_read_the_same(value in value(), is_pretty in any::<bool>()) {
        let text = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let ours = Json::parse(&text).unwrap();
        prop_assert!(same(&ours, &value), "{text}");
        // And what we write, others read the same.
        prop_assert_eq!(serde_json::from_str::<Value>(&ours.to_string()).unwrap(), value);
    }

    #[test]
    fn what_others_refuse_is_refused(text in prop_oneof![fragments(), any::<String>()]) {
        match serde_json::from_str::<Value>(&text) {
            Ok(theirs) => prop_assert!(Json::parse(&text).is_ok_and(|ours| same(&ours, &theirs)), "{text}"),
            // Numbers are kept as they are written, so that none is too large.
            Err(error) if error.to_string().starts_with("number out of range") => {}
            Err(_) => prop_assert!(Json::parse(&text).is_err(), "{text}"),
        }
    }
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    for json in [r#""\ud800""#, r#""\ud800A""#, r#""\ud800\u0041""#, r#""\udc00""#] {
        assert!(Json::parse(json).unwrap_err().problem.starts_with("holds half of a surrogate pair"), "{json}");
    }
    let error = Json::parse(r#"{ "args": { "tags": ["a", "\ud800"] } }"#).unwrap_err();
    assert_eq!(error.field, "args.tags[1]");
    assert_eq!(Json::parse(r#""\ud83d\ude00""#).unwrap().as_str(), Some("😀"));
}

#[test]
fn depth_is_bounded() {
    let deep = "[".repeat(100_000);
    assert_eq!(Json::parse(&deep).unwrap_err().problem, "the value is nested too deeply");
}
