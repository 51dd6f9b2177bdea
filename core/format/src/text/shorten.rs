//! Texts of any length in messages of a bounded length.

use std::borrow::Cow;

/// The text, or its first `longest` characters and an ellipsis.
///
/// ```
/// use long_term_plan_format::text::shortened;
/// assert_eq!(shortened("short", 8), "short");
/// assert_eq!(shortened("much too long", 8), "much too…");
/// ```
pub fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
