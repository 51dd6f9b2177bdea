//! The structure of a Markdown text: headings, sections and verbatim blocks.

mod heading;
mod verbatim;

pub use heading::{MAX_INDENT, drops_end, heading};
pub use verbatim::{VerbatimBlock, VerbatimBlocks, missing_closing_line};

use crate::text::{Span, first_ending, fold, lines, without_bom};

/// A heading and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Number of `#`.
    pub level: usize,
    pub name: Span,
    /// Start of the heading's line.
    pub heading_start: usize,
    /// Start of the line below the heading.
    pub start: usize,
    /// End of the last line that is not blank before the next heading of any level.
    pub own_end: usize,
    /// Start of the next heading of the same or a higher level.
    pub end: usize,
}

impl Section {
    /// Everything below the heading, without surrounding white space.
    pub fn content(&self, text: &str) -> Span {
        Span::new(self.start, self.end).trimmed_of(text, char::is_whitespace)
    }
}

/// All sections of a text, in order. Verbatim blocks contain no headings.
pub fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut blocks = VerbatimBlocks::default();
    for line in lines(text) {
        let content = without_bom(text, &line);
        if blocks.is_outside(content.of(text))
            && let Some((level, name)) = heading(text, content)
        {
            while let Some(ended) = open.pop_if(|index| sections[*index].level >= level) {
                sections[ended].end = content.start;
            }
            open.push(sections.len());
            let (heading_start, start) = (content.start, line.end());
            sections.push(Section { level, name, heading_start, start, own_end: start, end: text.len() });
        } else if let Some(last) = sections.last_mut().filter(|_| !content.of(text).trim().is_empty()) {
            last.own_end = line.end();
        }
    }
    sections
}

/// The section of this name, or else one whose name differs only in case or width.
pub fn find<'s>(sections: &'s [Section], text: &str, name: &str) -> Option<&'s Section> {
    let name = name.trim();
    let folded = fold(name);
    let is_same = |section: &&Section| section.name.of(text) == name;
    sections.iter().find(is_same).or_else(|| sections.iter().find(|section| fold(section.name.of(text)) == folded))
}

/// What must be written at the end of a text before a new section: a verbatim block that is still open is closed first.
pub fn gap_at_end(text: &str) -> String {
    let Some(closing_line) = missing_closing_line(text) else { return gap_at(text, text.len()) };
    let ending = first_ending(text);
    let before = if text.ends_with(['\n', '\r']) { "" } else { ending };
    format!("{before}{closing_line}{ending}{ending}")
}

/// What must be written at `offset` so that a blank line precedes what is inserted there.
pub fn gap_at(text: &str, offset: usize) -> String {
    let above = text.get(..offset).unwrap_or_default();
    let is_at_start = above.trim_start_matches('\u{feff}').is_empty();
    let endings = match above {
        _ if is_at_start || above.ends_with("\n\n") || above.ends_with("\r\n\r\n") => 0,
        _ if above.ends_with(['\n', '\r']) => 1,
        _ => 2,
    };
    first_ending(text).repeat(endings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_heading_that_is_not_deeper() {
        let text = "\u{feff}# A\na\n\n## B\n\n### C\nc\n## D\n```\n# code\n```\n# E";
        let found = sections(text);
        let names: Vec<_> = found.iter().map(|section| (section.level, section.name.of(text))).collect();
        assert_eq!(names, [(1, "A"), (2, "B"), (3, "C"), (2, "D"), (1, "E")]);
        let contents: Vec<_> = found.iter().map(|section| section.content(text).of(text)).collect();
        assert_eq!(contents[1..], ["### C\nc", "c", "```\n# code\n```", ""]);
        assert_eq!(Span::new(found[0].start, found[0].own_end).of(text), "a\n");
        assert_eq!((found[0].heading_start, found[0].end), (3, text.len() - 3));
    }
}
