//! Answers as JSON, written straight into a text. A general serializer would cost the wasm tens of kilobytes.

use super::{Hundredths, OrNull, Tenths};

/// Something that can stand in an answer.
pub trait ToJson {
    /// Appends it.
    fn write(&self, json: &mut String);

    /// Whether a field with this value is left out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// An object whose fields can also be taken into a larger one.
pub trait FieldsToJson {
    /// Appends its fields to an object that was begun.
    fn write_fields(&self, json: &mut String);
}

/// The JSON text of something.
///
/// ```
/// use long_term_plan_format::contract::to_json;
/// assert_eq!(to_json(&vec!["a\"b".to_owned()]), r#"["a\"b"]"#);
/// ```
pub fn to_json(value: &dyn ToJson) -> String {
    let mut json = String::new();
    value.write(&mut json);
    json
}

/// Appends an object.
pub fn write_object(json: &mut String, object: &dyn FieldsToJson) {
    json.push('{');
    object.write_fields(json);
    json.push('}');
}

/// Appends one field of an object that was begun, unless it is absent.
pub fn write_field(json: &mut String, name: &str, value: &dyn ToJson) {
    if value.is_absent() {
        return;
    }
    if !json.ends_with('{') {
        json.push(',');
    }
    write_text(json, name);
    json.push(':');
    value.write(json);
}

/// Appends a string with its quotes.
pub fn write_text(json: &mut String, text: &str) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    json.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        json.push_str(&text[plain..at]);
        plain = at + 1;
        json.push('\\');
        match byte {
            b'"' | b'\\' => json.push(char::from(byte)),
            b'\n' => json.push('n'),
            b'\r' => json.push('r'),
            b'\t' => json.push('t'),
            _ => json.extend(['u', '0', '0', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
    json.push_str(&text[plain..]);
    json.push('"');
}

impl ToJson for String {
    fn write(&self, json: &mut String) {
        write_text(json, self);
    }
}

impl ToJson for bool {
    fn write(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }
}

impl ToJson for u32 {
    fn write(&self, json: &mut String) {
        json.push_str(&self.to_string());
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, json: &mut String) {
        json.push('[');
        for (number, item) in self.iter().enumerate() {
            if number > 0 {
                json.push(',');
            }
            item.write(json);
        }
        json.push(']');
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, json: &mut String) {
        match self {
            Some(value) => value.write(json),
            None => json.push_str("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: ToJson> ToJson for OrNull<T> {
    fn write(&self, json: &mut String) {
        self.0.write(json);
    }
}

impl ToJson for Hundredths {
    fn write(&self, json: &mut String) {
        json.push_str(&(self.0 / 100).to_string());
        let digits = format!(".{:02}", self.0 % 100);
        json.push_str(digits.trim_end_matches('0').trim_end_matches('.'));
    }
}

impl ToJson for Tenths {
    fn write(&self, json: &mut String) {
        json.push_str(&(self.0 / 10).to_string());
        if !self.0.is_multiple_of(10) {
            json.push('.');
            json.push_str(&(self.0 % 10).to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_json_wants_it() {
        let text = "\u{0}\u{1f}\t\n\r\"\\/é√😀\u{7f}";
        let written = to_json(&text.to_owned());
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }
}
