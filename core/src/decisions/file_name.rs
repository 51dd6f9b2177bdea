//! File names of decision records: a number that identifies the record, and the title for people.

/// Longest name with its extension, in characters.
const MAX_CHARS: usize = 100;
/// The same in bytes: file systems allow 255.
const MAX_BYTES: usize = 240;
const EXTENSION: &str = ".md";

/// The file name of a new record: `adr-007-use-webassembly.md`. Characters other than letters and digits become `-`.
///
/// ```
/// use long_term_plan_core::decisions::file_name;
/// assert_eq!(file_name(7, "Use WebAssembly (for now)"), "adr-007-use-webassembly-for-now.md");
/// assert_eq!(file_name(8, "認証にJWTを使う"), "adr-008-認証にjwtを使う.md");
/// assert_eq!(file_name(9, "../.."), "adr-009-record.md");
/// ```
pub fn file_name(number: u32, title: &str) -> String {
    let mut name = format!("adr-{number:03}");
    let mut length = name.chars().count();
    let mut needs_dash = true;
    for character in title.chars().flat_map(char::to_lowercase) {
        if !is_kept(character) {
            needs_dash = true;
            continue;
        }
        let more = usize::from(needs_dash) + 1;
        let bytes = usize::from(needs_dash) + character.len_utf8();
        if length + more + EXTENSION.len() > MAX_CHARS || name.len() + bytes + EXTENSION.len() > MAX_BYTES {
            break;
        }
        if needs_dash {
            name.push('-');
        }
        name.push(character);
        length += more;
        needs_dash = false;
    }
    if length == "adr-000".len() {
        name.push_str("-record");
    }
    name + EXTENSION
}

/// Letters and digits of any script, and combining marks.
fn is_kept(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

/// The number in the file name of a record.
///
/// ```
/// use long_term_plan_core::decisions::decision_number;
/// assert_eq!(decision_number("adr-007-any words.md"), Some(7));
/// assert_eq!(decision_number("adr-7.md"), None);
/// ```
pub fn decision_number(name: &str) -> Option<u32> {
    let rest = name.strip_suffix(EXTENSION)?.strip_prefix("adr-")?;
    let (digits, title) = rest.split_at_checked(3)?;
    let is_whole = title.is_empty() || title.starts_with('-');
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    (is_whole && number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_never_too_long() {
        for title in ["x".repeat(300), "漢".repeat(300), "😀 𠮷 ".repeat(90), "ﷺ".repeat(100)] {
            let name = file_name(999, &title);
            assert!(name.chars().count() <= MAX_CHARS && name.len() <= MAX_BYTES, "{name}");
            assert_eq!(decision_number(&name), Some(999));
            assert!(!name.contains("-.md"), "{name}");
        }
    }

    #[test]
    fn names_contain_only_letters_digits_and_dashes() {
        for title in ["a/b\\c", "CON", "a\0b", "..", "a\nb", "<!-- -->", "a:b*c?"] {
            let name = file_name(1, title);
            let stem = name.strip_suffix(".md").unwrap();
            assert!(stem.chars().all(|character| character == '-' || is_kept(character)), "{name}");
        }
    }
}
