//! Bodies: arbitrary Markdown, stored as a blockquote so that no line of it can be read as a task.

use crate::text::{Span, lines};

/// The position of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its lines with their endings.
    pub span: Span,
    pub first_line: usize,
    pub last_line: usize,
}

impl Body {
    pub fn markdown(&self, text: &str) -> String {
        decode_body(self.span.of(text))
    }
}

/// Markdown as blockquote lines indented by `indent` spaces and joined by `ending`. The last line has no ending. Line
/// endings of the Markdown are replaced by `ending`.
///
/// ```
/// use long_term_plan_format::plan::{decode_body, encode_body};
/// let encoded = encode_body("- [ ] not a task\n\nend", 2, "\n");
/// assert_eq!(encoded, "  > - [ ] not a task\n  >\n  > end");
/// assert_eq!(decode_body(&encoded), "- [ ] not a task\n\nend");
/// ```
pub fn encode_body(markdown: &str, indent: usize, ending: &str) -> String {
    let indent = " ".repeat(indent);
    let mut encoded = String::with_capacity(markdown.len() + markdown.len() / 8);
    for (index, line) in logical_lines(markdown).enumerate() {
        if index > 0 {
            encoded.push_str(ending);
        }
        encoded.push_str(&indent);
        encoded.push('>');
        if !line.is_empty() {
            encoded.push(' ');
            encoded.push_str(line);
        }
    }
    encoded
}

/// The Markdown of blockquote lines, joined by `\n`.
pub fn decode_body(quoted: &str) -> String {
    let mut markdown = String::with_capacity(quoted.len());
    for line in lines(quoted) {
        if line.number > 1 {
            markdown.push('\n');
        }
        let content = line.content.of(quoted).trim_start();
        let content = content.strip_prefix('>').unwrap_or(content);
        markdown.push_str(content.strip_prefix(' ').unwrap_or(content));
    }
    markdown
}

/// Lines as people count them: a text that ends with a line break has an empty last line.
fn logical_lines(markdown: &str) -> impl Iterator<Item = &str> {
    let ends_open = markdown.is_empty() || markdown.ends_with(['\n', '\r']);
    lines(markdown).map(|line| line.content.of(markdown)).chain(ends_open.then_some(""))
}
