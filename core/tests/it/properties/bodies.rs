//! Bodies survive encoding and decoding.

use long_term_plan_core::edit::{Template, create};
use long_term_plan_core::plan::{Document, decode_body, encode_body, parse, validate};
use proptest::prelude::*;
use proptest::sample::select;

use super::config;
use super::op_generators::{markdown, title};
use crate::support::intent::{one_line, with_line_feeds};
use crate::support::invariants::check_parse;

fn any_markdown() -> impl Strategy<Value = String> {
    prop_oneof![markdown(), any::<String>()]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn decoding_undoes_encoding(
        markdown in any_markdown(),
        indent in 0..9_usize,
        ending in select(vec!["\n", "\r\n", "\r"]),
    ) {
        let encoded = encode_body(&markdown, indent, ending);
        prop_assert_eq!(decode_body(&encoded), with_line_feeds(&markdown));
        // With a line ending after the last line, as in a file.
        prop_assert_eq!(decode_body(&format!("{encoded}{ending}")), with_line_feeds(&markdown));
    }

    #[test]
    fn an_encoded_body_is_parsed_as_the_body_of_its_task(markdown in any_markdown(), indent in 0..5_usize) {
        let spaces = " ".repeat(indent);
        let outer = if indent == 0 { "" } else { "- note\n" };
        prop_assume!(indent != 1);
        let encoded = encode_body(&markdown, indent + 2, "\n");
        let task = format!("{spaces}- [ ] a <!-- long-term-plan:id=t1 -->");
        let text = format!("<!-- long-term-plan:format=v1 -->\n{outer}{task}\n{encoded}\n\n  > not part of it\n");
        prop_assert_eq!(validate(&text).errors, []);
        let plan = parse(&text);
        prop_assert_eq!(plan.tasks[0].body.unwrap().markdown(&text), with_line_feeds(&markdown));
    }

    #[test]
    fn a_new_plan_has_the_given_title_and_body(
        title in title(),
        basic in any::<bool>(),
        body in prop::option::of(any_markdown()),
    ) {
        let template = if basic { Template::Basic } else { Template::Empty };
        if let Ok(text) = create(&title, template, body.as_deref()) {
            check_parse(&text);
            let document = Document::new(text);
            let (text, plan) = (document.text(), document.plan());
            prop_assert_eq!(validate(text).errors, []);
            prop_assert_eq!(plan.title(text), Some(&*one_line(&title)));
            let body = body.filter(|body| !body.is_empty()).map(|body| with_line_feeds(&body));
            prop_assert_eq!(plan.body.map(|body| body.markdown(text)), body);
            prop_assert_eq!(plan.headings.len(), if basic { 4 } else { 1 });
        } else {
            let title = one_line(&title);
            let is_unsuitable = title.contains('#') || title.contains("long-term-plan:id=");
            prop_assert!(title.is_empty() || is_unsuitable || title.contains(char::is_control));
        }
    }
}
