//! Arguments read through serde, with errors that name the argument, what is valid and what was given.

use std::cell::RefCell;
use std::iter::Enumerate;
use std::{fmt, slice};

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::text::truncate;

/// Name of a field whose own fields are part of the object that contains it.
///
/// It does the job of `#[serde(flatten)]`, which forgets the paths of errors and accepts unknown fields. A group is declared as
/// `#[serde(rename = "..")] #[schemars(flatten)]`.
pub const GROUP: &str = "..";

/// Why arguments do not fit their contract, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// Path of the argument, as in `ops[2].title`; empty for the arguments as a whole.
    pub field: String,
    /// What is wrong and what is valid.
    pub problem: String,
    pub code: &'static str,
    /// Whether the message still lacks the value that was given.
    lacks_value: bool,
}

const INVALID_ARGUMENT: &str = "INVALID_ARGUMENT";
const CONTENT_TOO_LONG: &str = "CONTENT_TOO_LONG";
/// Longest value that a message repeats, in characters.
const LONGEST_VALUE: usize = 60;

impl ArgumentError {
    pub fn new(problem: impl Into<String>) -> Self {
        Self { field: String::new(), problem: problem.into(), code: INVALID_ARGUMENT, lacks_value: false }
    }

    fn expected(expectation: impl fmt::Display) -> Self {
        Self { lacks_value: true, ..Self::new(format!("must be {expectation}")) }
    }

    /// The same error, seen from the object or list that contains the value as `outer`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        let separator = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{separator}{}", self.field);
        self
    }

    fn with_value(mut self, value: &Value) -> Self {
        if self.lacks_value {
            self.lacks_value = false;
            self.problem = format!("{}, not {}", self.problem, truncate(&value.to_string(), LONGEST_VALUE));
        }
        self
    }

    pub fn message(&self) -> String {
        if self.field.is_empty() {
            format!("The arguments {}", self.problem)
        } else {
            format!("Argument {} {}", self.field, self.problem)
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message())
    }
}

impl std::error::Error for ArgumentError {}

