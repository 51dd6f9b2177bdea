//! Text as lines with byte offsets, ranges and edits. Knows nothing of plans.

mod diff3;
mod edit;
mod fold;
mod interner;
mod line_diff;
mod lines;
mod longest_increasing;
mod span;
mod time;
mod unified_diff;
mod utf16;

use std::borrow::Cow;

pub use diff3::{Chunk, both_insertions, diff3};
pub use edit::{EditRange, Replacement, TextEdit};
pub(crate) use fold::may_contain_folded;
pub use fold::{find_word, fold, fold_into, original_offset};
pub use interner::{Interner, NameIndex};
pub use line_diff::{common_lines, line_edit};
pub use lines::{
    Line, LineEnding, Lines, bom_length, ending_at, first_ending, line_before, line_end, lines, without_bom,
};
pub use longest_increasing::longest_increasing;
pub use span::Span;
pub use time::{days_after, is_date, iso_seconds, iso_time, parse_iso_time};
pub use unified_diff::{Hunk, hunks, unified_diff};
pub use utf16::{Utf16Columns, Utf16Offsets};

/// Characters that break a line in Markdown, in JavaScript, or in an editor.
const LINE_BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The text on one line: line breaks become spaces, and surrounding white space is removed.
pub fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(LINE_BREAKS, " ").trim().to_owned()
}

pub fn has_line_break(text: &str) -> bool {
    text.contains(LINE_BREAKS)
}

/// The text, or its first `max_chars` characters and an ellipsis.
///
/// ```
/// use long_term_plan_format::text::truncate;
/// assert_eq!(truncate("short", 8), "short");
/// assert_eq!(truncate("much too long", 8), "much too…");
/// ```
pub fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
