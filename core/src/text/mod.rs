//! Text as lines with byte offsets, ranges and edits. Knows nothing of plans.

mod edit;
mod lines;
mod positions;
mod span;

pub use edit::{ChangedRange, Replacement, TextEdit};
pub use lines::{Line, LineEnding, Lines, lines};
pub use positions::Utf16Positions;
pub use span::Span;
