//! Line numbers of the objects in a JSON text.

use serde_json::Value;

/// The lines on which the objects of a JSON text begin, in order.
#[derive(Debug)]
pub(crate) struct ObjectLines(Vec<usize>);

impl ObjectLines {
    /// The text must be valid JSON.
    pub(crate) fn of(text: &str) -> Self {
        let (mut lines, mut line, mut in_string, mut escaped) = (Vec::new(), 1, false, false);
        for byte in text.bytes() {
            match byte {
                b'\n' => line += 1,
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                b'{' if !in_string => lines.push(line),
                _ => {}
            }
        }
        Self(lines)
    }

    /// The value of the whole text.
    pub(crate) fn root<'j>(&'j self, value: &'j Value) -> Located<'j> {
        Located { value, objects_before: 0, lines: self }
    }
}

/// A value, with the number of objects that begin before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<'j> {
    pub(crate) value: &'j Value,
    objects_before: usize,
    lines: &'j ObjectLines,
}

impl<'j> Located<'j> {
    /// The line on which the object begins; for other values, the line of the next object.
    pub(crate) fn line(&self) -> usize {
        self.lines.0.get(self.objects_before).or(self.lines.0.last()).copied().unwrap_or(1)
    }

    pub(crate) fn fields(&self) -> Vec<(&'j str, Self)> {
        let mut objects_before = self.objects_before + 1;
        let fields = self.value.as_object().into_iter().flatten().map(|(name, value)| {
            let field = Self { value, objects_before, lines: self.lines };
            objects_before += objects_in(value);
            (name.as_str(), field)
        });
        fields.collect()
    }

    pub(crate) fn items(&self) -> Vec<Self> {
        let mut objects_before = self.objects_before;
        let items = self.value.as_array().into_iter().flatten().map(|value| {
            let item = Self { value, objects_before, lines: self.lines };
            objects_before += objects_in(value);
            item
        });
        items.collect()
    }
}

/// Number of objects in a value, including itself. `serde_json` limits the depth, so recursion is safe.
fn objects_in(value: &Value) -> usize {
    match value {
        Value::Object(fields) => 1 + fields.values().map(objects_in).sum::<usize>(),
        Value::Array(items) => items.iter().map(objects_in).sum(),
        _ => 0,
    }
}

/// A value as Markdown text: strings without quotes, lists with commas, other values as JSON. Empty for `null` and empty values.
pub(crate) fn to_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.is_empty() => String::new(),
        Value::Object(fields) if fields.is_empty() => String::new(),
        Value::Array(items) if items.iter().all(|item| item.is_string() || item.is_number()) => {
            items.iter().map(to_text).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_objects_are_found() {
        let text = "{\"a\": {\"x\": \"{\\\"\"},\n\"b\": [1,\n{},\n{\"c\":\n{}}]}";
        let (json, lines) = (serde_json::from_str::<Value>(text).unwrap(), ObjectLines::of(text));
        let root = lines.root(&json);
        let items = root.fields()[1].1.items();
        assert_eq!((root.line(), items[1].line(), items[2].line()), (1, 3, 4));
        assert_eq!(items[2].fields()[0].1.line(), 5);
    }
}
