//! Characters that differ only in width. The full tables of NFKC are larger than all of the core; these are what people type.

/// Half-width katakana and signs, from U+FF61 on, in their usual width.
const HALF_WIDTH: [char; 63] = [
    '。', '「', '」', '、', '・', 'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー', 'ア', 'イ', 'ウ',
    'エ', 'オ', 'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ', 'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ',
    'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ', 'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ', 'ル',
    'レ', 'ロ', 'ワ', 'ン', '゛', '゜',
];

/// Full-width signs of currencies and the like, from U+FFE0 on, in their usual width.
const SIGNS: [char; 7] = ['¢', '£', '¬', '¯', '¦', '¥', '₩'];

/// Half-width Korean letters: where a run of them starts and ends, and where their usual forms start.
const HANGUL: [(char, char, char); 5] = [
    ('\u{ffa1}', '\u{ffbe}', '\u{3131}'),
    ('\u{ffc2}', '\u{ffc7}', '\u{314f}'),
    ('\u{ffca}', '\u{ffcf}', '\u{3155}'),
    ('\u{ffd2}', '\u{ffd7}', '\u{315b}'),
    ('\u{ffda}', '\u{ffdc}', '\u{3161}'),
];

/// A character in its usual width.
pub(super) fn full_width(character: char) -> char {
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

/// The kana that a kana and the sound mark after it are together.
pub(super) fn composed(kana: char, mark: char) -> Option<char> {
    let step = match mark {
        // Half-width, and combining.
        '\u{ff9e}' | '\u{3099}' => 1,
        '\u{ff9f}' | '\u{309a}' => 2,
        _ => return None,
    };
    // Hiragana stand as far before their katakana in the table of Unicode.
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
