//! The headings of a Markdown text, and what stands under each.

use crate::plan::{Kind, shape, without_bom};
use crate::text::{LineEnding, Span, fold, lines};

/// A heading and what stands under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Number of `#`.
    pub level: usize,
    /// The heading's text.
    pub name: Span,
    /// Where the lines under it start.
    pub start: usize,
    /// After its last line that is not blank before the next heading of any level.
    pub own_end: usize,
    /// Where the next heading starts that is not deeper.
    pub end: usize,
}

impl Section {
    /// What stands under it, without blank lines around it.
    pub fn content(&self, text: &str) -> Span {
        Span::new(self.start, self.end).trimmed_of(text, char::is_whitespace)
    }
}

/// All sections of a text. What stands in a block of code is no heading.
pub fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut fences = Fences::default();
    for line in lines(text) {
        let content = line.content.of(text);
        if fences.passes(content)
            && let Kind::Heading { level, name } = shape(text, without_bom(text, &line)).kind
        {
            let start = line.content.start;
            let is_ended = |open: &&mut Section| open.end == text.len() && open.level >= level;
            found.iter_mut().filter(is_ended).for_each(|open| open.end = start);
            found.push(Section { level, name, start: line.end(), own_end: line.end(), end: text.len() });
            continue;
        }
        if let Some(last) = found.last_mut().filter(|_| !content.trim().is_empty()) {
            last.own_end = line.end();
        }
    }
    found
}

/// The section of this name; one that differs from it in case or width at worst.
pub fn find<'s>(sections: &'s [Section], text: &str, name: &str) -> Option<&'s Section> {
    let name = name.trim();
    let folded = fold(name);
    let is_same = |section: &&Section| section.name.of(text) == name;
    sections.iter().find(is_same).or_else(|| sections.iter().find(|section| fold(section.name.of(text)) == folded))
}

/// Tells which lines stand in a block of code.
#[derive(Debug, Default)]
pub struct Fences {
    /// What the block that is open was opened with.
    open: Option<(u8, usize)>,
}

impl Fences {
    /// The line that ends the block which is open.
    pub fn closing(&self) -> Option<String> {
        self.open.map(|(mark, length)| char::from(mark).to_string().repeat(length))
    }

    /// Takes the next line, and says whether it stands outside of all blocks.
    pub fn passes(&mut self, line: &str) -> bool {
        let line = line.trim_start();
        let mark = line.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'));
        let run = mark.map_or(0, |mark| line.bytes().take_while(|byte| *byte == mark).count());
        match (self.open, mark) {
            (None, Some(mark)) if run >= 3 => {
                self.open = Some((mark, run));
                false
            }
            (Some((opened, length)), Some(mark)) if mark == opened && run >= length => {
                self.open = None;
                false
            }
            (open, _) => open.is_none(),
        }
    }
}

/// How the lines of a text end.
pub fn ending_of(text: &str) -> &'static str {
    lines(text)
        .next()
        .map(|line| line.ending)
        .filter(|ending| *ending != LineEnding::None)
        .unwrap_or(LineEnding::Lf)
        .as_str()
}

/// What has to be written at the end of a text for a new section to stand there: a block of code that is open ends first.
pub fn gap_at_end(text: &str) -> String {
    let mut fences = Fences::default();
    for line in lines(text) {
        fences.passes(line.content.of(text));
    }
    match fences.closing() {
        Some(fence) => {
            let ending = ending_of(text);
            let before = if text.ends_with(['\n', '\r']) { "" } else { ending };
            format!("{before}{fence}{ending}{ending}")
        }
        None => gap_at(text, text.len()),
    }
}

/// What has to be written at `offset` for a blank line to stand before what is put there.
pub fn gap_at(text: &str, offset: usize) -> String {
    let ending = ending_of(text);
    let above = text.get(..offset).unwrap_or_default();
    let count =
        if above.trim_start_matches('\u{feff}').is_empty() || above.ends_with("\n\n") || above.ends_with("\r\n\r\n") {
            0
        } else if above.ends_with(['\n', '\r']) {
            1
        } else {
            2
        };
    ending.repeat(count)
}
