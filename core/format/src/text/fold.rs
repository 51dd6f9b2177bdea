//! Folding for search, where case and width do not matter.

/// The text in lower case, with full-width letters, digits and signs and half-width kana in their usual width.
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

/// Whether the folded text may contain `word`, which is folded and without white space. `false` is certain. Allocates nothing,
/// and is exact for most texts.
pub(crate) fn may_contain_folded(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(&first) = word.as_bytes().first() else { return true };
    if !word.is_ascii() {
        // Ideographs fold to themselves, and nothing else folds to them. Other letters have several forms.
        let is_ideographic = word.as_bytes().chunks(3).all(|character| matches!(character, [0xe4..=0xe9, _, _]));
        return !is_ideographic || text.contains(word);
    }
    let upper = first.to_ascii_uppercase();
    let begins =
        |at: usize| bytes.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        byte if *byte == first || *byte == upper => begins(at),
        // Full-width letters, the Kelvin sign and the Turkish capital I: everything that is not ASCII but folds to it.
        0xef => true,
        0xe2 => bytes.get(at + 1) == Some(&0x84),
        0xc4 => bytes.get(at + 1) == Some(&0xb0),
        _ => false,
    })
}

/// The first position of `word` in `text`, and whether it occurs anywhere at the start of a word.
pub fn find_word(text: &str, word: &str) -> Option<(usize, bool)> {
    /// Up to this length a naive search is faster: the standard one spends more on its preparation than on the search.
    const SHORT: usize = 32;
    let (bytes, sought) = (text.as_bytes(), word.as_bytes());
    let next = |from: usize| match sought {
        [first, ..] if sought.len() <= SHORT => {
            let mut rest = bytes.get(from..)?.windows(sought.len());
            rest.position(|part| part.first() == Some(first) && part == sought).map(|at| from + at)
        }
        _ => text.get(from..)?.find(word).map(|at| from + at),
    };
    let first = next(0)?;
    let mut position = Some(first);
    while let Some(at) = position {
        if text.get(..at).is_some_and(|before| before.chars().next_back().is_none_or(char::is_whitespace)) {
            return Some((first, true));
        }
        position = next(at + word.len().max(1));
    }
    Some((first, false))
}

/// Appends ASCII in lower case: the fast path, because most searched text is ASCII.
fn push_lower(ascii: &str, folded: &mut String) {
    let start = folded.len();
    folded.push_str(ascii);
    if let Some(added) = folded.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// Length of the leading kana and ideographs that fold to themselves, without the last one if a combining mark may follow.
/// A fast path, because whole pages consist of them.
fn unchanged(text: &str) -> usize {
    let mut run = 0;
    let mut characters = text.as_bytes().chunks_exact(3);
    // U+3000 to U+9FFF have three bytes that start with E3 to E9. Exceptions: the wide space and combining marks.
    while let Some([lead @ 0xe3..=0xe9, second, third]) = characters.next() {
        if *lead == 0xe3 && matches!((second, third), (0x80, 0x80) | (0x82, 0x99 | 0x9a)) {
            return run.max(3) - 3;
        }
        run += 3;
    }
    if text.as_bytes().get(run).is_some_and(|next| !next.is_ascii()) { run.max(3) - 3 } else { run }
}

/// The offset in `text` that corresponds to `folded_offset` in the folded text.
pub fn original_offset(text: &str, folded_offset: usize) -> usize {
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

/// The usual form of the first character, and its length in the text. A kana and its sound mark count as one.
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

// The full tables of NFKC are larger than the whole core; these cover what people type.

/// The usual forms of half-width katakana and signs from U+FF61 on.
const HALF_WIDTH: [char; 63] = [
    '。', '「', '」', '、', '・', 'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー', 'ア', 'イ', 'ウ',
    'エ', 'オ', 'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ', 'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ',
    'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ', 'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ', 'ル',
    'レ', 'ロ', 'ワ', 'ン', '゛', '゜',
];

/// The usual forms of full-width signs from U+FFE0 on.
const SIGNS: [char; 7] = ['¢', '£', '¬', '¯', '¦', '¥', '₩'];

/// Half-width Korean letters: first and last of a run, and the usual form of the first.
const HANGUL: [(char, char, char); 5] = [
    ('\u{ffa1}', '\u{ffbe}', '\u{3131}'),
    ('\u{ffc2}', '\u{ffc7}', '\u{314f}'),
    ('\u{ffca}', '\u{ffcf}', '\u{3155}'),
    ('\u{ffd2}', '\u{ffd7}', '\u{315b}'),
    ('\u{ffda}', '\u{ffdc}', '\u{3161}'),
];

/// A character in its usual width.
fn full_width(character: char) -> char {
    let from = |table: &[char], start: char| table.get(character as usize - start as usize).copied();
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0),
        '\u{3000}' | '\u{a0}' => Some(' '),
        '\u{ff61}'..='\u{ff9f}' => from(&HALF_WIDTH, '\u{ff61}'),
        '\u{ffe0}'..='\u{ffe6}' => from(&SIGNS, '\u{ffe0}'),
        '\u{ffa1}'..='\u{ffdc}' => {
            let run = HANGUL.iter().find(|(start, end, _)| (*start..=*end).contains(&character));
            run.and_then(|(start, _, usual)| char::from_u32(u32::from(character) - *start as u32 + *usual as u32))
        }
        _ => None,
    }
    .unwrap_or(character)
}

