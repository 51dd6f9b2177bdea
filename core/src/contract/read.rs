//! Reads arguments through serde.

use serde::{Deserialize, de};
use serde_json::Value;

use crate::text::truncate;

use super::argument_error::ArgumentError;
use super::deserializer::{Argument, Reading};

/// Reads arguments. An argument that is `null` counts as left out, because models write it so.
pub fn read<'de, T: Deserialize<'de>>(arguments: &'de Value) -> Result<T, ArgumentError> {
    read_as(Reading::Strict, arguments)
}

/// Reads arguments as a toolset does.
pub fn read_as<'de, T: Deserialize<'de>>(reading: Reading, arguments: &'de Value) -> Result<T, ArgumentError> {
    T::deserialize(Argument::new(arguments, reading))
}

/// The argument at a path like `subtasks[2].title`, for an error's details: a long text is truncated, and so is the JSON text
/// of a list or an object.
pub fn given_value(arguments: &Value, path: &str, longest: usize) -> Value {
    let found = path.split(['.', '[']).try_fold(arguments, |value, step| match step.strip_suffix(']') {
        Some(index) => value.get(index.parse::<usize>().ok()?),
        None => value.get(step),
    });
    match found {
        Some(Value::String(text)) => truncate(text, longest).into(),
        Some(value @ (Value::Array(_) | Value::Object(_))) => truncate(&value.to_string(), longest).into(),
        Some(value) => value.clone(),
        None => Value::Null,
    }
}

/// A text that is the same for the same arguments, apart from those named `except`.
pub fn fingerprint(arguments: &Value, except: &[&str]) -> String {
    let given = arguments.as_object().into_iter().flatten();
    let given = given.filter(|(name, value)| !except.contains(&name.as_str()) && !value.is_null());
    let mut parts: Vec<_> = given.map(|(name, value)| format!("{name}={value}")).collect();
    parts.sort_unstable();
    parts.join("\n")
}

/// Parses the JSON text of arguments.
pub fn parse(json: &str) -> Result<Value, ArgumentError> {
    serde_json::from_str(json).map_err(|error| {
        // JavaScript writes half of a surrogate pair as an escape, which is no character.
        if error.to_string().contains("hex escape") {
            let reader = &mut serde_json::Deserializer::from_str(json);
            let path = serde_path_to_error::deserialize::<_, Value>(reader).err().map(|error| error.path().to_string());
            return ArgumentError::new("contains half of a surrogate pair, which is not a character")
                .within(path.as_deref().unwrap_or_default());
        }
        ArgumentError::new(format!("are not valid JSON: {error}"))
    })
}

