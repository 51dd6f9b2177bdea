//! Byte ranges.

/// A half-open range of bytes `start..end` in some text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty range at `offset`, where something can be inserted.
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The text of the range; empty if it is not a range of this text.
    ///
    /// ```
    /// use long_term_plan_format::text::Span;
    /// assert_eq!(Span::new(2, 5).of("a plan"), "pla");
    /// assert_eq!(Span::new(2, 50).of("a plan"), "");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// The range moved forward by `by` bytes.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// The range without spaces and tabs at either end.
    #[must_use]
    pub fn trimmed(self, text: &str) -> Self {
        let whole = self.of(text).as_bytes();
        let before = whole.iter().take_while(|byte| is_blank(**byte)).count();
        let kept = whole.get(before..).unwrap_or_default();
        let after = kept.iter().rev().take_while(|byte| is_blank(**byte)).count();
        Self::new(self.start + before, self.start + whole.len() - after)
    }

    /// The range without characters at either end for which `is_blank` is true.
    #[must_use]
    pub fn trimmed_of(self, text: &str, is_blank: impl Fn(char) -> bool) -> Self {
        let whole = self.of(text);
        let kept_to_end = whole.trim_start_matches(&is_blank);
        let start = self.start + (whole.len() - kept_to_end.len());
        Self::new(start, start + kept_to_end.trim_end_matches(&is_blank).len())
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
