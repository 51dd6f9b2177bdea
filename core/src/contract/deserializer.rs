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

/// One value among the arguments, as a deserializer.
#[derive(Clone, Copy)]
pub(super) struct Argument<'v, 'k> {
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
    pub(super) fn new(value: &'v Value) -> Self {
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
