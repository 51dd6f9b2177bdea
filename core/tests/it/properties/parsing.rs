//! Any text parses, and the result is consistent with the text.

use long_term_plan_core::plan::{Document, decode, validate};
use long_term_plan_core::text::lines;
use proptest::prelude::*;

use super::config;
use super::generators::{any_text, valid_plan};
use crate::support::invariants::check_parse;
use crate::support::naive::{NaiveLine, naive_lines};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_parses_consistently(text in any_text()) {
        check_parse(&text);
    }

    #[test]
    fn any_text_under_a_header_parses_consistently(text in any_text(), bom in any::<bool>()) {
        let bom = if bom { "\u{feff}" } else { "" };
        check_parse(&format!("{bom}<!-- long-term-plan:format=v1 -->\n{text}"));
    }

    #[test]
    fn a_valid_plan_parses_consistently(text in valid_plan()) {
        check_parse(&text);
        let is_task = |line: &&NaiveLine<'_>| line.content.trim_start_matches(' ').starts_with("- [");
        let checkboxes = naive_lines(&text).iter().filter(is_task).count();
        prop_assert_eq!(Document::new(text).plan().tasks.len(), checkboxes, "every task is parsed");
    }

    #[test]
    fn lines_cover_the_text(text in any_text()) {
        let mut end = 0;
        for (number, line) in lines(&text).enumerate() {
            prop_assert_eq!((line.number, line.content.start), (number + 1, end));
            prop_assert!(!line.content.of(&text).contains(['\n', '\r']));
            prop_assert_eq!(text.get(line.content.end..line.end()), Some(line.ending.as_str()));
            end = line.end();
        }
        prop_assert_eq!(end, text.len());
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_line(
        text in any_text(),
        bad in 0x80..0xc0_u8,
        rest in any::<Vec<u8>>(),
    ) {
        let mut bytes = text.clone().into_bytes();
        bytes.push(bad);
        bytes.extend(rest);
        let diagnostic = decode(&bytes).unwrap_err();
        let needle = format!("byte {} ", text.len());
        prop_assert!(diagnostic.message.contains(&needle), "{}", diagnostic.message);
        // The line that a valid character would have.
        prop_assert_eq!(diagnostic.line, lines(&format!("{text}x")).count());
        prop_assert_eq!(Document::from_bytes(bytes).unwrap_err(), diagnostic);
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes in any::<Vec<u8>>()) {
        match decode(&bytes) {
            Ok(text) => drop(validate(text)),
            Err(diagnostic) => prop_assert!(std::str::from_utf8(&bytes).is_err() && diagnostic.line > 0),
        }
    }
}
