//! Fenced code blocks, in which nothing is a heading.

use crate::text::{lines, without_bom};

/// Follows the fences of a text, line by line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fences {
    open: Option<Fence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    mark: u8,
    length: usize,
}

impl Fences {
    /// Whether the last line opened a code block or is inside of one.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Advances to the next line, and returns whether it is outside of code blocks. A fence is part of its block.
    pub fn is_outside(&mut self, line: &str) -> bool {
        let line = line.trim_start();
        match (self.open, Fence::at_start(line)) {
            (None, None) => true,
            (None, opening) => {
                self.open = opening;
                false
            }
            (Some(open), Some(fence)) => {
                let closes =
                    fence.mark == open.mark && fence.length >= open.length && line.trim_end().len() == fence.length;
                self.open = Some(open).filter(|_| !closes);
                false
            }
            (Some(_), None) => false,
        }
    }
}

impl Fence {
    fn at_start(line: &str) -> Option<Self> {
        let mark = line.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let length = line.bytes().take_while(|byte| *byte == mark).count();
        // A line such as ```` ```ls``` ```` is code within a line, and opens no block.
        let is_inline = mark == b'`' && line.as_bytes().get(length..).is_some_and(|rest| rest.contains(&mark));
        (length >= 3 && !is_inline).then_some(Self { mark, length })
    }
}

/// The line that closes the code block in which `text` ends.
///
/// ```
/// use long_term_plan_format::markdown::missing_fence;
/// assert_eq!(missing_fence("~~~~ sh\nls\n").as_deref(), Some("~~~~"));
/// assert_eq!(missing_fence("```\nls\n```\n"), None);
/// ```
pub fn missing_fence(text: &str) -> Option<String> {
    let mut fences = Fences::default();
    for line in lines(text) {
        fences.is_outside(without_bom(text, &line).of(text));
    }
    fences.open.map(|Fence { mark, length }| char::from(mark).to_string().repeat(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, outside: &[&str]) {
        let mut fences = Fences::default();
        let found: Vec<&str> = text.lines().filter(|line| fences.is_outside(line)).collect();
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
    }

    #[test]
    fn code_within_a_line_opens_no_block() {
        check("```ls``` lists\na", &["```ls``` lists", "a"]);
    }
}
