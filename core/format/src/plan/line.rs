//! What one line is, seen by itself.

use crate::markdown::heading;
use crate::text::Span;

/// A line without its ending, cut into white space and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Width of the white space before the content.
    pub columns: usize,
    /// Whether that white space holds a tab.
    pub has_tab: bool,
    /// What follows, without white space at its end.
    pub content: Span,
    /// What the content is.
    pub kind: Kind,
}

/// What a line's content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Blank,
    /// `## Name`, at the start of a line only.
    Heading {
        /// Number of `#`.
        level: usize,
        /// The text.
        name: Span,
    },
    /// `> …`: part of a body, or any quotation. Never a task.
    Quote,
    /// A list item; one with a box is a task candidate.
    Item {
        /// The bullet.
        bullet: Span,
        /// The box with its brackets.
        marker: Option<Span>,
    },
    /// Anything else.
    Other,
}

/// The white space before a line's content.
#[derive(Clone, Copy, Debug)]
pub struct Indentation {
    /// Its width; a tab reaches to the next multiple of four, as in Markdown.
    pub columns: usize,
    /// Whether it holds a tab.
    pub has_tab: bool,
    /// Its bytes.
    pub span: Span,
}

/// A tab reaches to the next multiple of this.
pub const TAB_WIDTH: usize = 4;

/// The white space before the content of the line `line` of `text`.
pub fn indentation(text: &str, line: Span) -> Indentation {
    let mut indentation = Indentation { columns: 0, has_tab: false, span: Span::at(line.start) };
    for byte in line.of(text).bytes() {
        match byte {
            b' ' => indentation.columns += 1,
            b'\t' => {
                indentation.columns = indentation.columns / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH;
                indentation.has_tab = true;
            }
            _ => break,
        }
        indentation.span.end += 1;
    }
    indentation
}

/// Looks at the line `line` of `text`.
pub fn shape(text: &str, line: Span) -> Shape {
    let Indentation { columns, has_tab, span } = indentation(text, line);
    let content = Span::new(span.end, line.end).trimmed(text);
    Shape { columns, has_tab, content, kind: kind(text, content, span.len()) }
}

fn kind(text: &str, content: Span, indent: usize) -> Kind {
    let bytes = content.of(text).as_bytes();
    match bytes.first() {
        None => Kind::Blank,
        Some(b'#') if indent == 0 => {
            heading(text, content).map_or(Kind::Other, |(level, name)| Kind::Heading { level, name })
        }
        Some(b'>') => Kind::Quote,
        Some(b'-' | b'*' | b'+') => item(text, content, 1),
        Some(digit) if digit.is_ascii_digit() => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_ordered = digits <= 9 && matches!(bytes.get(digits), Some(b'.' | b')'));
            if is_ordered { item(text, content, digits + 1) } else { Kind::Other }
        }
        Some(_) => Kind::Other,
    }
}

/// A list item whose bullet has `width` bytes, if white space follows it.
fn item(text: &str, content: Span, width: usize) -> Kind {
    let bullet = Span::new(content.start, content.start + width);
    let rest = Span::new(bullet.end, content.end);
    let after_blanks = rest.trimmed(text);
    if !rest.is_empty() && after_blanks.start == rest.start {
        return Kind::Other;
    }
    Kind::Item { bullet, marker: marker(text, after_blanks) }
}

/// A box at the start of `rest`: at most one character between the brackets, white space aside, and white space after.
/// So `[link](…)` and `[TODO]` are none, while `[x]`, `[]` and `[ x]` are.
fn marker(text: &str, rest: Span) -> Option<Span> {
    const LONGEST: usize = 4;
    let inner = rest.of(text).strip_prefix('[')?;
    let close = inner.char_indices().take(LONGEST).find(|(_, character)| *character == ']')?.0;
    let mut symbols = inner[..close].trim().chars().filter(|character| *character != '\u{fe0f}');
    let is_box = symbols.next().is_none_or(|_| symbols.next().is_none());
    let ends = matches!(inner.as_bytes().get(close + 1), None | Some(b' ' | b'\t'));
    (is_box && ends).then(|| Span::new(rest.start, rest.start + close + 2))
}