impl de::Error for ArgumentError {
    fn custom<T: fmt::Display>(problem: T) -> Self {
        Self::new(problem.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(plain_expectation(&expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self { code: CONTENT_TOO_LONG, ..Self::new(format!("must have {expected}, and has {length}")) }
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::expected(format_args!("one of {}", expected.join(", ")))
    }
}

/// What serde's own types expect, in words for everyone.
fn plain_expectation(expected: &str) -> &str {
    match expected {
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "u32" => "a whole number",
        other => other,
    }
}

/// Reads arguments. An argument that is `null` counts as left out, because models write it so.
pub fn read<'de, T: Deserialize<'de>>(arguments: &'de Value) -> Result<T, ArgumentError> {
    T::deserialize(Argument::new(arguments))
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

/// Reads arguments from JSON text.
pub fn read_text<T: de::DeserializeOwned>(json: &str) -> Result<T, ArgumentError> {
    read(&parse(json)?)
}

/// One value among the arguments, as a deserializer.
#[derive(Clone, Copy)]
struct Argument<'v, 'k> {
    value: &'v Value,
    place: Place<'k>,
}

/// What an object's fields belong to.
#[derive(Clone, Copy)]
enum Place<'k> {
    /// A value by itself: it must have no other fields.
    Whole,
    /// The object of a variant, which also has this field with the variant's name.
    Variant(&'static str),
    /// A group: the names of its fields are added to those of the object it is part of.
    Group(&'k RefCell<Vec<&'static str>>),
}

impl<'v> Argument<'v, '_> {
    fn new(value: &'v Value) -> Self {
        Self { value, place: Place::Whole }
    }
}

impl<'de> Deserializer<'de> for Argument<'de, '_> {
    type Error = ArgumentError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        let value = self.value;
        let read = match value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match number.as_u64() {
                Some(number) => visitor.visit_u64(number),
                None => Err(ArgumentError::invalid_type(Unexpected::Other("number"), &visitor)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Items(items.iter().enumerate())),
            Value::Object(object) => {
                let known = RefCell::default();
                let mut names = object.keys().map(String::as_str);
                visitor.visit_map(Fields { whole: value, object, names: &mut names, known: &known, next: "" })
            }
        };
        read.map_err(|error| error.with_value(value))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        let named = fields.iter().copied().filter(|name| *name != GROUP);
        let Value::Object(object) = self.value else {
            let expected: Vec<_> = named.collect();
            return Err(
                ArgumentError::expected(format_args!("an object with {}", expected.join(", "))).with_value(self.value)
            );
        };
        // The group comes first, so that its names are known whatever is wrong with the other fields.
        let group = fields.iter().copied().filter(|name| *name == GROUP);
        let mut wanted = group.chain(named.clone()).map(|name: &'static str| -> &'de str { name });
        if let Place::Group(known) = self.place {
            known.borrow_mut().extend(named);
            return visitor.visit_map(Fields { whole: self.value, object, names: &mut wanted, known, next: "" });
        }
        let known = RefCell::new(named.collect());
        let read = visitor.visit_map(Fields { whole: self.value, object, names: &mut wanted, known: &known, next: "" });
        // An unknown name is reported first: it often is a misspelled one, and then another is missing.
        self.check_names(object, &known.borrow())?;
        read
    }

    /// An enum is a word, or an object whose field named like the enum contains the name of the variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        tag: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        let words = variants.join(", ");
        let read = match self.value {
            Value::String(word) => visitor.visit_enum(word.as_str().into_deserializer()),
            Value::Object(object) => match object.get(tag).and_then(Value::as_str) {
                Some(word) if variants.contains(&word) => {
                    visitor.visit_enum(Variant { word, content: Argument { place: Place::Variant(tag), ..self } })
                }
                _ => Err(ArgumentError::expected(format_args!("an object whose {tag} is one of {words}"))),
            },
            _ => Err(ArgumentError::expected(format_args!("one of {words}"))),
        };
        read.map_err(|error| error.with_value(self.value))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl Argument<'_, '_> {
    fn check_names(&self, object: &Map<String, Value>, known: &[&str]) -> Result<(), ArgumentError> {
        let is_tag = |name: &str| matches!(self.place, Place::Variant(tag) if tag == name);
        match object.keys().find(|name| !known.contains(&name.as_str()) && !is_tag(name)) {
            Some(unknown) => {
                let valid = if known.is_empty() { "none".into() } else { known.join(", ") };
                Err(ArgumentError::new(format!("is unknown; valid are: {valid}")).within(unknown))
            }
            None => Ok(()),
        }
    }
}

struct Items<'v>(Enumerate<slice::Iter<'v, Value>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ArgumentError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ArgumentError> {
        let item = self.0.next();
        let read =
            |(index, item)| seed.deserialize(Argument::new(item)).map_err(|error| error.within(&format!("[{index}]")));
        item.map(read).transpose()
    }
}

/// The fields of an object that a struct asks for and that were given.
struct Fields<'v, 'k> {
    whole: &'v Value,
    object: &'v Map<String, Value>,
    names: &'k mut dyn Iterator<Item = &'v str>,
    known: &'k RefCell<Vec<&'static str>>,
    next: &'v str,
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = ArgumentError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ArgumentError> {
        let Some(name) = self.names.next() else { return Ok(None) };
        self.next = name;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ArgumentError> {
        if self.next == GROUP {
            return seed.deserialize(Argument { value: self.whole, place: Place::Group(self.known) });
        }
        let read = match self.object.get(self.next) {
            Some(value) if !value.is_null() => seed.deserialize(Argument::new(value)),
            _ => seed.deserialize(LeftOut),
        };
        read.map_err(|error| error.within(self.next))
    }
}

/// An argument that was left out: nothing, if it is optional.
struct LeftOut;

impl LeftOut {
    fn required(expectation: impl fmt::Display) -> ArgumentError {
        ArgumentError::new(format!("is required: {expectation}"))
    }
}

impl<'de> Deserializer<'de> for LeftOut {
    type Error = ArgumentError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        Err(Self::required(plain_expectation(&(&visitor as &dyn Expected).to_string())))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ArgumentError> {
        Err(Self::required(format_args!("an object with {}", fields.join(", "))))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ArgumentError> {
        Err(Self::required(format_args!("one of {}", variants.join(", "))))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

struct Variant<'v> {
    word: &'v str,
    content: Argument<'v, 'v>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = ArgumentError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ArgumentError> {
        Ok((seed.deserialize(StrDeserializer::new(self.word))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = ArgumentError;

    fn unit_variant(self) -> Result<(), ArgumentError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ArgumentError> {
        seed.deserialize(self.content)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ArgumentError> {
        self.content.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        self.content.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::contract::{Bounded, Few, Limited, OneOrMany};

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
