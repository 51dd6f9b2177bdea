//! The subset of YAML that is common in front matter: a flat list of fields with texts and lists of texts.
//!
//! Other lines are returned as unread, so that the import can report them.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// 1-based.
    pub(crate) line: usize,
    pub(crate) value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Empty without a value.
    Text(String),
    List(Vec<String>),
}

impl Value {
    /// The items of a list, or the text as the only item; none for an empty text.
    pub(crate) fn items(&self) -> Vec<String> {
        match self {
            Self::Text(text) if text.is_empty() => Vec::new(),
            Self::Text(text) => vec![text.clone()],
            Self::List(items) => items.clone(),
        }
    }

    /// The text, or the items of a list separated by commas.
    pub(crate) fn text(&self) -> String {
        self.items().join(", ")
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FrontMatter<'t> {
    pub(crate) fields: Vec<Field>,
    /// Lines that could not be parsed, with their numbers.
    pub(crate) unread: Vec<(usize, &'t str)>,
    /// The text after the front matter.
    pub(crate) content: &'t str,
}

impl FrontMatter<'_> {
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }
}

/// Parses the front matter of a file; `None` if there is none.
pub(crate) fn split(text: &str) -> Option<FrontMatter<'_>> {
    let inner = text.strip_prefix("---\n")?;
    let mut offset = 0;
    for line in inner.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            let content = inner.get(offset + line.len()..).unwrap_or_default();
            let mut front = read(inner.get(..offset).unwrap_or_default(), 2);
            front.content = content;
            return Some(front);
        }
        offset += line.len();
    }
    None
}

/// Parses fields; `first_line` is the number of the first line.
pub(crate) fn read(yaml: &str, first_line: usize) -> FrontMatter<'_> {
    let mut lines = Lines { lines: yaml.split('\n').collect(), next: 0 };
    let mut front = FrontMatter::default();
    while let Some(line) = lines.take() {
        let number = first_line + lines.next - 1;
        if line.trim().is_empty() {
            continue;
        }
        match field(line, &mut lines) {
            Some((name, value)) => front.fields.push(Field { name, line: number, value }),
            None => front.unread.push((number, line)),
        }
    }
    front
}

struct Lines<'t> {
    lines: Vec<&'t str>,
    next: usize,
}

impl<'t> Lines<'t> {
    fn take(&mut self) -> Option<&'t str> {
        let line = self.lines.get(self.next).copied();
        self.next += usize::from(line.is_some());
        line
    }

    /// The next line, if `belongs` accepts it.
    fn take_if(&mut self, belongs: impl Fn(&str) -> bool) -> Option<&'t str> {
        let line = self.lines.get(self.next).copied().filter(|line| belongs(line))?;
        self.next += 1;
        Some(line)
    }
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    line == "-" || line.starts_with("- ")
}

fn field(line: &str, lines: &mut Lines<'_>) -> Option<(String, Value)> {
    let (name, rest) = line.split_once(':')?;
    let is_name = !name.is_empty()
        && name.starts_with(|first: char| first.is_alphanumeric() || first == '_')
        && !name.contains([' ', '"', '\'']);
    if !is_name || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let rest = rest.trim();
    let value = if rest.is_empty() || rest.starts_with('#') {
        below(lines)
    } else if rest.starts_with(['|', '>']) {
        Value::Text(block_text(rest, lines))
    } else if rest.starts_with('[') {
        flow_list(rest, lines)
    } else {
        Value::Text(scalar(rest, lines))
    };
    Some((name.to_owned(), value))
}

/// The value on the lines below a name: a list or a text.
fn below(lines: &mut Lines<'_>) -> Value {
    let mut items: Vec<String> = Vec::new();
    while let Some(line) = lines.take_if(is_item) {
        let item = line.trim_start().trim_start_matches('-').trim().to_owned();
        let is_deeper = |next: &str| is_indented(next) && !is_item(next);
        let mut item = item;
        while let Some(more) = lines.take_if(is_deeper) {
            item = format!("{item} {}", more.trim());
        }
        items.push(unquoted(&item));
    }
    if !items.is_empty() {
        return Value::List(items);
    }
    let mut text: Vec<&str> = Vec::new();
    while let Some(line) = lines.take_if(is_indented) {
        text.push(line.trim());
    }
    Value::Text(unquoted(&text.join(" ")))
}

/// A text on the same line, continued on indented lines.
fn scalar(first: &str, lines: &mut Lines<'_>) -> String {
    let mut text = first.to_owned();
    while let Some(line) = lines.take_if(is_indented) {
        text = format!("{text} {}", line.trim());
    }
    unquoted(&text)
}

