//! Bodies come back as they were written, and any blockquote decodes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use long_term_plan_core::plan::{decode_body, decode_value, encode_body, encode_value, parse};
use support::intent::with_line_feeds;

#[path = "../../tests/it/support/mod.rs"]
mod support;

fuzz_target!(|input: (u8, u8, &str)| {
    let (indent, ending, markdown) = input;
    let ending = ["\n", "\r\n", "\r"][usize::from(ending) % 3];
    let indent = usize::from(indent % 16);
    let encoded = encode_body(markdown, indent, ending);
    assert_eq!(decode_body(&encoded), with_line_feeds(markdown));
    // What was not encoded by us decodes to something, too.
    let _ = decode_body(markdown);

    let task = format!("{}- [ ] a <!-- long-term-plan:id=t1 -->", " ".repeat(indent));
    let text = format!("{task}{ending}{}", encode_body(markdown, indent + 2, ending));
    let body = parse(&text).tasks[0].body.map(|body| body.markdown(&text));
    assert_eq!(body, Some(with_line_feeds(markdown)));

    assert_eq!(decode_value(&encode_value(markdown, ending == "\r")).as_deref(), Ok(markdown));
});
