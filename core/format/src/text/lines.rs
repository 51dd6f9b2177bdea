//! A text cut into lines, each with its offsets and its own line ending.

use super::Span;

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// A lone `\r`, which Markdown counts as a line ending too.
    Cr,
    /// The text ends here.
    None,
}

impl LineEnding {
    /// The characters of the ending.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::None => "",
        }
    }
}

/// One line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// 1-based number.
    pub number: usize,
    /// The line without its ending.
    pub content: Span,
    /// How it ends.
    pub ending: LineEnding,
}

impl Line {
    /// Offset where the next line starts.
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

/// Iterator made by [`lines`].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, LineEnding)]) {
        let found: Vec<_> = lines(text).map(|line| (line.content.of(text), line.ending)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_ending_is_kept_apart() {
        use LineEnding::{Cr, CrLf, Lf, None};
        check("", &[]);
        check("\n", &[("", Lf)]);
        check("a\r\nb\rc\nd", &[("a", CrLf), ("b", Cr), ("c", Lf), ("d", None)]);
        check("\r\r\n\n", &[("", Cr), ("", CrLf), ("", Lf)]);
    }
}
