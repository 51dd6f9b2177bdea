//! JSON as it comes in and as it is put together, without a general library: that would be a fifth of the wasm, most of
//! it for numbers with a fraction, which no contract has.

use std::fmt;

use super::read::join_path;
use super::{ToJson, to_json, write_text};

/// A JSON value. The fields of an object keep their order; of a name that is there twice, the last counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Path of the field in question, as in `args.tags[1]`; empty for the whole.
    pub field: String,
    /// Offset of the byte in question.
    pub offset: usize,
    /// What is wrong there.
    pub problem: &'static str,
}

impl JsonError {
    /// The same, seen from the object or array that has `outer`.
    fn within(mut self, outer: &str) -> Self {
        self.field = join_path(outer, &self.field);
        self
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.problem, self.offset)
    }
}

impl Json {
    /// Reads a text.
    ///
    /// ```
    /// use long_term_plan_format::contract::Json;
    /// let json = Json::parse(r#"{ "title": "Write \u00fc", "limit": 3 }"#).unwrap();
    /// assert_eq!(json.get("title").as_str(), Some("Write ü"));
    /// assert_eq!(json.get("limit").as_u64(), Some(3));
    /// assert_eq!(Json::parse("[1,]").unwrap_err().to_string(), "a value is missing at byte 3");
    /// ```
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let mut reader = Reader { text, offset: 0 };
        let value = reader.value(0)?;
        reader.blanks();
        if reader.offset < text.len() { Err(reader.error("something follows the value")) } else { Ok(value) }
    }

    /// The field of this name; `Null` if there is none.
    pub fn get(&self, name: &str) -> &Self {
        let fields = self.as_object().unwrap_or_default();
        fields.iter().rev().find(|(field, _)| field == name).map_or(&Self::Null, |(_, value)| value)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Whether it is `true`, if it is one of the two.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// A whole number.
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(digits) = self { digits.parse().ok() } else { None }
    }

    /// The items of an array.
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// The fields of an object.
    pub fn as_object(&self) -> Option<&[(String, Self)]> {
        if let Self::Object(fields) = self { Some(fields) } else { None }
    }
}

/// Puts an object together: `json! { "name": value }`.
#[macro_export]
macro_rules! json {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::contract::Json::Object(vec![$(($name.to_owned(), $crate::contract::Json::from($value))),*])
    };
}

pub use json;

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Json {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Self {
        Self::Number(number.to_string())
    }
}

impl<T: Into<Self>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl ToJson for Json {
    fn write(&self, json: &mut String) {
        match self {
            Self::Null => json.push_str("null"),
            Self::Flag(flag) => flag.write(json),
            Self::Number(digits) => json.push_str(digits),
            Self::Text(text) => write_text(json, text),
            Self::List(items) => items.write(json),
            Self::Object(fields) => {
                json.push('{');
                for (number, (name, value)) in fields.iter().enumerate() {
                    json.push_str(if number > 0 { "," } else { "" });
                    write_text(json, name);
                    json.push(':');
                    value.write(json);
                }
                json.push('}');
            }
        }
    }

    fn is_absent(&self) -> bool {
        self.is_null()
    }
}

impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&to_json(self))
    }
}

/// A text that is being read, and how far.
struct Reader<'t> {
    text: &'t str,
    offset: usize,
}

/// Deeper values are refused, so that no text can exhaust the stack.
const DEEPEST: usize = 64;

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, JsonError> {
        self.blanks();
        match self.peek() {
            _ if depth > DEEPEST => Err(self.error("the value is nested too deeply")),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.eat("null") => Ok(Json::Null),
            _ if self.eat("true") => Ok(Json::Flag(true)),
            _ if self.eat("false") => Ok(Json::Flag(false)),
            _ => Err(self.error("a value is missing")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, JsonError> {
        let mut fields = Vec::new();
        self.offset += 1;
        self.blanks();
        if self.eat("}") {
            return Ok(Json::Object(fields));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.error("a field's name is missing"));
            }
            let name = self.string()?;
            self.blanks();
            if !self.eat(":") {
                return Err(self.error("a colon is missing"));
            }
            let value = self.value(depth + 1).map_err(|error| error.within(&name))?;
            fields.push((name, value));
            self.blanks();
            if self.eat("}") {
                return Ok(Json::Object(fields));
            }
            if !self.eat(",") {
                return Err(self.error("a comma or } is missing"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, JsonError> {
        let mut items = Vec::new();
        self.offset += 1;
        self.blanks();
        if self.eat("]") {
            return Ok(Json::List(items));
        }
        loop {
            let number = items.len();
            items.push(self.value(depth + 1).map_err(|error| error.within(&format!("[{number}]")))?);
            self.blanks();
            if self.eat("]") {
                return Ok(Json::List(items));
            }
            if !self.eat(",") {
                return Err(self.error("a comma or ] is missing"));
            }
        }
    }

    /// Digits, an optional fraction and an optional exponent, kept as they are.
    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.offset;
        self.eat("-");
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        let is_whole = whole > 0 && !(leading_zero && whole > 1);
        let has_fraction = !self.eat(".") || self.digits() > 0;
        let has_exponent = !(self.eat("e") || self.eat("E")) || {
            let _sign = self.eat("+") || self.eat("-");
            self.digits() > 0
        };
        if is_whole && has_fraction && has_exponent {
            return Ok(Json::Number(self.text[start..self.offset].to_owned()));
        }
        Err(self.error("the number is not finished"))
    }

    fn digits(&mut self) -> usize {
        let start = self.offset;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.offset += 1;
        }
        self.offset - start
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.offset += 1;
        let mut text = String::new();
        loop {
            let start = self.offset;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..0x20)) {
                self.offset += 1;
            }
            text.push_str(&self.text[start..self.offset]);
            match self.peek() {
                Some(b'"') => {
                    self.offset += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.offset += 1;
                    text.push(self.escaped()?);
                }
                Some(_) => return Err(self.error("a control character in a string has to be escaped")),
                None => return Err(self.error("a string is not closed")),
            }
        }
    }

    /// What follows a backslash.
    fn escaped(&mut self) -> Result<char, JsonError> {
        let byte = self.peek().ok_or_else(|| self.error("a string is not closed"))?;
        self.offset += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => self.unicode()?,
            _ => return Err(self.error("an unknown escape in a string")),
        })
    }

    /// What follows `\\u`: a character, or a pair of surrogates. Half of a pair stands for no character; to replace it by
    /// another one would change what somebody wrote.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let unit = self.four_digits()?;
        let is_high = (0xd800..0xdc00).contains(&unit);
        let low = if is_high && self.eat("\\u") { self.four_digits()? } else { 0 };
        let code =
            if (0xdc00..0xe000).contains(&low) { 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) } else { unit };
        char::from_u32(code).ok_or_else(|| self.error("holds half of a surrogate pair, which is no character"))
    }

    fn four_digits(&mut self) -> Result<u32, JsonError> {
        let digits = self
            .text
            .get(self.offset..self.offset + 4)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.error("\\u needs four hexadecimal digits"))?;
        self.offset += 4;
        Ok(unit)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.offset += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn eat(&mut self, expected: &str) -> bool {
        let found = self.text.as_bytes()[self.offset..].starts_with(expected.as_bytes());
        self.offset += if found { expected.len() } else { 0 };
        found
    }

    fn error(&self, problem: &'static str) -> JsonError {
        JsonError { field: String::new(), offset: self.offset, problem }
    }
}