/// The kana that combines a kana and the sound mark after it.
fn composed(kana: char, mark: char) -> Option<char> {
    let step = match mark {
        // Half-width, and combining.
        '\u{ff9e}' | '\u{3099}' => 1,
        '\u{ff9f}' | '\u{309a}' => 2,
        _ => return None,
    };
    // Each hiragana comes 0x60 before its katakana in Unicode.
    let hiragana_to_katakana = if ('ぁ'..='ゞ').contains(&kana) { 0x60 } else { 0 };
    let katakana = char::from_u32(u32::from(kana) + hiragana_to_katakana)?;
    let both = match (katakana, step) {
        ('ウ', 1) => 'ヴ',
        ('ワ', 1) if hiragana_to_katakana == 0 => 'ヷ',
        ('ヽ', 1) => 'ヾ',
        ('カ' | 'キ' | 'ク' | 'ケ' | 'コ' | 'サ' | 'シ' | 'ス' | 'セ' | 'ソ' | 'タ' | 'チ' | 'ツ' | 'テ' | 'ト', 1)
        | ('ハ' | 'ヒ' | 'フ' | 'ヘ' | 'ホ', _) => char::from_u32(u32::from(katakana) + step)?,
        _ => return None,
    };
    char::from_u32(u32::from(both) - hiragana_to_katakana)
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
    fn sound_marks_may_come_alone() {
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
    fn the_first_occurrence_of_a_word_is_found() {
        assert_eq!(find_word("encode code", "code"), Some((2, true)));
        assert_eq!(find_word("encoded", "code"), Some((2, false)));
        assert_eq!(find_word("全体　検索", "検索"), Some((9, true)));
        assert_eq!(find_word("検索", "索"), Some((3, false)));
        assert_eq!(find_word("cod", "code"), None);
        let long = "ab".repeat(40);
        assert_eq!(find_word(&format!("x{long} {long}"), &long), Some((1, true)));
        assert_eq!(find_word("a", ""), Some((0, true)));
    }

    #[test]
    fn a_folded_text_may_contain_all_it_contains() {
        let texts = [
            "Fix the CACHE",
            "ＡＰＩ",
            "\u{212a}elvin",
            "\u{130}stanbul",
            "ﾃﾞｰﾀ",
            "か\u{3099}",
            "検索 Ｘ",
            "ÉTÉ",
            "—",
            "Ĳ",
        ];
        for text in texts {
            let folded = fold(text);
            let starts: Vec<usize> = folded.char_indices().map(|(at, _)| at).chain([folded.len()]).collect();
            for (number, start) in starts.iter().enumerate() {
                for end in &starts[number..] {
                    assert!(
                        may_contain_folded(text, &folded[*start..*end]),
                        "{text:?} contains {:?}",
                        &folded[*start..*end]
                    );
                }
            }
        }
        assert!(!may_contain_folded("Fix the cache — 検索", "caches"));
        assert!(!may_contain_folded("検索", "検討"));
        for character in char::MIN..=char::MAX {
            let text = character.to_string();
            for part in fold(&text).chars().filter(|part| !part.is_whitespace()) {
                assert!(may_contain_folded(&text, &part.to_string()), "{character:?} contains {part:?}");
            }
        }
    }

    #[test]
    fn a_folded_offset_leads_back_to_the_text() {
        let text = "注: ﾃﾞｰﾀﾍﾞｰｽを更新";
        let offset = fold(text).find("更新").unwrap();
        assert_eq!(&text[original_offset(text, offset)..], "更新");
        let offset = fold(text).find("データベース").unwrap();
        assert!(text[original_offset(text, offset)..].starts_with("ﾃﾞｰﾀ"));
    }
}
