//! Errors about arguments, which name the argument, what is valid and what was given.

use std::fmt;

use serde::de::{self, Expected, Unexpected};
use serde_json::Value;

use crate::text::truncate;

/// Which argument is invalid, and why.
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

    pub(super) fn expected(expectation: impl fmt::Display) -> Self {
        Self { lacks_value: true, ..Self::new(format!("must be {expectation}")) }
    }

    /// The same error, seen from the object or list that contains the value as `outer`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        let separator = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{separator}{}", self.field);
        self
    }

    pub(super) fn with_value(mut self, value: &Value) -> Self {
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
pub(super) fn plain_expectation(expected: &str) -> &str {
    match expected {
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "u32" => "a whole number",
        other => other,
    }
}
