//! Bugs that were fixed, one test each.

use long_term_plan_core::convert::import::{Format, ImportFile, Request, import};
use long_term_plan_core::plan::{Document, Status};

/// The tasks of a Markdown text: their depths, whether they are done, their titles and their bodies.
fn tasks(markdown: &str) -> Vec<(usize, bool, String, String)> {
    let files = [ImportFile { path: "x.md".into(), bytes: markdown.as_bytes().to_vec() }];
    let request = Request { files: &files, format: Some(Format::Gfm), name: "x", now_ms: 0, entropy: [0; 10] };
    let plan = Document::new(import(&request).unwrap().text);
    let text = plan.text();
    let shown = plan.plan().tasks.iter().map(|task| {
        let body = task.body.map(|body| body.markdown(text)).unwrap_or_default();
        (task.indent / 2, task.status == Status::Done, task.title.of(text).to_owned(), body)
    });
    shown.collect()
}

fn task(depth: usize, is_done: bool, title: &str, body: &str) -> (usize, bool, String, String) {
    (depth, is_done, title.to_owned(), body.to_owned())
}

#[test]
fn the_first_list_of_a_section_may_be_indented() {
    let found = tasks("## A\n\n  - [ ] one\n  - [x] two\n- [ ] three\n");
    assert_eq!(found, [task(0, false, "one", ""), task(0, true, "two", ""), task(0, false, "three", "")]);
}

#[test]
fn a_quotation_right_under_a_title_is_the_body() {
    let found = tasks("- [ ] one\n  > a\n  >\n  > b\n- [ ] two\n\n  c\n");
    assert_eq!(found, [task(0, false, "one", "a\n\nb"), task(0, false, "two", "c")]);
}

#[test]
fn an_escaped_checkbox_is_not_a_task() {
    let found = tasks("- \\[ ] text\n- [ ] task\n");
    assert_eq!(found, [task(0, false, "task", "")]);
}

#[test]
fn unicode_line_separators_are_text() {
    let found = tasks("## A\n\n\u{2028}- - [ ] text\n\n- [ ] task\n");
    assert_eq!(found, [task(0, false, "task", "")]);
}

#[test]
fn an_indented_fence_stays_code() {
    let found = tasks("## A\n\n\t```\n\n- [ ] task\n");
    assert_eq!(found, [task(0, false, "task", "")]);
}
