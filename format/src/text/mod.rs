//! Text as lines with byte offsets, ranges and edits. Knows nothing of plans.

mod diff3;
mod edit;
mod fold;
mod hunks;
mod increasing;
mod kana;
mod line_diff;
mod lines;
mod name_index;
mod order;
mod positions;
mod shorten;
mod span;
mod time;

pub use diff3::{Chunk, diff3};
pub use edit::{ChangedRange, Replacement, TextEdit};
pub(crate) use fold::may_hold_folded;
pub use fold::{find_word, fold, fold_into, unfold_offset};
pub use hunks::{Hunk, hunks, unified_diff};
pub use increasing::longest_increasing;
pub use lines::{Line, LineEnding, Lines, lines};
pub use positions::{Utf16Columns, Utf16Positions};
pub use shorten::shortened;
pub use span::Span;
pub use time::{iso_time, parse_iso_time};

pub use line_diff::{LineNumbers, common_lines};
pub use name_index::NameIndex;
pub use order::in_order_of;
