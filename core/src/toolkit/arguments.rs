//! Arguments that several toolsets share.

use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::parse_iso_time;

/// Which way a list is sorted.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
pub enum Direction {
    #[serde(rename = "asc")]
    #[strum(serialize = "asc")]
    Ascending,
    #[serde(rename = "desc")]
    #[strum(serialize = "desc")]
    Descending,
}

/// A point in time, in milliseconds since 1970, given as ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
pub struct Timestamp(#[schemars(with = "String")] pub u64);

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IsoTime;

        impl Visitor<'_> for IsoTime {
            type Value = Timestamp;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a time as 2025-12-10T00:00:00Z or a date as 2025-12-10")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Timestamp, E> {
                let time = parse_iso_time(text).map(Timestamp);
                time.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(IsoTime)
    }
}
