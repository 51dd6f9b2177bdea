//! Updates context files, which contain notes on a task: the whole file, or one section.

use std::borrow::Cow;

use crate::markdown::{find, gap_at, gap_at_end, sections};
use crate::text::{Span, TextEdit, first_ending};

/// Which part of a file is updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteTarget<'n> {
    Whole,
    /// The section with this name, which is added if it is missing.
    Section(&'n str),
}

/// The text with `content` in place of the target, or appended to it. Content that is added to a text takes its line endings.
///
/// ```
/// use long_term_plan_core::notes::{NoteTarget, updated};
/// let text = "# T001\n\n## Log\n\n- one\n\n## Links\n";
/// assert_eq!(updated(text, NoteTarget::Section("Log"), "- two", true), "# T001\n\n## Log\n\n- one\n- two\n\n## Links\n");
/// assert_eq!(updated(text, NoteTarget::Section("log"), "none", false), "# T001\n\n## Log\n\nnone\n\n## Links\n");
/// ```
pub fn updated(text: &str, target: NoteTarget<'_>, content: &str, append: bool) -> String {
    match target {
        NoteTarget::Whole if append => appended(text, content),
        NoteTarget::Whole => content.to_owned(),
        NoteTarget::Section(name) => in_section(text, name, content, append),
    }
}

fn appended(text: &str, content: &str) -> String {
    if text.trim_start_matches('\u{feff}').is_empty() {
        return format!("{text}{content}");
    }
    let ending = first_ending(text);
    let content = with_endings(content, ending);
    let end = if text.ends_with(['\n', '\r']) && !content.ends_with(ending) { ending } else { "" };
    format!("{text}{}{content}{end}", gap_at(text, text.len()))
}

/// The content with `ending` at the end of each line.
fn with_endings<'c>(content: &'c str, ending: &str) -> Cow<'c, str> {
    if !content.contains(['\n', '\r']) {
        return content.into();
    }
    content.replace("\r\n", "\n").replace('\r', "\n").replace('\n', ending).into()
}

fn in_section(text: &str, name: &str, content: &str, append: bool) -> String {
    let ending = first_ending(text);
    let content = &with_endings(content.trim_end_matches(['\n', '\r']), ending);
    let all = sections(text);
    let Some(section) = find(&all, text, name) else {
        let gap = gap_at_end(text);
        return format!("{text}{gap}## {}{ending}{ending}{content}{ending}", name.trim());
    };
    let present = section.content(text);
    // The heading may be the last line, without a line ending.
    let line_end =
        if text.get(..section.start).is_some_and(|above| above.ends_with(['\n', '\r'])) { "" } else { ending };
    let edit = if present.is_empty() {
        let below = if section.end < text.len() { ending } else { "" };
        TextEdit::replace(
            text,
            Span::new(section.start, section.end),
            &format!("{line_end}{ending}{content}{ending}{below}"),
        )
    } else if append {
        insertion(text, section.start, section.own_end, content)
    } else {
        TextEdit::replace(text, present, content)
    };
    edit.apply(text)
}

/// Inserts the content after the last line of a section: on the next line if both are list items, else after a blank line.
fn insertion(text: &str, start: usize, own_end: usize, content: &str) -> TextEdit {
    let ending = first_ending(text);
    let above = text.get(start..own_end).unwrap_or_default();
    let last = above.trim_end().rsplit(['\n', '\r']).next().unwrap_or_default();
    let continues = is_item(last) && is_item(content);
    if above.trim().is_empty() {
        let below = if text.get(start..).is_some_and(|below| below.starts_with(['\n', '\r'])) { "" } else { ending };
        return TextEdit::insert(start, format!("{ending}{content}{ending}{below}"));
    }
    let mut new = String::new();
    if !above.ends_with(['\n', '\r']) {
        new.push_str(ending);
    }
    if !continues {
        new.push_str(ending);
    }
    TextEdit::insert(own_end, new + content + ending)
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_ordered =
        digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "));
    is_ordered || ["- ", "* ", "+ "].iter().any(|bullet| line.starts_with(bullet))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_file_is_replaced_or_continued() {
        assert_eq!(updated("old\n", NoteTarget::Whole, "new", false), "new");
        assert_eq!(updated("old\n", NoteTarget::Whole, "new", true), "old\n\nnew\n");
        assert_eq!(updated("old", NoteTarget::Whole, "new", true), "old\n\nnew");
        assert_eq!(updated("", NoteTarget::Whole, "new", true), "new");
        assert_eq!(updated("old\r\n", NoteTarget::Whole, "new", true), "old\r\n\r\nnew\r\n");
        assert_eq!(updated("old\r\n", NoteTarget::Whole, "a\nb\n", true), "old\r\n\r\na\r\nb\r\n");
        assert_eq!(updated("old\n", NoteTarget::Whole, "a\r\nb\rc", true), "old\n\na\nb\nc\n");
        assert_eq!(updated("old\r", NoteTarget::Whole, "a\nb", true), "old\r\ra\rb\r");
        assert_eq!(updated("", NoteTarget::Whole, "a\r\nb", true), "a\r\nb");
    }

    #[test]
    fn a_missing_section_is_added_at_the_end() {
        for append in [true, false] {
            assert_eq!(updated("# A\n", NoteTarget::Section("Log"), "x\n", append), "# A\n\n## Log\n\nx\n");
            assert_eq!(updated("", NoteTarget::Section("Log"), "x", append), "## Log\n\nx\n");
        }
    }

    #[test]
    fn an_empty_section_is_filled() {
        for append in [true, false] {
            let target = NoteTarget::Section("Log");
            assert_eq!(updated("## Log\n\n\n## B\n", target, "x", append), "## Log\n\nx\n\n## B\n");
            assert_eq!(updated("## Log", target, "x", append), "## Log\n\nx\n");
        }
    }

    #[test]
    fn appended_content_comes_before_subsections() {
        let text = "## Log\n\nfirst\n\n### Details\n\nmore\n";
        assert_eq!(
            updated(text, NoteTarget::Section("Log"), "second", true),
            "## Log\n\nfirst\n\nsecond\n\n### Details\n\nmore\n"
        );
        assert_eq!(updated(text, NoteTarget::Section("Log"), "only", false), "## Log\n\nonly\n");
    }

    #[test]
    fn code_blocks_contain_no_headings() {
        let text = "```\n## Log\n```\n";
        assert_eq!(updated(text, NoteTarget::Section("Log"), "x", true), "```\n## Log\n```\n\n## Log\n\nx\n");
    }

    #[test]
    fn all_other_bytes_stay() {
        let text = "\u{feff}# A  \r\n\r\ntext\t\r\n## ログ\r\n- 一\r\n\r\n\r\n## Z\r\nend";
        assert_eq!(
            updated(text, NoteTarget::Section("ﾛｸﾞ"), "- 二", true),
            text.replace("- 一\r\n", "- 一\r\n- 二\r\n")
        );
        assert_eq!(updated(text, NoteTarget::Section("Z"), "- x", true), format!("{text}\r\n\r\n- x\r\n"));
    }
}
