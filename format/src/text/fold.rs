//! Text made comparable: case and width do not matter when people search.

/// The text in lower case, with full-width letters, digits and signs as their usual forms.
///
/// ```
/// use long_term_plan_format::text::fold;
/// assert_eq!(fold("Straße ＡＰＩ ÉTÉ"), "straße api été");
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Appends the folded text to `folded`.
pub fn fold_into(text: &str, folded: &mut String) {
    if text.is_ascii() {
        let start = folded.len();
        folded.push_str(text);
        if let Some(added) = folded.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        return;
    }
    for character in text.chars() {
        folded.extend(fold_char(character));
    }
}

/// The offset in `text` of what stands at `folded_offset` in the folded text.
pub fn unfold_offset(text: &str, folded_offset: usize) -> usize {
    let mut passed = 0;
    for (offset, character) in text.char_indices() {
        if passed >= folded_offset {
            return offset;
        }
        passed += fold_char(character).map(char::len_utf8).sum::<usize>();
    }
    text.len()
}

fn fold_char(character: char) -> impl Iterator<Item = char> {
    let usual = match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '\u{3000}' | '\u{a0}' => ' ',
        other => other,
    };
    usual.to_lowercase()
}