/// What every comment of this format starts with.
const NAMESPACE: &str = "long-term-plan:";
/// The key of a task's comment.
const ID_KEY: &str = "id=";
/// What [`id_comment`] looks for, wherever it stands.
const ID_COMMENT: &str = "long-term-plan:id=";

/// A comment `<!-- long-term-plan:KEY=VALUE ATTRIBUTES -->`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// The whole comment.
    pub(crate) span: Span,
    /// The value of the leading key.
    pub(crate) value: Span,
    /// What follows the value, to the end of the comment's content.
    pub(crate) attributes: Span,
}

/// The comment with the leading key `key` that ends `content`.
fn comment_at_end(text: &str, content: Span, key: &str) -> Option<Comment> {
    let line = content.of(text);
    let inner_end = line.strip_suffix("-->")?.len();
    // On lines as short as these, looking at each `<` is quicker than a general search for a substring.
    let open = memchr::memrchr_iter(b'<', &line.as_bytes()[..inner_end])
        .find(|at| line.as_bytes()[*at..inner_end].starts_with(b"<!--"))?;
    let span = Span::new(content.start + open, content.end);
    let inner = Span::new(span.start + "<!--".len(), content.start + inner_end).trimmed(text);
    let after_key = inner.of(text).strip_prefix(NAMESPACE)?.strip_prefix(key)?;
    let value_length = word_length(after_key);
    let value_start = inner.end - after_key.len();
    let value = Span::new(value_start, value_start + value_length);
    Some(Comment { span, value, attributes: Span::new(value.end, inner.end).trimmed(text) })
}

/// Length of what stands before the first white space.
pub(crate) fn word_length(text: &str) -> usize {
    memchr::memchr2(b' ', b'\t', text.as_bytes()).unwrap_or(text.len())
}

/// The id comment that ends a task line's content.
pub(crate) fn id_comment(text: &str, content: Span) -> Option<Comment> {
    comment_at_end(text, content, ID_KEY)
}

/// The format header, if the content is that and nothing else.
pub(crate) fn format_comment(text: &str, content: Span) -> Option<Comment> {
    comment_at_end(text, content, "format=").filter(|comment| comment.span == content)
}

/// Whether an id comment stands anywhere in `content`.
pub(crate) fn mentions_id(text: &str, content: Span) -> bool {
    content.of(text).contains(ID_COMMENT)
}

/// A conflict marker has at least this many symbols.
pub const SMALLEST_CONFLICT_MARKER: usize = 7;

/// The length of the conflict marker of this symbol that a line is.
pub fn conflict_marker(line: &str, symbol: u8) -> Option<usize> {
    let length = line.bytes().take_while(|byte| *byte == symbol).count();
    let is_whole = matches!(line.as_bytes().get(length), None | Some(b' '));
    (length >= SMALLEST_CONFLICT_MARKER && is_whole).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_marker(line: &str, expected: Option<&str>) {
        let Kind::Item { marker, .. } = shape(line, Span::new(0, line.len())).kind else {
            assert_eq!(expected, None, "no list item: {line}");
            return;
        };
        assert_eq!(marker.map(|span| span.of(line)), expected, "{line}");
    }

    #[test]
    fn a_box_holds_at_most_one_character() {
        check_marker("- [ ] a", Some("[ ]"));
        check_marker("  -  [√] a", Some("[√]"));
        check_marker("* []", Some("[]"));
        check_marker("1. [x ] a", Some("[x ]"));
        check_marker("- [✔\u{fe0f}] a", Some("[✔\u{fe0f}]"));
        check_marker("- [TODO] a", None);
        check_marker("- [a](b)", None);
        check_marker("-[ ] a", None);
        check_marker("- [ ]a", None);
        check_marker("---", None);
    }

    #[track_caller]
    fn check_heading(line: &str, expected: Option<(usize, &str)>) {
        let found = match shape(line, Span::new(0, line.len())).kind {
            Kind::Heading { level, name } => Some((level, name.of(line))),
            _ => None,
        };
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn a_heading_starts_its_line() {
        check_heading("## Now", Some((2, "Now")));
        check_heading(" # indented", None);
    }
}