/// Reads arguments from JSON text, as the toolset `plan` does.
pub fn read_text<T: de::DeserializeOwned>(json: &str) -> Result<T, ArgumentError> {
    read_as(Reading::Lenient, &parse(json)?)
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use serde_json::json;

    use super::*;
    use crate::contract::{AtMost, Bounded, Few, Limited, MayBeEmpty, OneOrMany};

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Search {
        plan_id: String,
        limit: Option<Bounded<1, 50>>,
        is_open: Option<bool>,
        depth: Option<u32>,
        tags: Option<OneOrMany<String>>,
        #[serde(rename = "..")]
        page: Page,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Page {
        cursor: Option<Limited<0, 3>>,
        order: Option<Order>,
        names: Option<Few<Name, 1>>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Up,
        Down,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Name {
        first: String,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename = "do", rename_all = "lowercase")]
    enum Action {
        Search(Box<Search>),
        Rename(Name),
    }

    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "cases read better without references")]
    fn check<T: for<'de> Deserialize<'de> + fmt::Debug>(arguments: Value, message: &str) {
        assert_eq!(read::<T>(&arguments).unwrap_err().message(), message);
    }

    #[test]
    fn given_values_are_found_by_their_path() {
        let arguments = json!({ "subtasks": [{ "title": "a" }, { "title": "bcd" }], "limit": 3 });
        assert_eq!(given_value(&arguments, "subtasks[1].title", 9), json!("bcd"));
        assert_eq!(given_value(&arguments, "subtasks[7].title", 2), Value::Null);
        assert_eq!(given_value(&arguments, "limit", 2), json!(3));
        assert_eq!(given_value(&arguments, "subtasks[0]", 100), json!("{\"title\":\"a\"}"));
    }

    #[test]
    fn half_of_a_surrogate_pair_is_reported_with_its_argument() {
        let message = |json| parse(json).unwrap_err().message();
        let problem = "contains half of a surrogate pair, which is not a character";
        assert_eq!(message(r#"{ "tags": ["a", "b\ud800"] }"#), format!("Argument tags[1] {problem}"));
        assert_eq!(message(r#"{ "title": "\udc00\ud83d" }"#), format!("Argument title {problem}"));
        assert_eq!(parse(r#"{ "title": "\ud83d\ude00" }"#).unwrap()["title"], "😀");
        assert!(message("{").starts_with("The arguments are not valid JSON: "));
    }

    #[test]
    fn a_group_is_part_of_the_object_around_it() {
        let search: Search = read(&json!({ "planId": "p", "order": "down", "limit": null })).unwrap();
        assert_eq!((search.plan_id.as_str(), search.page.order, search.limit), ("p", Some(Order::Down), None));
    }

    #[test]
    fn one_value_may_stand_for_a_list_of_it() {
        let search: Search = read(&json!({ "planId": "p", "tags": "a" })).unwrap();
        assert_eq!(search.tags, Some(OneOrMany(vec!["a".to_owned()])));
    }

    #[test]
    fn errors_name_the_argument_and_what_is_valid() {
        let with = |name: &str, value: Value| json!({ "planId": "p", name: value });
        check::<Search>(json!({}), "Argument planId is required: a string");
        check::<Search>(json!({ "planId": null }), "Argument planId is required: a string");
        check::<Search>(json!([]), "The arguments must be an object with planId, limit, isOpen, depth, tags, not []");
        check::<Search>(with("limit", "ten".into()), "Argument limit must be a whole number from 1 to 50, not \"ten\"");
        check::<Search>(with("limit", 51.into()), "Argument limit must be a whole number from 1 to 50, not 51");
        check::<Search>(with("depth", json!(1.5)), "Argument depth must be a whole number, not 1.5");
        check::<Search>(with("depth", json!(-1)), "Argument depth must be a whole number, not -1");
        check::<Search>(with("isOpen", 1.into()), "Argument isOpen must be true or false, not 1");
        check::<Search>(with("tags", json!(["a", 3])), "Argument tags[1] must be a string, not 3");
        check::<Search>(with("order", "left".into()), "Argument order must be one of up, down, not \"left\"");
        check::<Search>(with("order", 3.into()), "Argument order must be one of up, down, not 3");
        check::<Search>(with("cursor", "abcd".into()), "Argument cursor must have at most 3 characters, and has 4");
        check::<Search>(
            with("names", json!([{ "first": "a" }, { "first": 1 }])),
            "Argument names[1].first must be a string, not 1",
        );
        check::<Search>(with("names", json!([{}, {}])), "Argument names[0].first is required: a string");
        check::<Search>(
            with("names", json!([{ "first": "a" }, { "first": "b" }])),
            "Argument names must hold at most 1 items, and holds 2",
        );
        check::<Search>(with("names", json!(["a"])), "Argument names[0] must be an object with first, not \"a\"");
    }

    #[test]
    fn an_unknown_name_is_reported_before_anything_else() {
        let valid = "valid are: planId, limit, isOpen, depth, tags, cursor, order, names";
        check::<Search>(json!({ "plan": "p" }), &format!("Argument plan is unknown; {valid}"));
        check::<Search>(json!({ "planId": 3, "order": 3, "x": null }), &format!("Argument x is unknown; {valid}"));
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Filters {
        title: String,
        query: MayBeEmpty,
        order: Option<Order>,
        tags: Option<Vec<String>>,
        limit: Option<AtMost<50>>,
        depth: Option<u32>,
    }

    fn filters(arguments: &Value) -> Result<Filters, ArgumentError> {
        read_as(Reading::Lenient, arguments)
    }

    #[test]
    fn empty_means_not_given_where_arguments_are_read_leniently() {
        for nothing in [json!(""), json!(" \n\t"), json!([]), json!(null), json!(["", [], null])] {
            let given =
                json!({ "title": "t", "query": "", "order": nothing, "tags": nothing, "limit": 0, "depth": nothing });
            let read = filters(&given).unwrap();
            assert_eq!((read.order, read.tags, read.limit, read.depth), (None, None, None, None), "{nothing}");
        }
        let read =
            filters(&json!({ "title": "t", "query": "", "tags": ["", "a"], "depth": 0, "limit": 1000 })).unwrap();
        assert_eq!((read.tags, read.depth), (Some(vec![String::new(), "a".into()]), Some(0)));
        assert_eq!(read.limit.map(AtMost::get), Some(50));
        let message = |arguments: Value| filters(&arguments).unwrap_err().message();
        assert_eq!(message(json!({ "title": " ", "query": "" })), "Argument title must not be empty");
        assert_eq!(message(json!({ "title": [], "query": "" })), "Argument title must not be empty");
        assert_eq!(message(json!({ "title": null, "query": "" })), "Argument title is required: a string");
        assert_eq!(message(json!({ "title": "t" })), "Argument query is required: a string");
    }

    #[test]
    fn case_does_not_matter_to_words_where_arguments_are_read_leniently() {
        let read = filters(&json!({ "title": "t", "query": "q", "order": " DOWN" })).unwrap();
        assert_eq!(read.order, Some(Order::Down));
        check::<Page>(json!({ "order": "DOWN" }), "Argument order must be one of up, down, not \"DOWN\"");
    }

    #[test]
    fn empty_fields_of_other_variants_are_ignored_where_arguments_are_read_leniently() {
        let renamed = |other: Value| {
            read_as::<Action>(Reading::Lenient, &json!({ "do": "Rename", "first": "a", "planId": other }))
        };
        assert_eq!(renamed("".into()).unwrap(), Action::Rename(Name { first: "a".into() }));
        assert_eq!(renamed(3.into()).unwrap_err().message(), "Argument planId is unknown; valid are: first");
    }

    #[test]
    fn a_variant_is_named_by_a_field_of_its_object() {
        let renamed: Action = read(&json!({ "do": "rename", "first": "a" })).unwrap();
        assert_eq!(renamed, Action::Rename(Name { first: "a".into() }));
        check::<Action>(json!({ "do": "rename", "last": "a" }), "Argument last is unknown; valid are: first");
        check::<Action>(
            json!({ "do": "sing" }),
            "The arguments must be an object whose do is one of search, rename, not {\"do\":\"sing\"}",
        );
        check::<Vec<Action>>(json!([{ "do": "rename", "first": 1 }]), "Argument [0].first must be a string, not 1");
    }
}