/// A block text: lines are kept after `|`, and joined after `>`.
fn block_text(indicator: &str, lines: &mut Lines<'_>) -> String {
    let mut block: Vec<&str> = Vec::new();
    while let Some(line) = lines.take_if(|line| line.trim().is_empty() || is_indented(line)) {
        block.push(line);
    }
    let width = |line: &&str| line.len() - line.trim_start().len();
    let indent = block.iter().filter(|line| !line.trim().is_empty()).map(width).min().unwrap_or(0);
    let block: Vec<_> = block.iter().map(|line| line.get(indent..).unwrap_or_default().trim_end()).collect();
    if indicator.starts_with('|') {
        return block.join("\n").trim_end().to_owned();
    }
    let mut text = String::new();
    for line in block {
        let joint = match (text.is_empty() || text.ends_with('\n'), line.is_empty()) {
            (_, true) => "\n",
            (true, false) => "",
            (false, false) => " ",
        };
        text.push_str(joint);
        text.push_str(line);
    }
    text.trim_end().to_owned()
}

/// `[a, 'b, c']`, possibly on several lines.
fn flow_list(first: &str, lines: &mut Lines<'_>) -> Value {
    let mut text = first.to_owned();
    while !text.trim_end().ends_with(']') {
        let Some(line) = lines.take_if(|line| is_indented(line) || line.trim() == "]") else { break };
        text = format!("{text} {}", line.trim());
    }
    let inner = text.strip_prefix('[').unwrap_or(&text).trim_end();
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    let mut items = vec![String::new()];
    let mut quote = None;
    for character in inner.chars() {
        match (character, quote) {
            (',', None) => items.push(String::new()),
            (mark @ ('"' | '\''), None) => {
                quote = Some(mark);
                items.last_mut().into_iter().for_each(|item| item.push(mark));
            }
            (other, _) => {
                quote = quote.filter(|mark| *mark != other);
                items.last_mut().into_iter().for_each(|item| item.push(other));
            }
        }
    }
    Value::List(items.iter().map(|item| unquoted(item.trim())).filter(|item| !item.is_empty()).collect())
}

/// A text without its quotation marks or the comment after it.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        return inner.replace("''", "'");
    }
    if let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return unescaped(inner);
    }
    let text = text.split_once(" #").map_or(text, |(text, _)| text.trim_end());
    if matches!(text, "null" | "~") { String::new() } else { text.to_owned() }
}

/// The text between double quotation marks. Unknown escapes stay unchanged.
fn unescaped(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some(mark @ ('"' | '\\' | '/')) => text.push(mark),
            Some('u') => {
                let digits: String = characters.clone().take(4).collect();
                match u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).filter(|_| digits.len() == 4) {
                    Some(character) => {
                        text.push(character);
                        characters.by_ref().take(4).for_each(drop);
                    }
                    None => text.push_str("\\u"),
                }
            }
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(yaml: &str, expected: &Value) {
        let front = read(yaml, 1);
        assert_eq!(front.get("key"), Some(expected), "{yaml}");
        assert!(front.unread.is_empty(), "{:?}", front.unread);
    }

    fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    fn list(items: &[&str]) -> Value {
        Value::List(items.iter().map(|item| (*item).to_owned()).collect())
    }

    #[test]
    fn all_forms_of_texts_are_read() {
        check("key: plain", &text("plain"));
        check("key: plain # comment", &text("plain"));
        check("key: 'it''s: quoted'", &text("it's: quoted"));
        check(r#"key: "two\nlines \u00fc""#, &text("two\nlines ü"));
        check("key: >-\n  folded\n  line\n\n  next", &text("folded line\nnext"));
        check("key: |-\n  kept\n    lines", &text("kept\n  lines"));
        check("key: long\n  text\nother: x", &text("long text"));
        check("key:", &text(""));
        check("key: null", &text(""));
    }

    #[test]
    fn all_forms_of_lists_are_read() {
        check("key: []", &list(&[]));
        check("key: [a, 'b, c']", &list(&["a", "b, c"]));
        check("key:\n  - a\n  - \"b\"", &list(&["a", "b"]));
        check("key:\n- a\n- b\nother: 1", &list(&["a", "b"]));
        check("key: [a,\n  b]", &list(&["a", "b"]));
    }

    #[test]
    fn unknown_syntax_is_returned() {
        assert_eq!(read("a: 1\n? complex\nb: 2", 2).unread, [(3, "? complex")]);
    }
}
