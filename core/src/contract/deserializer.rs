//! Arguments as a serde deserializer.

use std::cell::RefCell;
use std::iter::Enumerate;
use std::{fmt, slice};

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use super::argument_error::{ArgumentError, plain_expectation};

/// Name of a field whose own fields are part of the object that contains it.
///
/// It does the job of `#[serde(flatten)]`, which forgets the paths of errors and accepts unknown fields. A group is declared as
/// `#[serde(rename = "..")] #[schemars(flatten)]`.
pub const GROUP: &str = "..";

/// What values mean that the type of an argument leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing but what the type says, for toolsets with their own specification.
    Strict,
    /// Empty means not given, because many clients fill in all arguments: blank text, an empty list, a list of nothing but
    /// those, and 0 as a limit. Words are compared without regard to case.
    Lenient,
}

/// Arguments in which 0 means not given, if they are read leniently.
const LIMITS: [&str; 2] = ["limit", "leaseMinutes"];

impl Reading {
    fn is_left_out(self, name: &str, value: &Value) -> bool {
        value.is_null() || self == Self::Lenient && (is_empty(value) || LIMITS.contains(&name) && *value == 0)
    }

    /// The word as the type spells it.
    fn spelled<'w>(self, word: &'w str, known: &'static [&'static str]) -> &'w str {
        let mut alike = known.iter().filter(|known| self == Self::Lenient && known.eq_ignore_ascii_case(word.trim()));
        alike.next().copied().unwrap_or(word)
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_empty),
        _ => false,
    }
}

/// One value among the arguments, as a deserializer.
#[derive(Clone, Copy)]
pub(super) struct Argument<'v, 'k> {
    value: &'v Value,
    place: Place<'k>,
    reading: Reading,
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
    pub(super) fn new(value: &'v Value, reading: Reading) -> Self {
        Self { value, place: Place::Whole, reading }
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
            Value::Array(items) => visitor.visit_seq(Items(items.iter().enumerate(), self.reading)),
            Value::Object(object) => {
                let known = RefCell::default();
                let mut names = object.keys().map(String::as_str);
                let reading = self.reading;
                visitor.visit_map(Fields { whole: value, object, names: &mut names, known: &known, next: "", reading })
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
        let (whole, reading) = (self.value, self.reading);
        if let Place::Group(known) = self.place {
            known.borrow_mut().extend(named);
            return visitor.visit_map(Fields { whole, object, names: &mut wanted, known, next: "", reading });
        }
        let known = RefCell::new(named.collect());
        let read = visitor.visit_map(Fields { whole, object, names: &mut wanted, known: &known, next: "", reading });
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
            Value::String(word) => visitor.visit_enum(self.reading.spelled(word, variants).into_deserializer()),
            Value::Object(object) => {
                match object.get(tag).and_then(Value::as_str).map(|word| self.reading.spelled(word, variants)) {
                    Some(word) if variants.contains(&word) => {
                        visitor.visit_enum(Variant { word, content: Argument { place: Place::Variant(tag), ..self } })
                    }
                    _ => Err(ArgumentError::expected(format_args!("an object whose {tag} is one of {words}"))),
                }
            }
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
        // A variant's object may have the fields of other variants, as long as they are empty.
        let is_harmless = |name: &str, value: &Value| match self.place {
            Place::Variant(tag) => tag == name || self.reading == Reading::Lenient && is_empty(value),
            Place::Whole | Place::Group(_) => false,
        };
        match object.iter().find(|(name, value)| !known.contains(&name.as_str()) && !is_harmless(name, value)) {
            Some((unknown, _)) => {
                let valid = if known.is_empty() { "none".into() } else { known.join(", ") };
                Err(ArgumentError::new(format!("is unknown; valid are: {valid}")).within(unknown))
            }
            None => Ok(()),
        }
    }
}

struct Items<'v>(Enumerate<slice::Iter<'v, Value>>, Reading);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ArgumentError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ArgumentError> {
        let item = self.0.next();
        let read = |(index, item)| {
            let item = Argument::new(item, self.1);
            seed.deserialize(item).map_err(|error| error.within(&format!("[{index}]")))
        };
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
    reading: Reading,
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = ArgumentError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ArgumentError> {
        let Some(name) = self.names.next() else { return Ok(None) };
        self.next = name;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ArgumentError> {
        let reading = self.reading;
        if self.next == GROUP {
            return seed.deserialize(Argument { value: self.whole, place: Place::Group(self.known), reading });
        }
        let read = match self.object.get(self.next) {
            Some(value) if !reading.is_left_out(self.next, value) => seed.deserialize(Argument::new(value, reading)),
            given => seed.deserialize(LeftOut(given.filter(|value| !value.is_null()))),
        };
        read.map_err(|error| error.within(self.next))
    }
}

/// Name of the newtype for a required argument that may be empty.
pub(super) const MAY_BE_EMPTY: &str = "MayBeEmpty";

/// An argument that was left out, or the empty value that means the same: nothing, if it is optional.
struct LeftOut<'v>(Option<&'v Value>);

impl LeftOut<'_> {
    fn required(&self, expectation: impl fmt::Display) -> ArgumentError {
        match self.0 {
            Some(_) => ArgumentError::new("must not be empty"),
            None => ArgumentError::new(format!("is required: {expectation}")),
        }
    }
}

impl<'de> Deserializer<'de> for LeftOut<'de> {
    type Error = ArgumentError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        Err(self.required(plain_expectation(&(&visitor as &dyn Expected).to_string())))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ArgumentError> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ArgumentError> {
        match self.0.filter(|_| name == MAY_BE_EMPTY) {
            Some(empty) => visitor.visit_newtype_struct(Argument::new(empty, Reading::Strict)),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ArgumentError> {
        Err(self.required(format_args!("an object with {}", fields.join(", "))))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ArgumentError> {
        Err(self.required(format_args!("one of {}", variants.join(", "))))
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
