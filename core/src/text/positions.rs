//! Byte offsets as UTF-16 offsets and columns, for JavaScript and for editors. Only the boundary needs this.

/// Translates byte offsets of one text into UTF-16 offsets. Ask in ascending order: each stretch is counted once.
#[derive(Debug)]
pub struct Utf16Positions<'t> {
    text: &'t str,
    byte: usize,
    utf16: usize,
}

impl<'t> Utf16Positions<'t> {
    /// Positions in `text`.
    pub const fn new(text: &'t str) -> Self {
        Self { text, byte: 0, utf16: 0 }
    }

    /// The UTF-16 offset of the byte offset `byte`.
    ///
    /// ```
    /// use long_term_plan_core::text::Utf16Positions;
    /// let mut positions = Utf16Positions::new("a√😀b");
    /// assert_eq!(positions.offset(4), 2);
    /// assert_eq!(positions.offset(8), 4);
    /// ```
    pub fn offset(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.utf16) = (0, 0);
        }
        self.utf16 += utf16_len(self.text.get(self.byte..byte).unwrap_or_default());
        self.byte = byte;
        self.utf16
    }
}

/// Length of `text` in UTF-16 code units.
fn utf16_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}
