//! Classifies one line, independent of the lines around it.

use crate::markdown::heading;
use crate::text::Span;

/// A line without its ending, split into indentation and content.
#[derive(Clone, Copy, Debug)]
pub struct LineShape {
    /// Width of the white space before the content.
    pub columns: usize,
    /// Whether that white space contains a tab.
    pub has_tab: bool,
    /// The rest of the line, trimmed.
    pub content: Span,
    pub kind: LineKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Blank,
    /// `## Name`, at the start of a line only.
    Heading {
        /// Number of `#`.
        level: usize,
        name: Span,
    },
    /// `> …`: a line of a body or any other blockquote. Never a task.
    Quote,
    /// A list item. One with a checkbox is a task candidate.
    Item {
        bullet: Span,
        /// The checkbox with its brackets.
        checkbox: Option<Span>,
    },
    Other,
}

/// The white space at the start of a line.
#[derive(Clone, Copy, Debug)]
pub struct Indentation {
    /// Its width, with tab stops every [`TAB_WIDTH`] columns.
    pub columns: usize,
    pub has_tab: bool,
    pub span: Span,
}

/// Columns between tab stops, as in Markdown.
pub const TAB_WIDTH: usize = 4;

/// The white space at the start of `line`, a line of `text`.
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

/// Classifies `line`, a line of `text` without its ending.
pub fn classify_line(text: &str, line: Span) -> LineShape {
    let Indentation { columns, has_tab, span } = indentation(text, line);
    let content = Span::new(span.end, line.end).trimmed(text);
    LineShape { columns, has_tab, content, kind: kind(text, content, span.len()) }
}

fn kind(text: &str, content: Span, indent: usize) -> LineKind {
    let bytes = content.of(text).as_bytes();
    match bytes.first() {
        None => LineKind::Blank,
        Some(b'#') if indent == 0 => {
            heading(text, content).map_or(LineKind::Other, |(level, name)| LineKind::Heading { level, name })
        }
        Some(b'>') => LineKind::Quote,
        Some(b'-' | b'*' | b'+') => item(text, content, 1),
        Some(digit) if digit.is_ascii_digit() => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_ordered = digits <= 9 && matches!(bytes.get(digits), Some(b'.' | b')'));
            if is_ordered { item(text, content, digits + 1) } else { LineKind::Other }
        }
        Some(_) => LineKind::Other,
    }
}

/// A list item whose bullet has `width` bytes, if white space follows the bullet.
fn item(text: &str, content: Span, width: usize) -> LineKind {
    let bullet = Span::new(content.start, content.start + width);
    let rest = Span::new(bullet.end, content.end);
    let after_blanks = rest.trimmed(text);
    if !rest.is_empty() && after_blanks.start == rest.start {
        return LineKind::Other;
    }
    LineKind::Item { bullet, checkbox: checkbox(text, after_blanks) }
}

/// Most characters of a checkbox after its opening bracket.
const LONGEST_CHECKBOX: usize = 4;

/// The checkbox at the start of `rest`: at most one character between the brackets, ignoring white space, and white space
/// after it. `[x]`, `[]` and `[ x]` are checkboxes; `[link](…)` and `[TODO]` are not.
fn checkbox(text: &str, rest: Span) -> Option<Span> {
    let inner = rest.of(text).strip_prefix('[')?;
    let close = inner.char_indices().take(LONGEST_CHECKBOX).find(|(_, character)| *character == ']')?.0;
    let mut marks = inner[..close].trim().chars().filter(|character| *character != '\u{fe0f}');
    let is_checkbox = marks.next().is_none_or(|_| marks.next().is_none());
    let ends = matches!(inner.as_bytes().get(close + 1), None | Some(b' ' | b'\t'));
    (is_checkbox && ends).then(|| Span::new(rest.start, rest.start + close + 2))
}

/// Start of every comment of this format.
const NAMESPACE: &str = "long-term-plan:";
const ID_KEY: &str = "id=";
/// Start of an id comment, without `<!--`.
const ID_COMMENT: &str = "long-term-plan:id=";

/// A comment `<!-- long-term-plan:KEY=VALUE ATTRIBUTES -->`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) span: Span,
    /// The value of the leading key.
    pub(crate) value: Span,
    /// Everything after the value, trimmed.
    pub(crate) attributes: Span,
}

/// The comment at the end of `content`, if its leading key is `key`.
fn comment_at_end(text: &str, content: Span, key: &str) -> Option<Comment> {
    let line = content.of(text);
    let inner_end = line.strip_suffix("-->")?.len();
    let open = last_comment_start(&line.as_bytes()[..inner_end])?;
    let span = Span::new(content.start + open, content.end);
    let inner = Span::new(span.start + "<!--".len(), content.start + inner_end).trimmed(text);
    let after_key = inner.of(text).strip_prefix(NAMESPACE)?.strip_prefix(key)?;
    let value_length = word_length(after_key);
    let value_start = inner.end - after_key.len();
    let value = Span::new(value_start, value_start + value_length);
    Some(Comment { span, value, attributes: Span::new(value.end, inner.end).trimmed(text) })
}

