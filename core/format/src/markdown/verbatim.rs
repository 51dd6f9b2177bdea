//! Fenced code and comments over several lines. Nothing in them is a heading or a task.

use crate::text::{lines, without_bom};

const COMMENT_START: &str = "<!--";
const COMMENT_END: &str = "-->";
/// Fewest marks of a fence.
const SHORTEST_FENCE: usize = 3;

/// A kind of block whose lines are not read as Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbatimBlock {
    /// Between two fences.
    Code {
        /// `` ` `` or `~`.
        mark: u8,
        /// Number of marks in the opening fence.
        length: usize,
    },
    Comment,
}

impl VerbatimBlock {
    /// The block that a line opens. `content` is the line without surrounding white space.
    #[inline(never)]
    pub fn opened_by(content: &str) -> Option<Self> {
        match content.bytes().next()? {
            mark @ (b'`' | b'~') => {
                let length = content.bytes().take_while(|byte| *byte == mark).count();
                // A line such as ```` ```ls``` ```` is code within a line, and opens no block.
                let is_inline = mark == b'`' && content.bytes().skip(length).any(|byte| byte == mark);
                (length >= SHORTEST_FENCE && !is_inline).then_some(Self::Code { mark, length })
            }
            b'<' => (content.starts_with(COMMENT_START) && !content.contains(COMMENT_END)).then_some(Self::Comment),
            _ => None,
        }
    }

    /// Whether a line is the last one of the block. `content` is the line without surrounding white space.
    #[inline(never)]
    pub fn is_closed_by(self, content: &str) -> bool {
        match self {
            Self::Code { mark, length } => content.len() >= length && content.bytes().all(|byte| byte == mark),
            Self::Comment => content.contains(COMMENT_END),
        }
    }

    /// The line that closes the block.
    pub fn closing_line(self) -> String {
        match self {
            Self::Code { mark, length } => char::from(mark).to_string().repeat(length),
            Self::Comment => COMMENT_END.to_owned(),
        }
    }
}

/// Follows the verbatim blocks of a text, line by line.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerbatimBlocks {
    open: Option<VerbatimBlock>,
}

impl VerbatimBlocks {
    /// Whether the last line opened a verbatim block or is inside of one.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Advances to the next line, and returns whether it is outside of verbatim blocks. The lines that open and close a block
    /// are part of it.
    pub fn is_outside(&mut self, line: &str) -> bool {
        let content = line.trim_matches([' ', '\t']);
        let Some(open) = self.open else {
            self.open = VerbatimBlock::opened_by(content);
            return self.open.is_none();
        };
        if open.is_closed_by(content) {
            self.open = None;
        }
        false
    }
}

/// The line that closes the verbatim block in which `text` ends.
///
/// ```
/// use long_term_plan_format::markdown::missing_closing_line;
/// assert_eq!(missing_closing_line("~~~~ sh\nls\n").as_deref(), Some("~~~~"));
/// assert_eq!(missing_closing_line("<!--\nls\n").as_deref(), Some("-->"));
/// assert_eq!(missing_closing_line("```\nls\n```\n"), None);
/// ```
pub fn missing_closing_line(text: &str) -> Option<String> {
    let mut blocks = VerbatimBlocks::default();
    for line in lines(text) {
        blocks.is_outside(without_bom(text, &line).of(text));
    }
    blocks.open.map(VerbatimBlock::closing_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, outside: &[&str]) {
        let mut blocks = VerbatimBlocks::default();
        let found: Vec<&str> = text.lines().filter(|line| blocks.is_outside(line)).collect();
        assert_eq!(found, outside, "{text}");
    }

    #[test]
    fn a_fence_closes_what_a_fence_of_its_kind_opened() {
        check("a\n```sh\nb\n```\nc", &["a", "c"]);
        check("~~~\n```\n~~~\na", &["a"]);
        check("  ````\n```\n  `````  \na", &["a"]);
    }

    #[test]
    fn a_closing_fence_has_no_words_after_it() {
        check("```\n```sh\na\n```\nb", &["b"]);
        check("~~~ a ~ `b`\n~~~ c\n~~~\nd", &["d"]);
    }

    #[test]
    fn code_within_a_line_opens_no_block() {
        check("```ls``` lists\na", &["```ls``` lists", "a"]);
        check("``\na", &["``", "a"]);
    }

    #[test]
    fn a_comment_over_several_lines_is_a_block() {
        check("<!-- a\n```\nb --> c\nd", &["d"]);
        check("<!--\n<!-- a -->\nb", &["b"]);
        check("<!-- a -->\n<!-->\nb <!-- c\nd", &["<!-- a -->", "<!-->", "b <!-- c", "d"]);
        check("```\n<!--\n```\na", &["a"]);
    }
}
