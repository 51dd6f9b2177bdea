//! Arguments checked against their contract, with errors that name the field and the valid choices.

use crate::text::shortened;

use super::{Bounded, Clearable, Contract, Few, Json, Limited, OneOrMany, Schema, Word};

/// A contract type that can be read from JSON.
pub trait Read: Contract + Sized {
    /// Reads a value.
    fn read(value: &Json) -> Result<Self, Mismatch>;

    /// The value of a field that was left out, if that is allowed.
    fn when_absent() -> Option<Self> {
        None
    }

    /// Reads the field `name` of an object. Models often write `null` for what they leave out.
    fn read_field(fields: &Json, name: &str) -> Result<Self, Mismatch> {
        match fields.get(name) {
            Json::Null => Self::when_absent().ok_or_else(|| Mismatch::missing(Self::SCHEMA, name)),
            value => Self::read(value).map_err(|mismatch| mismatch.within(name)),
        }
    }
}

/// A contract type that is an object, and can also be a part of a larger one.
pub trait ReadObject: Contract + Sized {
    /// Reads it from fields whose names were checked already.
    fn read_fields(fields: &Json) -> Result<Self, Mismatch>;
}

/// Where a value does not fit its contract, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Path of the field, as in `ops[2].title`; empty for the whole.
    pub field: String,
    /// What is wrong and what is valid.
    pub problem: String,
    /// The kind of failure that it is.
    pub code: &'static str,
}

/// Of what does not fit, and there is no other word for it.
const INVALID_ARGUMENT: &str = "INVALID_ARGUMENT";
/// Of what is longer than it may be.
const CONTENT_TOO_LONG: &str = "CONTENT_TOO_LONG";

impl Mismatch {
    /// The value has another shape than the schema wants.
    pub fn of(schema: Schema, value: &Json) -> Self {
        Self::new(format!("must be {}, not {}", schema.expectation(), shortened(&value.to_string(), 60)))
    }

    /// Something else is wrong.
    pub fn new(problem: impl Into<String>) -> Self {
        Self { field: String::new(), problem: problem.into(), code: INVALID_ARGUMENT }
    }

    /// The fields of an object that holds none but those of the schema.
    pub fn object(schema: Schema, value: &Json) -> Result<&Json, Self> {
        let fields = value.as_object().ok_or_else(|| Self::of(schema, value))?;
        let known = schema.fields();
        match fields.iter().map(|(name, _)| name).find(|name| known.iter().all(|field| field.name != name.as_str())) {
            Some(unknown) => {
                let names: Vec<_> = known.iter().map(|field| field.name).collect();
                let valid = if names.is_empty() { "none".into() } else { names.join(", ") };
                Err(Self::new(format!("is unknown; valid are: {valid}")).within(unknown))
            }
            None => Ok(value),
        }
    }

    fn missing(schema: Schema, name: &str) -> Self {
        Self::new(format!("is required: {}", schema.expectation())).within(name)
    }

    /// The same, seen from the object that has the field `outer`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.field = join_path(outer, &self.field);
        self
    }

    /// The whole as a sentence.
    pub fn message(&self) -> String {
        if self.field.is_empty() {
            format!("The arguments {}", self.problem)
        } else {
            format!("Argument {} {}", self.field, self.problem)
        }
    }
}

/// The path of `inner` in `outer`: fields are separated by dots, numbers of items stand in brackets.
pub(super) fn join_path(outer: &str, inner: &str) -> String {
    let separator = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
    format!("{outer}{separator}{inner}")
}

/// Reads the arguments of a call.
pub fn read_arguments<T: Read>(arguments: &Json) -> Result<T, Mismatch> {
    T::read(arguments)
}

impl Read for String {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        value.as_str().map(Into::into).ok_or_else(|| Mismatch::of(Self::SCHEMA, value))
    }
}

impl Read for bool {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        value.as_bool().ok_or_else(|| Mismatch::of(Self::SCHEMA, value))
    }
}

impl Read for u32 {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        value.as_u64().and_then(|number| number.try_into().ok()).ok_or_else(|| Mismatch::of(Self::SCHEMA, value))
    }
}

impl<const MIN: u32, const MAX: u32> Read for Bounded<MIN, MAX> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let number = u32::read(value).ok().filter(|number| (MIN..=MAX).contains(number));
        number.map(Self).ok_or_else(|| Mismatch::of(Self::SCHEMA, value))
    }
}

impl<T: Word> Read for Clearable<T> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        match value.as_str() {
            Some("") => Ok(Self(None)),
            Some(word) => T::named(word).map(|word| Self(Some(word))).ok_or_else(|| Mismatch::of(Self::SCHEMA, value)),
            None => Err(Mismatch::of(Self::SCHEMA, value)),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        T::read(value).map(Some)
    }

    fn when_absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let items = value.as_list().ok_or_else(|| Mismatch::of(Self::SCHEMA, value))?;
        let read = |(number, item)| T::read(item).map_err(|mismatch| mismatch.within(&format!("[{number}]")));
        items.iter().enumerate().map(read).collect()
    }
}

impl<T: Read> Read for OneOrMany<T> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        if value.as_list().is_some() { Vec::read(value).map(Self) } else { T::read(value).map(|only| Self(vec![only])) }
    }
}

impl<const MIN: u32, const MAX: u32> Read for Limited<MIN, MAX> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let text = String::read(value)?;
        match text.chars().count() {
            length if length < MIN as usize => Err(Mismatch::of(Self::SCHEMA, value)),
            length if length > MAX as usize => Err(Mismatch {
                code: CONTENT_TOO_LONG,
                ..Mismatch::new(format!("must have at most {MAX} characters, and has {length}"))
            }),
            _ => Ok(Self(text)),
        }
    }
}

impl<T: Read, const MAX: u32> Read for Few<T, MAX> {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let items = Vec::read(value)?;
        if items.len() > MAX as usize {
            return Err(Mismatch::new(format!("must hold at most {MAX} items, and holds {}", items.len())));
        }
        Ok(Self(items))
    }
}
