//! Text as lines with byte offsets, ranges and edits. Knows nothing of plans.

mod diff3;
mod edit;
mod fold;
mod interner;
mod kana;
mod line_diff;
mod lines;
mod longest_increasing;
mod order;
mod shorten;
mod span;
mod time;
mod unified_diff;
mod utf16;

pub use diff3::{Chunk, diff3};
pub use edit::{ChangedRange, Replacement, TextEdit};
pub(crate) use fold::may_hold_folded;
pub use fold::{find_word, fold, fold_into, unfold_offset};
pub use lines::{Line, LineEnding, Lines, lines};
pub use longest_increasing::longest_increasing;
pub use shorten::shortened;
pub use span::Span;
pub use time::{iso_time, parse_iso_time};
pub use unified_diff::{Hunk, hunks, unified_diff};
pub use utf16::{Utf16Columns, Utf16Positions};

pub use interner::NameIndex;
pub use line_diff::{LineNumbers, common_lines};
pub use order::in_order_of;

/// Characters that break a line somewhere: in Markdown, in JavaScript, or in an editor.
pub const LINE_BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The text on one line: line breaks become spaces, and white space at the ends goes.
pub fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(LINE_BREAKS, " ").trim().to_owned()
}

/// Whether the text contains a line break of any kind.
pub fn has_line_break(text: &str) -> bool {
    text.contains(LINE_BREAKS)
}
