//! The lines of a text, each with its offsets and its own ending.

use super::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// A lone `\r`, which is a line ending in Markdown too.
    Cr,
    /// The end of the text.
    None,
}

impl LineEnding {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::None => "",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// 1-based.
    pub number: usize,
    /// The line without its ending.
    pub content: Span,
    pub ending: LineEnding,
}

impl Line {
    /// Start of the next line.
    pub const fn end(&self) -> usize {
        self.content.end + self.ending.as_str().len()
    }
}

/// The lines of a text, in order. A text that ends with a line ending has no empty line after it.
///
/// ```
/// use long_term_plan_format::text::{lines, LineEnding};
/// let text = "one\r\ntwo";
/// let all: Vec<_> = lines(text).collect();
/// assert_eq!(all[0].content.of(text), "one");
/// assert_eq!(all[0].ending, LineEnding::CrLf);
/// assert_eq!((all[1].number, all[1].ending), (2, LineEnding::None));
/// ```
pub const fn lines(text: &str) -> Lines<'_> {
    Lines { text, offset: 0, number: 0 }
}

/// See [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    offset: usize,
    number: usize,
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let (length, ending) = match memchr::memchr2(b'\n', b'\r', rest) {
            None => (rest.len(), LineEnding::None),
            Some(at) if rest.get(at) == Some(&b'\n') => (at, LineEnding::Lf),
            Some(at) if rest.get(at + 1) == Some(&b'\n') => (at, LineEnding::CrLf),
            Some(at) => (at, LineEnding::Cr),
        };
        self.number += 1;
        let line = Line { number: self.number, content: Span::new(self.offset, self.offset + length), ending };
        self.offset = line.end();
        Some(line)
    }
}

/// The line that ends at `offset`, with its ending. Its number is not known and left 0.
pub fn line_before(text: &str, offset: usize) -> Option<Line> {
    let above = text.get(..offset).filter(|above| !above.is_empty())?;
    let ending = if above.ends_with("\r\n") {
        LineEnding::CrLf
    } else if above.ends_with('\n') {
        LineEnding::Lf
    } else if above.ends_with('\r') {
        LineEnding::Cr
    } else {
        LineEnding::None
    };
    let end = above.len() - ending.as_str().len();
    let start = memchr::memrchr2(b'\n', b'\r', &above.as_bytes()[..end]).map_or(0, |at| at + 1);
    Some(Line { number: 0, content: Span::new(start, end), ending })
}

/// Offset after the ending of the line whose content ends at `content_end`.
pub fn line_end(text: &str, content_end: usize) -> usize {
    let rest = text.get(content_end..).unwrap_or_default();
    content_end + if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) }
}

/// The ending for a line that is written at `offset`: that of the line above, else of the first line, else `\n`.
pub fn ending_at(text: &str, offset: usize) -> &'static str {
    let above = text.get(..offset).unwrap_or(text).as_bytes();
    let found = match memchr::memrchr2(b'\n', b'\r', above).map(|at| (at, above.get(at))) {
        Some((at, Some(b'\n'))) if at > 0 && above.get(at - 1) == Some(&b'\r') => LineEnding::CrLf,
        Some((_, Some(b'\n'))) => LineEnding::Lf,
        Some(_) => LineEnding::Cr,
        None => return first_ending(text),
    };
    found.as_str()
}

/// The ending of the first line; `\n` if there is only one line.
pub fn first_ending(text: &str) -> &'static str {
    let first = lines(text).next().map_or(LineEnding::None, |line| line.ending);
    if first == LineEnding::None { LineEnding::Lf.as_str() } else { first.as_str() }
}

/// The content of a line without the byte order mark that some editors write at the start of a file.
pub fn without_bom(text: &str, line: &Line) -> Span {
    let mut content = line.content;
    if line.number == 1 {
        content.start += bom_length(text);
    }
    content
}

/// Length of the byte order mark at the start of a file; nothing may be written before it.
pub fn bom_length(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, LineEnding)]) {
        let found: Vec<_> = lines(text).map(|line| (line.content.of(text), line.ending)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_line_has_its_own_ending() {
        use LineEnding::{Cr, CrLf, Lf, None};
        check("", &[]);
        check("\n", &[("", Lf)]);
        check("a\r\nb\rc\nd", &[("a", CrLf), ("b", Cr), ("c", Lf), ("d", None)]);
        check("\r\r\n\n", &[("", Cr), ("", CrLf), ("", Lf)]);
    }
}
