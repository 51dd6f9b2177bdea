//! What a value may look like, as data, and as JSON Schema.

use super::{Json, json};

/// A type that can stand in a contract.
pub trait Contract {
    /// What its JSON looks like.
    const SCHEMA: Schema;
    /// Whether a field of this type may be left out.
    const MAY_BE_ABSENT: bool = false;
}

/// The shape of a JSON value.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// A string.
    Text,
    /// A string of so many characters.
    ShortText {
        /// Fewest.
        min: u32,
        /// Most.
        max: u32,
    },
    /// A string that a pattern describes, and the same in words.
    Pattern(&'static str, &'static str),
    /// `true` or `false`.
    Flag,
    /// A whole number in a range.
    Integer {
        /// Smallest.
        min: u32,
        /// Largest.
        max: u32,
    },
    /// A number with a fraction; only in answers.
    Number,
    /// A value of this shape, or `null`; only in answers.
    OrNull(&'static Schema),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any number of values of one shape.
    List(&'static Schema),
    /// At most so many of them.
    ShortList(&'static Schema, u32),
    /// An object with these fields and no others.
    Object(&'static [Field]),
    /// An object whose field of this name says which of these objects it is.
    Tagged(&'static str, &'static [(&'static str, Schema)]),
    /// An object with some fields in common, whose field `tag` says which of these objects it is besides; only in answers.
    Variants {
        /// The common fields.
        common: &'static Schema,
        /// Name of the field that says which.
        tag: &'static str,
        /// Its words, and the further fields with each.
        variants: &'static [(&'static str, Schema)],
    },
}

/// One field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its JSON name.
    pub name: &'static str,
    /// What it is for, in words meant for a model.
    pub description: &'static str,
    /// Whether it may be left out.
    pub may_be_absent: bool,
    /// What its value looks like.
    pub schema: Schema,
}

impl Field {
    /// Stands for all fields of `T` in the object that this is a part of.
    pub const fn group<T: Contract>() -> Self {
        Self { name: "", description: "", may_be_absent: true, schema: T::SCHEMA }
    }
}

impl Schema {
    /// The fields of an object, those of its groups included, each name once.
    pub fn fields(self) -> Vec<Field> {
        let mut all: Vec<Field> = Vec::new();
        let mut add = |fields: Vec<Field>| {
            for field in fields {
                if all.iter().all(|known| known.name != field.name) {
                    all.push(field);
                }
            }
        };
        match self {
            Self::Object(fields) => {
                for field in fields {
                    add(if field.name.is_empty() { field.schema.fields() } else { vec![*field] });
                }
            }
            Self::Tagged(_, variants) => variants.iter().for_each(|(_, variant)| add(variant.fields())),
            _ => {}
        }
        all
    }
}

impl Contract for String {
    const SCHEMA: Schema = Schema::Text;
}

impl Contract for bool {
    const SCHEMA: Schema = Schema::Flag;
}

impl Contract for u32 {
    const SCHEMA: Schema = Schema::Integer { min: 0, max: u32::MAX };
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded<const MIN: u32, const MAX: u32>(pub(super) u32);

impl<const MIN: u32, const MAX: u32> Bounded<MIN, MAX> {
    /// The number.
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<const MIN: u32, const MAX: u32> Contract for Bounded<MIN, MAX> {
    const SCHEMA: Schema = Schema::Integer { min: MIN, max: MAX };
}

/// One of a closed set of words.
pub trait Word: Copy + 'static {
    /// The words, and the empty one.
    const NAMES_OR_EMPTY: &'static [&'static str];

    /// The word.
    fn as_str(self) -> &'static str;

    /// What `word` stands for.
    fn named(word: &str) -> Option<Self>;
}

/// One of a closed set of words, or the empty word, which takes away what was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clearable<T>(pub Option<T>);

impl<T: Word> Contract for Clearable<T> {
    const SCHEMA: Schema = Schema::Choice(T::NAMES_OR_EMPTY);
}

/// A text of `MIN` to `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limited<const MIN: u32, const MAX: u32>(pub String);

impl<const MIN: u32, const MAX: u32> Contract for Limited<MIN, MAX> {
    const SCHEMA: Schema = Schema::ShortText { min: MIN, max: MAX };
}

/// At most `MAX` values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Few<T, const MAX: u32>(pub Vec<T>);

impl<T: Contract, const MAX: u32> Contract for Few<T, MAX> {
    const SCHEMA: Schema = Schema::ShortList(&T::SCHEMA, MAX);
}

/// One value or several: a list, or its only item by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T: Contract> Contract for OneOrMany<T> {
    const SCHEMA: Schema = Schema::List(&T::SCHEMA);
}

/// A value that is written as `null` when it is not there, and never left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrNull<T>(pub Option<T>);

impl<T: Contract> Contract for OrNull<T> {
    const SCHEMA: Schema = Schema::OrNull(&T::SCHEMA);
}

/// A number with one digit after the point, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenths(pub u64);

impl Contract for Tenths {
    const SCHEMA: Schema = Schema::Number;
}

/// A number with two digits after the point, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hundredths(pub u32);

impl Contract for Hundredths {
    const SCHEMA: Schema = Schema::Number;
}

impl<T: Contract> Contract for Vec<T> {
    const SCHEMA: Schema = Schema::List(&T::SCHEMA);
}

impl<T: Contract> Contract for Option<T> {
    const SCHEMA: Schema = T::SCHEMA;
    const MAY_BE_ABSENT: bool = true;
}

/// Whose JSON Schema is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Arguments, in as few words as it takes. That there are no others and that counts are not negative is told to whoever
    /// tries: to say it in every listing would cost more than it saves.
    Input,
    /// Arguments as another specification prints them, with all that holds for them.
    SpecifiedInput,
    /// Answers: later versions may say more.
    Output,
}

/// The JSON Schema of a contract, as plain as clients need it: no references, no formats, no titles.
///
/// Every session pays for each byte of a listing. So answers, which explain themselves by their names, are rendered without
/// descriptions, and also without what is required: older clients check error answers against them too, which hold none
/// of the fields, but `error`.
pub fn render(schema: Schema, side: Side) -> Json {
    let number = |bound: u32| Json::Number(bound.to_string());
    match schema {
        Schema::ShortText { .. } | Schema::Pattern(..) if side == Side::Output => json! { "type": "string" },
        Schema::Text => json! { "type": "string" },
        Schema::ShortText { min: 0, max } => json! { "type": "string", "maxLength": number(max) },
        Schema::ShortText { min, max } => {
            json! { "type": "string", "minLength": number(min), "maxLength": number(max) }
        }
        Schema::Pattern(pattern, _) => json! { "type": "string", "pattern": pattern },
        Schema::Flag => json! { "type": "boolean" },
        Schema::Integer { .. } if side == Side::Output => json! { "type": "integer" },
        Schema::Integer { min: 0 | 1, max: u32::MAX } if side == Side::Input => json! { "type": "integer" },
        Schema::Integer { min: 0 | 1, max } if side == Side::Input => {
            json! { "type": "integer", "maximum": number(max) }
        }
        Schema::Integer { min, max: u32::MAX } => json! { "type": "integer", "minimum": number(min) },
        Schema::Integer { min, max } => json! { "type": "integer", "minimum": number(min), "maximum": number(max) },
        Schema::Number => json! { "type": "number" },
        Schema::OrNull(schema) => or_null(render(*schema, side)),
        Schema::Choice(words) => json! { "type": "string", "enum": words.to_vec() },
        Schema::List(item) => json! { "type": "array", "items": render(*item, side) },
        Schema::ShortList(item, most) => {
            json! { "type": "array", "items": render(*item, side), "maxItems": number(most) }
        }
        Schema::Object(_) => object_schema(None, &schema.fields(), side),
        Schema::Tagged(tag, variants) => tagged_schema(tag, variants, schema, side),
        Schema::Variants { common, tag, variants } => variants_schema(*common, tag, variants),
    }
}

/// The schema with `null` among its types.
fn or_null(schema: Json) -> Json {
    let Json::Object(fields) = schema else { return schema };
    let widened = |(name, value): (String, Json)| match name.as_str() {
        "type" => (name, Json::from(vec![value, Json::from("null")])),
        _ => (name, value),
    };
    Json::Object(fields.into_iter().map(widened).collect())
}

/// The schema of an object; `first` is a field that comes before the others.
fn object_schema(first: Option<(&str, Json)>, fields: &[Field], side: Side) -> Json {
    let tag = first.as_ref().map(|(name, _)| *name);
    let mut properties: Vec<_> = first.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    properties.extend(fields.iter().map(|field| (field.name.to_owned(), property(field, side))));
    let mut object =
        vec![("type".to_owned(), Json::from("object")), ("properties".to_owned(), Json::Object(properties))];
    if side != Side::Output {
        let required = fields.iter().filter(|field| !field.may_be_absent).map(|field| field.name);
        let required: Vec<_> = tag.into_iter().chain(required).collect();
        if !required.is_empty() {
            object.push(("required".to_owned(), required.into()));
        }
    }
    if side == Side::SpecifiedInput {
        object.push(("additionalProperties".to_owned(), false.into()));
    }
    Json::Object(object)
}

/// A field with its description, unless that says no more than the name: two words can do no more.
fn property(field: &Field, side: Side) -> Json {
    let description = field.description.trim();
    match render(field.schema, side) {
        Json::Object(mut schema) if side != Side::Output && description.split_whitespace().count() > 2 => {
            schema.push(("description".to_owned(), description.into()));
            Json::Object(schema)
        }
        schema => schema,
    }
}

/// All variants in one object: several clients do not understand alternatives. Their fields are those of tools that are
/// listed by themselves, and are described there, with the words that they may hold.
fn tagged_schema(tag: &str, variants: &[(&str, Schema)], schema: Schema, side: Side) -> Json {
    let undescribed = |field: Field| Field {
        may_be_absent: true,
        description: "",
        schema: if let Schema::Choice(_) = field.schema { Schema::Text } else { field.schema },
        ..field
    };
    let fields: Vec<_> = schema.fields().into_iter().map(undescribed).collect();
    let words: Vec<_> = variants.iter().map(|(word, _)| *word).collect();
    object_schema(Some((tag, json! { "type": "string", "enum": words })), &fields, side)
}

/// The common fields, and one alternative for each variant. A single one needs no alternatives.
fn variants_schema(common: Schema, tag: &str, variants: &[(&str, Schema)]) -> Json {
    let fixed = |word: &str| json! { "type": "string", "const": word };
    if let [(word, own)] = variants {
        let fields: Vec<_> = common.fields().into_iter().chain(own.fields()).collect();
        return exact_schema(Some((tag, fixed(word))), &fields);
    }
    let alternative = |(word, own): &(&str, Schema)| exact_schema(Some((tag, fixed(word))), &own.fields());
    match exact_schema(None, &common.fields()) {
        Json::Object(mut object) => {
            let alternatives: Vec<_> = variants.iter().map(alternative).collect();
            object.push(("oneOf".to_owned(), alternatives.into()));
            Json::Object(object)
        }
        other => other,
    }
}

/// The schema of an object in an answer, with what is always there: it stands deeper than where an error would.
fn exact_schema(first: Option<(&str, Json)>, fields: &[Field]) -> Json {
    let always = fields.iter().filter(|field| !field.may_be_absent).map(|field| field.name);
    let always: Vec<_> = first.as_ref().map(|(name, _)| *name).into_iter().chain(always).collect();
    match object_schema(first, fields, Side::Output) {
        Json::Object(mut object) => {
            object.push(("required".to_owned(), always.into()));
            Json::Object(object)
        }
        other => other,
    }
}

impl Schema {
    /// What is expected, in words for an error message.
    pub fn expectation(self) -> String {
        match self {
            Self::Text => "a string".into(),
            Self::ShortText { min: 0, max } => format!("a string of at most {max} characters"),
            Self::ShortText { min, max } => format!("a string of {min} to {max} characters"),
            Self::Pattern(_, words) => words.into(),
            Self::Flag => "true or false".into(),
            Self::Integer { min, max: u32::MAX } => format!("a whole number from {min}"),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Number => "a number".into(),
            Self::OrNull(schema) => format!("{}, or null", schema.expectation()),
            Self::Choice(words) => {
                let shown: Vec<_> = words.iter().map(|word| if word.is_empty() { "\"\"" } else { word }).collect();
                format!("one of {}", shown.join(", "))
            }
            Self::ShortList(item, most) => format!("a list of at most {most}, each of it {}", item.expectation()),
            Self::List(item) => format!("a list, each of it {}", item.expectation()),
            Self::Object(_) => {
                let names: Vec<_> = self.fields().iter().map(|field| field.name).collect();
                format!("an object with {}", names.join(", "))
            }
            Self::Tagged(tag, variants) | Self::Variants { tag, variants, .. } => {
                let words: Vec<_> = variants.iter().map(|(word, _)| *word).collect();
                format!("an object whose {tag} is one of {}", words.join(", "))
            }
        }
    }
}
