//! Long texts in parts, each as long as a reply has room for.

use serde::Serialize;

use crate::contract::to_json;
use crate::views::to_u32;

use super::fitting_chars;

/// A part of a text.
pub(crate) struct TextPart {
    pub(crate) text: String,
    /// Where the next part starts, in characters of the text.
    pub(crate) next: Option<u32>,
    /// How much room it takes in a reply.
    pub(crate) chars: usize,
}

/// The part that starts at `offset` and takes at most `room` characters in a reply.
pub(crate) fn part_from(text: &str, offset: usize, room: usize) -> TextPart {
    let length = fitting_chars(text.chars().skip(offset), room);
    let mut rest = text.chars().skip(offset);
    let part: String = rest.by_ref().take(length).collect();
    let next = rest.next().map(|_| to_u32(offset + length));
    TextPart { next, chars: reply_chars(&part), text: part }
}

/// The number of characters that a value takes in a reply.
pub(crate) fn reply_chars(value: &impl Serialize) -> usize {
    to_json(value).encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_text_are_the_text() {
        let text = "é\n\"😀\" end".repeat(20);
        let (mut read, mut next) = (String::new(), Some(0));
        while let Some(offset) = next {
            let part = part_from(&text, offset as usize, 10);
            assert!(part.chars <= 12, "the quotes around it are the reply's");
            read.push_str(&part.text);
            next = part.next;
        }
        assert_eq!(read, text);
        assert_eq!(part_from(&text, 1_000, 10).text, "");
    }
}
