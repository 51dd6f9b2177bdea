//! What the argument `status` takes.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::plan::{State, Status};
use crate::word::Word;

/// A status, or a state in its place, which implies one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusWord {
    Status(Status),
    State(State),
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        Self::Status(status)
    }
}

impl StatusWord {
    fn named(word: &str) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase();
        Status::named(&word).map(Self::Status).or_else(|| State::named(&word).map(Self::State))
    }
}

impl<'de> Deserialize<'de> for StatusWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StatusOrState;

        impl Visitor<'_> for StatusOrState {
            type Value = StatusWord;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "one of {}", [Status::names(), State::names()].concat().join(", "))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<StatusWord, E> {
                StatusWord::named(word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
            }
        }

        deserializer.deserialize_str(StatusOrState)
    }
}
