//! Attributes in a task's comment: `key=value` pairs after the id.

use std::borrow::Cow;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::{Span, is_date, truncate};
use crate::word::Word;

use super::line::word_length;
use super::{Priority, State, is_id};

/// The keys with a meaning. Attributes with other keys are kept unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum AttributeKey {
    Priority,
    /// `YYYY-MM-DD`.
    Due,
    /// Comma-separated.
    Tags,
    /// Ids of the tasks that it depends on, comma-separated.
    Depends,
    /// Free text.
    Estimate,
    Assignee,
    Type,
    /// The part of the product that it is about.
    Area,
    /// Refines the status.
    State,
    /// The number of a subtask under its parent.
    Seq,
}

impl AttributeKey {
    /// Whether the value is a comma-separated list.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Tags | Self::Depends)
    }
}

/// One attribute in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `key=value`.
    pub span: Span,
    pub key: Span,
    /// The encoded value; empty without `=`.
    pub value: Span,
}

/// Iterates over the attributes of a comment.
#[derive(Clone, Debug)]
pub struct Attributes<'t> {
    text: &'t str,
    rest: Span,
}

impl<'t> Attributes<'t> {
    /// The attributes in `list`, a range of `text`.
    pub const fn new(text: &'t str, list: Span) -> Self {
        Self { text, rest: list }
    }
}

impl Iterator for Attributes<'_> {
    type Item = Attribute;

    fn next(&mut self) -> Option<Attribute> {
        self.rest = self.rest.trimmed(self.text);
        let word = self.rest.of(self.text);
        let length = word_length(word);
        let span = Span::new(self.rest.start, self.rest.start + length);
        self.rest.start = span.end;
        let equals = memchr::memchr(b'=', &word.as_bytes()[..length]).unwrap_or(length);
        let key = Span::new(span.start, span.start + equals);
        let value = Span::new((key.end + 1).min(span.end), span.end);
        (length > 0).then_some(Attribute { span, key, value })
    }
}

/// Percent-encodes white space and everything that could end the comment; with `in_list` also commas.
///
/// ```
/// use long_term_plan_format::plan::{decode_value, encode_value};
/// assert_eq!(encode_value("a b-->", false), "a%20b--%3E");
/// assert_eq!(decode_value("a%20b--%3E").unwrap(), "a b-->");
/// ```
pub fn encode_value(value: &str, in_list: bool) -> Cow<'_, str> {
    let is_plain = |byte: u8| is_plain(byte) && !(in_list && byte == b',');
    if value.bytes().all(is_plain) {
        return Cow::Borrowed(value);
    }
    let mut encoded = String::with_capacity(value.len() * 3);
    for byte in value.bytes() {
        if is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
            encoded.extend(['%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
    }
    Cow::Owned(encoded)
}

/// Reverses [`encode_value`].
pub fn decode_value(encoded: &str) -> Result<Cow<'_, str>, AttributeError> {
    if encoded.bytes().all(is_plain) {
        return Ok(Cow::Borrowed(encoded));
    }
    if let Some(bad) = encoded.chars().find(|c| !(c.is_ascii() && (is_plain(*c as u8) || *c == '%'))) {
        return Err(AttributeError(format!("the value contains {bad:?}; percent-encode it")));
    }
    let broken = || AttributeError("the value contains a broken %XX sequence; write % as %25".into());
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        let value = digit(0).zip(digit(1)).map(|(high, low)| high * 16 + low).ok_or_else(broken)?;
        bytes.push(u8::try_from(value).map_err(|_| broken())?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| broken())
}

/// The decoded value; one that cannot be decoded is returned unchanged.
pub fn decode_or_keep(encoded: &str) -> Cow<'_, str> {
    decode_value(encoded).unwrap_or(Cow::Borrowed(encoded))
}

/// The decoded elements of a list.
pub fn decode_list(encoded: &str) -> impl Iterator<Item = Cow<'_, str>> {
    encoded.split(',').filter(|element| !element.is_empty()).map(decode_or_keep)
}

/// Whether a character is written unencoded.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b',' | b':' | b'+' | b'/' | b'@' | b'-')
}

/// Why an attribute is invalid, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeError(pub String);

fn is_key(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_lowercase())
        && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Checks the decoded value of a known key, or one element of a list.
pub fn check_value(key: AttributeKey, value: &str) -> Result<(), AttributeError> {
    let fits = match key {
        AttributeKey::Priority => Priority::named(value).is_some(),
        AttributeKey::State => State::named(value).is_some(),
        AttributeKey::Due => is_date(value),
        AttributeKey::Depends => is_id(value),
        AttributeKey::Seq => value.parse::<u32>().is_ok_and(|number| number > 0),
        AttributeKey::Tags
        | AttributeKey::Estimate
        | AttributeKey::Assignee
        | AttributeKey::Type
        | AttributeKey::Area => !value.trim().is_empty(),
    };
    if fits {
        return Ok(());
    }
    let expected = match key {
        AttributeKey::Priority => &Priority::names().join(", "),
        AttributeKey::State => &State::names().join(", "),
        AttributeKey::Due => "a date as YYYY-MM-DD",
        AttributeKey::Depends => "ids of tasks separated by commas",
        AttributeKey::Seq => "a number from 1",
        AttributeKey::Tags
        | AttributeKey::Estimate
        | AttributeKey::Assignee
        | AttributeKey::Type
        | AttributeKey::Area => "a value that is not empty",
    };
    Err(AttributeError(format!("{} is {:?}; expected {expected}", key.as_str(), truncate(value, 40))))
}

/// Checks one attribute in the text.
pub(crate) fn check_attribute(text: &str, attribute: Attribute) -> Result<(), AttributeError> {
    let (key, encoded) = (attribute.key.of(text), attribute.value.of(text));
    if attribute.key == attribute.span {
        return Err(AttributeError(format!("{:?} is not an attribute; write key=value", truncate(key, 40))));
    }
    if !is_key(key) {
        return Err(AttributeError(format!(
            "{:?} is not a key; use lower-case letters, digits and -",
            truncate(key, 40)
        )));
    }
    let value = decode_value(encoded)?;
    match AttributeKey::named(key) {
        Some(known) if known.is_list() => {
            encoded.split(',').try_for_each(|element| check_value(known, &decode_value(element)?))
        }
        Some(known) => check_value(known, &value),
        None => Ok(()),
    }
}