/// Bytes before the first space or tab.
pub(crate) fn word_length(text: &str) -> usize {
    memchr::memchr2(b' ', b'\t', text.as_bytes()).unwrap_or(text.len())
}

/// The id comment at the end of a task line.
pub(crate) fn id_comment(text: &str, content: Span) -> Option<Comment> {
    comment_at_end(text, content, ID_KEY)
}

/// The format header, if `content` is nothing else.
pub(crate) fn format_comment(text: &str, content: Span) -> Option<Comment> {
    comment_at_end(text, content, "format=").filter(|comment| comment.span == content)
}

/// Whether a line that is not a task ends with the id of one. Part of another comment, the id is no task's.
pub(crate) fn has_stray_id(text: &str, content: Span) -> bool {
    let content = content.trimmed_of(text, char::is_whitespace);
    let is_stray = |comment: Comment| open_comment(text, Span::new(content.start, comment.span.start), None).is_none();
    id_comment(text, content).is_some_and(is_stray)
}

/// Whether `line`, as anything but a task, would be an error because of the task id at its end.
pub fn ends_with_task_id(line: &str) -> bool {
    has_stray_id(line, Span::new(0, line.len()))
}

/// Start of the comment that is still open after a line; `before` is the start of the one that was open before it.
pub(crate) fn open_comment(text: &str, content: Span, before: Option<usize>) -> Option<usize> {
    let line = content.of(text).as_bytes();
    let end = memchr::memrchr_iter(b'>', line).find(|at| line[..*at].ends_with(b"--")).unwrap_or_default();
    match last_comment_start(line) {
        Some(start) if start >= end => Some(content.start + start),
        _ => before.filter(|_| end == 0),
    }
}

/// On short lines, checking each `<` is faster than a general substring search.
fn last_comment_start(line: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b'<', line).find(|at| line[*at..].starts_with(b"<!--"))
}

/// Whether the comment from `start` to `end`, which may extend over several lines, is an id comment.
pub(crate) fn is_id_comment(text: &str, start: usize, end: usize) -> bool {
    let comment = Span::new(start, end).of(text);
    comment
        .strip_prefix("<!--")
        .is_some_and(|inner| inner.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(ID_COMMENT))
}

/// Whether a line that is not a task starts like one: with a checkbox, after a bullet of any kind or instead of one.
pub(crate) fn looks_like_task(content: &str, may_lack_bullet: bool) -> bool {
    const LONGEST_BULLET: usize = 3;
    let Some((bullet, after)) = content.split_once('[') else { return false };
    let is_bullet = (may_lack_bullet || !bullet.is_empty())
        && bullet.chars().count() <= LONGEST_BULLET
        && !bullet.contains(|character: char| character.is_ascii_alphanumeric() || matches!(character, '<' | '`'));
    is_bullet && after.chars().take(LONGEST_CHECKBOX).any(|character| character == ']')
}

/// Whether `content` contains an id comment anywhere.
pub(crate) fn mentions_id(text: &str, content: Span) -> bool {
    content.of(text).contains(ID_COMMENT)
}

/// Fewest characters of a conflict marker.
pub const SMALLEST_CONFLICT_MARKER: usize = 7;

/// Length of the conflict marker at the start of a line; `mark` is its character.
pub fn conflict_marker(line: &str, mark: u8) -> Option<usize> {
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    let is_whole = matches!(line.as_bytes().get(length), None | Some(b' '));
    (length >= SMALLEST_CONFLICT_MARKER && is_whole).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_checkbox(line: &str, expected: Option<&str>) {
        let LineKind::Item { checkbox, .. } = classify_line(line, Span::new(0, line.len())).kind else {
            assert_eq!(expected, None, "not a list item: {line}");
            return;
        };
        assert_eq!(checkbox.map(|span| span.of(line)), expected, "{line}");
    }

    #[test]
    fn a_checkbox_contains_at_most_one_character() {
        check_checkbox("- [ ] a", Some("[ ]"));
        check_checkbox("  -  [√] a", Some("[√]"));
        check_checkbox("* []", Some("[]"));
        check_checkbox("1. [x ] a", Some("[x ]"));
        check_checkbox("- [✔\u{fe0f}] a", Some("[✔\u{fe0f}]"));
        check_checkbox("- [TODO] a", None);
        check_checkbox("- [a](b)", None);
        check_checkbox("-[ ] a", None);
        check_checkbox("- [ ]a", None);
        check_checkbox("---", None);
    }

    #[track_caller]
    fn check_heading(line: &str, expected: Option<(usize, &str)>) {
        let found = match classify_line(line, Span::new(0, line.len())).kind {
            LineKind::Heading { level, name } => Some((level, name.of(line))),
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
