//! Normalizes line endings, byte order mark and the end of the last line before a merge, and restores them after it.

use crate::text::{Interner, LineEnding, bom_length, common_lines, lines};

/// A text whose lines all end with `\n`, with what is needed to restore its form.
#[derive(Debug)]
pub(super) struct NormalizedText<'t> {
    pub(super) text: String,
    original: &'t str,
    has_bom: bool,
    ends_open: bool,
}

impl<'t> NormalizedText<'t> {
    pub(super) fn of(original: &'t str) -> Self {
        let bom = bom_length(original);
        let content = original.get(bom..).unwrap_or_default();
        let mut text = String::with_capacity(content.len() + 1);
        if memchr::memchr(b'\r', content.as_bytes()).is_none() {
            text.push_str(content);
        } else {
            for line in lines(content) {
                text.push_str(line.content.of(content));
                text.push_str(if line.ending == LineEnding::None { "" } else { "\n" });
            }
        }
        let ends_open = !text.is_empty() && !text.ends_with('\n');
        if ends_open {
            text.push('\n');
        }
        Self { text, original, has_bom: bom > 0, ends_open }
    }
}

/// The merged text with our line endings. Byte order mark and last line ending are those of the side that changed them.
pub(super) fn restore_line_endings(merged: &str, [base, ours, theirs]: [&NormalizedText<'_>; 3]) -> String {
    let has_bom = if ours.has_bom == base.has_bom { theirs.has_bom } else { ours.has_bom };
    let ends_open = if ours.ends_open == base.ends_open { theirs.ends_open } else { ours.ends_open };
    let mut text = String::with_capacity(merged.len() + 3);
    if has_bom {
        text.push('\u{feff}');
    }
    if memchr::memchr(b'\r', ours.original.as_bytes()).is_none() {
        text.push_str(merged);
    } else {
        push_with_endings(merged, ours, &mut text);
    }
    // A conflict marker keeps its line ending.
    let last = merged.split_terminator('\n').next_back().unwrap_or_default();
    if ends_open && !last.starts_with(">>>>>>>") {
        let ending = if text.ends_with("\r\n") { 2 } else { usize::from(text.ends_with(['\n', '\r'])) };
        text.truncate(text.len() - ending);
    }
    text
}

/// Writes the lines of `merged` with their endings in `ours`; a new line gets that of the line above.
fn push_with_endings(merged: &str, ours: &NormalizedText<'_>, text: &mut String) {
    let endings: Vec<_> = lines(ours.original).map(|line| line.ending).collect();
    let first = endings.first().copied().unwrap_or(LineEnding::Lf);
    let merged_lines: Vec<&str> = merged.split_terminator('\n').collect();
    let mut own: Vec<Option<LineEnding>> = vec![None; merged_lines.len()];
    if endings.iter().any(|ending| *ending != first) {
        let our_lines: Vec<&str> = ours.text.split_terminator('\n').collect();
        let mut interner = Interner::default();
        let (one, other) = (interner.intern_all(&merged_lines), interner.intern_all(&our_lines));
        for (at, same) in common_lines(&one, &other) {
            own[at] = endings.get(same).copied().filter(|ending| *ending != LineEnding::None);
        }
    }
    let mut last = if first == LineEnding::None { LineEnding::Lf } else { first };
    for (line, own) in merged_lines.iter().zip(own) {
        last = own.unwrap_or(last);
        if line.is_empty() && last == LineEnding::Lf && text.ends_with('\r') {
            // `\r` and `\n` would become one line ending.
            last = LineEnding::Cr;
        }
        text.push_str(line);
        text.push_str(last.as_str());
    }
}
