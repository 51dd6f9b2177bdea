//! Any text parses, and the result is consistent with the text.

use long_term_plan_core::plan::{Document, Plan, decode, validate};
use long_term_plan_core::text::{Span, TextEdit, lines};
use proptest::prelude::*;
use proptest::sample::select;

use super::config;
use super::generators::{any_text, valid_plan};
use crate::support::invariants::check_parse;
use crate::support::naive::{NaiveLine, naive_lines, verbatim_lines};

/// All that a document contains, and where each id is found.
fn content(document: &Document) -> String {
    let (text, plan) = (document.text(), document.plan());
    let found: Vec<_> = plan.tasks.iter().map(|task| plan.find(text, task.id.of(text))).collect();
    let Plan { header, title, body, preamble_end, headings, tasks, diagnostics, unclosed, is_index, .. } = plan;
    format!(
        "{text:?} {header:?} {title:?} {body:?} {preamble_end} {headings:?} {tasks:?} {diagnostics:?} {unclosed:?} {is_index} {found:?}"
    )
}

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
        let lines = naive_lines(&text);
        let is_task = |line: &NaiveLine<'_>| line.content.trim_start_matches(' ').starts_with("- [");
        let verbatim = verbatim_lines(&lines);
        let checkboxes = lines.iter().zip(verbatim).filter(|(line, is_verbatim)| !is_verbatim && is_task(line)).count();
        prop_assert_eq!(Document::new(text).plan().tasks.len(), checkboxes, "every task is parsed");
    }

    #[test]
    fn an_edited_document_is_what_parsing_its_text_gives(
        text in prop_oneof![3 => valid_plan(), 1 => any_text()],
        task in any::<usize>(),
        place in any::<usize>(),
        removed in 0..3_usize,
        written in select(vec!["", "x", "√", "[*]", "-->", "<!--", "```", "\n", "`", " due=1", " <!-- long-term-plan:id=t1 -->"]),
    ) {
        let document = Document::new(text.clone());
        let line = document.plan().tasks.get(task % document.plan().tasks.len().max(1)).map(|task| task.span);
        let within = line.unwrap_or(Span::new(0, text.len()));
        let boundary = |at: usize| (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        let start = boundary(within.start + place % (within.len() + 1));
        let edit = TextEdit::replace(&text, Span::new(start, boundary((start + removed).min(text.len()))), written);
        let edited = document.edited(&edit);
        prop_assert_eq!(content(&edited), content(&Document::new(edit.apply(&text))));
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
