//! Values with limits that serde does not know.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct Bounded<const MIN: u32, const MAX: u32>(#[schemars(range(min = MIN, max = MAX))] u32);

impl<const MIN: u32, const MAX: u32> Bounded<MIN, MAX> {
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Bounded<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const MIN: u32, const MAX: u32>;

        impl<const MIN: u32, const MAX: u32> Visitor<'_> for Number<MIN, MAX> {
            type Value = Bounded<MIN, MAX>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a whole number from {MIN}")?;
                if MAX == u32::MAX { Ok(()) } else { write!(formatter, " to {MAX}") }
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                let within = u32::try_from(number).ok().filter(|number| (MIN..=MAX).contains(number));
                within.map(Bounded).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }

        deserializer.deserialize_u32(Number)
    }
}

/// A whole number. More than `MAX` means `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct AtMost<const MAX: u32>(u32);

impl<const MAX: u32> AtMost<MAX> {
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl<'de, const MAX: u32> Deserialize<'de> for AtMost<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = u64;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a whole number")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
                Ok(number)
            }
        }

        let number = deserializer.deserialize_u32(Number)?;
        Ok(Self(u32::try_from(number).unwrap_or(MAX).min(MAX)))
    }
}

/// A text that has to be given, but may be empty.
// Its name is `MAY_BE_EMPTY`, by which the deserializer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct MayBeEmpty(pub String);

/// A text of `MIN` to `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct Limited<const MIN: u32, const MAX: u32>(#[schemars(length(min = MIN, max = MAX))] pub String);

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Limited<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<const MIN: u32, const MAX: u32>;

        impl<const MIN: u32, const MAX: u32> Visitor<'_> for Text<MIN, MAX> {
            type Value = Limited<MIN, MAX>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                if MIN == 0 {
                    write!(formatter, "a string of at most {MAX} characters")
                } else {
                    write!(formatter, "a string of {MIN} to {MAX} characters")
                }
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match text.chars().count() {
                    length if length < MIN as usize => Err(E::invalid_value(Unexpected::Str(text), &self)),
                    length if length > MAX as usize => {
                        Err(E::invalid_length(length, &format!("at most {MAX} characters").as_str()))
                    }
                    _ => Ok(Limited(text.to_owned())),
                }
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// At most `MAX` values.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct Few<T, const MAX: u32>(#[schemars(length(max = MAX))] pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MAX: u32> Deserialize<'de> for Few<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(deserializer)?;
        if items.len() > MAX as usize {
            return Err(Error::custom(format_args!("must hold at most {MAX} items, and holds {}", items.len())));
        }
        Ok(Self(items))
    }
}

/// A list, or its only item by itself.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = OneOrMany<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a value or a list of values")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
                T::deserialize(serde::de::value::StrDeserializer::new(word)).map(|only| OneOrMany(vec![only]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(OneOrMany)
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(|only| OneOrMany(vec![only]))
            }
        }

        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// A number with one digit after the point, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct Tenths(#[schemars(with = "f64")] pub u64);

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_decimal(self.0, 10, serializer)
    }
}

/// A number with two digits after the point, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(inline)]
pub struct Hundredths(#[schemars(with = "f64")] pub u32);

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_decimal(self.0.into(), 100, serializer)
    }
}

/// Whole numbers are written without a fraction: 2, not 2.0.
fn serialize_decimal<S: Serializer>(parts: u64, of: u64, serializer: S) -> Result<S::Ok, S::Error> {
    #[allow(clippy::cast_precision_loss, reason = "scores and averages are far below 2^53")]
    if parts.is_multiple_of(of) {
        (parts / of).serialize(serializer)
    } else {
        (parts as f64 / of as f64).serialize(serializer)
    }
}
