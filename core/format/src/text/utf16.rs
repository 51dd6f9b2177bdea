//! Byte offset → UTF-16 offset and column, for JavaScript and editors.

use super::Span;

/// Converts byte offsets of one text to UTF-16 offsets. The cost is the distance from the previous offset.
#[derive(Debug)]
pub struct Utf16Offsets<'t> {
    text: &'t str,
    byte: usize,
    utf16: usize,
}

impl<'t> Utf16Offsets<'t> {
    pub const fn new(text: &'t str) -> Self {
        Self { text, byte: 0, utf16: 0 }
    }

    /// The UTF-16 offset of the byte offset `byte`.
    ///
    /// ```
    /// use long_term_plan_format::text::Utf16Offsets;
    /// let mut positions = Utf16Offsets::new("a√😀b");
    /// assert_eq!(positions.offset(8), 4);
    /// assert_eq!(positions.offset(4), 2);
    /// ```
    pub fn offset(&mut self, byte: usize) -> usize {
        let length = |start, end| utf16_len(self.text.get(start..end).unwrap_or_default());
        if byte < self.byte {
            self.utf16 = self.utf16.saturating_sub(length(byte, self.byte));
        } else {
            self.utf16 += length(self.byte, byte);
        }
        self.byte = byte;
        self.utf16
    }
}

/// Converts ranges of one text to columns: UTF-16 units from the start of their line, counted from 1. Ranges in the order of
/// the text cost one pass.
#[derive(Debug)]
pub struct Utf16Columns<'t> {
    text: &'t str,
    /// The line of the previous range, with its offsets.
    line: Option<(Span, Utf16Offsets<'t>)>,
    /// The previous result, because many diagnostics can be about one range.
    last: Option<(Span, (usize, usize))>,
}

impl<'t> Utf16Columns<'t> {
    pub const fn new(text: &'t str) -> Self {
        Self { text, line: None, last: None }
    }

    /// The columns of the start and end of `span`; `None` if it is not a range of this text.
    ///
    /// ```
    /// use long_term_plan_format::text::{Span, Utf16Columns};
    /// assert_eq!(Utf16Columns::new("one\n- 😀 two").of(Span::new(6, 10)), Some((3, 5)));
    /// ```
    pub fn of(&mut self, span: Span) -> Option<(usize, usize)> {
        self.text.get(span.start..span.end)?;
        if let Some((_, columns)) = self.last.filter(|(last, _)| *last == span) {
            return Some(columns);
        }
        let text = self.text;
        self.line.take_if(|(line, _)| span.start < line.start || line.end < span.start);
        let (_, positions) = self.line.get_or_insert_with(|| {
            let line = line_around(text, span.start);
            (line, Utf16Offsets { text, byte: line.start, utf16: 0 })
        });
        let columns = (positions.offset(span.start) + 1, positions.offset(span.end) + 1);
        self.last = Some((span, columns));
        Some(columns)
    }
}

/// The line that contains `offset`, without its ending.
fn line_around(text: &str, offset: usize) -> Span {
    let (before, after) = text.as_bytes().split_at_checked(offset).unwrap_or_default();
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let length = memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len());
    Span::new(start, offset + length)
}

/// Length of `text` in UTF-16 code units: one per character, and one more per character of four bytes.
fn utf16_len(text: &str) -> usize {
    // Eight bytes at a time, because this runs over a large part of the plan for each edit.
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let (words, rest) = text.as_bytes().as_chunks();
    let in_words = words.iter().map(|word| {
        let word = u64::from_le_bytes(*word);
        let continuations = (word >> 7) & !(word >> 6) & ONES;
        let four_bytes = (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & ONES;
        (u64::BITS / u8::BITS + four_bytes.count_ones() - continuations.count_ones()) as usize
    });
    let in_rest = rest.iter().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0));
    in_words.sum::<usize>() + in_rest.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_the_encoded_text() {
        let text = "a\u{feff}é√😀\n\u{10ffff}z".repeat(5);
        let mut positions = Utf16Offsets::new(&text);
        let offsets = || text.char_indices().map(|(offset, _)| offset).chain([text.len()]);
        for offset in offsets().chain(offsets().rev()) {
            assert_eq!(positions.offset(offset), text[..offset].encode_utf16().count());
        }
    }

    #[test]
    fn columns_start_again_on_each_line() {
        let mut columns = Utf16Columns::new("ab\r\n√😀c\rd");
        let spans = [(0, 2), (4, 7), (7, 11), (4, 12), (13, 14), (1, 1)];
        let found = spans.map(|(start, end)| columns.of(Span::new(start, end)));
        assert_eq!(found, [(1, 3), (1, 2), (2, 4), (1, 5), (1, 2), (2, 2)].map(Some));
        assert_eq!(columns.of(Span::new(0, 99)), None);
    }
}
