//! Text made comparable: case and width do not matter when people search.

use super::kana::{composed, full_width};

/// The text in lower case, with full-width letters, digits and signs as their usual forms and half-width kana as theirs.
///
/// ```
/// use long_term_plan_format::text::fold;
/// assert_eq!(fold("Straße ＡＰＩ ÉTÉ"), "straße api été");
/// assert_eq!(fold("ﾊﾟｰｻﾞ"), "パーザ");
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Appends the folded text to `folded`.
pub fn fold_into(text: &str, folded: &mut String) {
    if text.is_ascii() {
        return push_lower(text, folded);
    }
    let mut rest = text;
    loop {
        let plain = rest.bytes().take_while(u8::is_ascii).count();
        let (ascii, other) = rest.split_at_checked(plain).unwrap_or(("", rest));
        push_lower(ascii, folded);
        let (same, other) = other.split_at_checked(unchanged(other)).unwrap_or(("", other));
        folded.push_str(same);
        let Some((character, length)) = usual(other) else { return };
        if character.is_ascii() {
            folded.push(character.to_ascii_lowercase());
        } else {
            folded.extend(character.to_lowercase());
        }
        rest = other.get(length..).unwrap_or_default();
    }
}

/// Appends ASCII in lower case, which most of what is searched is, and needs no second look.
fn push_lower(ascii: &str, folded: &mut String) {
    let start = folded.len();
    folded.push_str(ascii);
    if let Some(added) = folded.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// Length of the kana and ideographs at the start that are their own folded form, up to the last one before a character that
/// could be a mark on it. They have neither case nor another width, and whole pages are made of them.
fn unchanged(text: &str) -> usize {
    let mut run = 0;
    let mut characters = text.as_bytes().chunks_exact(3);
    // U+3000 to U+9FFF are three bytes each that start with E3 to E9. Excepted are the wide space and the marks.
    while let Some([lead @ 0xe3..=0xe9, second, third]) = characters.next() {
        if *lead == 0xe3 && matches!((second, third), (0x80, 0x80) | (0x82, 0x99 | 0x9a)) {
            return run.max(3) - 3;
        }
        run += 3;
    }
    if text.as_bytes().get(run).is_some_and(|next| !next.is_ascii()) { run.max(3) - 3 } else { run }
}

/// The offset in `text` of what stands at `folded_offset` in the folded text.
pub fn unfold_offset(text: &str, folded_offset: usize) -> usize {
    let (mut passed, mut offset) = (0, 0);
    while let Some((character, length)) = usual(text.get(offset..).unwrap_or_default()) {
        if passed >= folded_offset {
            return offset;
        }
        passed += character.to_lowercase().map(char::len_utf8).sum::<usize>();
        offset += length;
    }
    text.len()
}

/// The usual form of the first character, and how long it is as it stands. A kana and the sound mark after it are one.
fn usual(text: &str) -> Option<(char, usize)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let wide = full_width(first);
    let next = characters.next();
    match next.and_then(|mark| Some((composed(wide, mark)?, mark))) {
        Some((both, mark)) => Some((both, first.len_utf8() + mark.len_utf8())),
        None => Some((wide, first.len_utf8())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, folded: &str) {
        assert_eq!(fold(text), folded);
    }

    #[test]
    fn width_does_not_matter() {
        check("ＡＢＣ　１２３！", "abc 123!");
        check("ｶﾀｶﾅ", "カタカナ");
        check("ﾃﾞｰﾀﾍﾞｰｽ", "データベース");
        check("ﾌﾟﾛｼﾞｪｸﾄ｡", "プロジェクト。");
        check("ｳﾞ", "ヴ");
        check("￥１００", "¥100");
    }

    #[test]
    fn sound_marks_may_stand_by_themselves() {
        check("か\u{3099}は\u{309a}", "がぱ");
        check("ﾞア\u{309a}", "゛ア\u{309a}");
        check("ｱﾞ", "ア゛");
    }

    #[test]
    fn runs_of_kana_are_folded_as_their_characters_are() {
        let all = "漢字かな　は\u{309a}ﾞカﾞか\u{3099}A漢ｱ。ハ\u{3099}\u{3099}ﾟ";
        let characters: Vec<char> = all.chars().collect();
        for start in 0..characters.len() {
            for end in start..=characters.len() {
                let text: String = characters[start..end].iter().collect();
                let mut slowly = String::new();
                let mut rest = text.as_str();
                while let Some((character, length)) = usual(rest) {
                    slowly.extend(character.to_lowercase());
                    rest = &rest[length..];
                }
                check(&text, &slowly);
            }
        }
    }

    #[test]
    fn what_was_found_is_where_it_stood() {
        let text = "注: ﾃﾞｰﾀﾍﾞｰｽを更新";
        let offset = fold(text).find("更新").unwrap();
        assert_eq!(&text[unfold_offset(text, offset)..], "更新");
        let offset = fold(text).find("データベース").unwrap();
        assert!(text[unfold_offset(text, offset)..].starts_with("ﾃﾞｰﾀ"));
    }
}
