//! What holds for every parsed plan, valid or not.

use long_term_plan_core::plan::{Plan, Task, parse, validate};
use long_term_plan_core::text::{Span, Utf16Offsets};

use super::naive::{NaiveLine, columns, is_blank, naive_lines, plan_body, task_body, verbatim_lines};

/// Parses and validates a text, and checks all invariants of the result.
#[track_caller]
pub(crate) fn check_parse(text: &str) {
    let plan = parse(text);
    let lines = naive_lines(text);
    check_diagnostics(text, &lines);
    if plan.has_conflict() {
        // The lines of conflict markers are no part of the plan, and the copies of two sides need not fit together.
        return;
    }
    check_verbatim(&plan, &lines);
    check_headings(text, &plan, &lines);
    for number in 0..plan.tasks.len() {
        check_task(text, &plan, &lines, number);
    }
    let body = plan.body.map(|body| (body.markdown(text), body.last_line - body.first_line + 1));
    assert_eq!(body, plan_body(&lines), "the plan's body");
}

/// Nothing in a code block or comment is a task or a heading.
fn check_verbatim(plan: &Plan, lines: &[NaiveLine<'_>]) {
    let verbatim = verbatim_lines(lines);
    let used = plan.tasks.iter().map(|task| task.line).chain(plan.headings.iter().map(|heading| heading.line));
    for line in used {
        assert!(!verbatim[line - 1], "line {line} is verbatim: {:?}", lines[line - 1].content);
    }
}

#[track_caller]
fn check_span(text: &str, span: Span) {
    assert!(text.get(span.start..span.end).is_some(), "{span:?} is no range of the text");
}

fn check_headings(text: &str, plan: &Plan, lines: &[NaiveLine<'_>]) {
    let mut last_end = 0;
    for (number, heading) in plan.headings.iter().enumerate() {
        let line = &lines[heading.line - 1];
        assert_eq!(heading.span, Span::new(line.start, line.end));
        assert!(line.content.starts_with(&"#".repeat(heading.level)) && (1..=6).contains(&heading.level));
        check_span(text, heading.name);
        assert!(heading.span.start < heading.name.start + 1 && heading.name.end <= heading.span.end);
        assert!(heading.span.start >= last_end, "a section's content ends before the next heading");
        last_end = heading.content_end;
        let next = plan.headings.get(number + 1).map_or(text.len(), |next| next.span.start);
        assert!(Span::new(heading.content_end, next).of(text).trim_matches([' ', '\t', '\r', '\n']).is_empty());
        let above = plan.headings[..number].iter().rposition(|above| above.level < heading.level);
        assert_eq!(heading.parent, above.filter(|above| plan.headings[*above].level > 1));
    }
    assert_eq!(plan.title, plan.headings.iter().position(|heading| heading.level == 1));
}

fn check_task(text: &str, plan: &Plan, lines: &[NaiveLine<'_>], number: usize) {
    let task = &plan.tasks[number];
    let line = &lines[task.line - 1];
    assert_eq!((task.span.start, task.span.of(text)), (line.start, line.content), "the task's line");
    assert_eq!(task.indent, columns(line.content));
    check_fields(text, task);
    check_block(text, plan, lines, number);
    let section = plan.headings.iter().rposition(|heading| heading.line < task.line);
    assert_eq!(task.section, section);
    let first = plan.tasks.iter().position(|other| other.id.of(text) == task.id.of(text));
    assert_eq!(plan.find(text, task.id.of(text)), first);
    // A tab before a task is an error, and its width is undefined.
    if !line.content.starts_with([' ', '\t']) || !line.content[..line.content.find('-').unwrap_or(0)].contains('\t') {
        let body = task.body.map(|body| (body.markdown(text), body.last_line - body.first_line + 1));
        assert_eq!(body, task_body(lines, task.line - 1), "the body of {}", task.id.of(text));
    }
    if let Some(body) = task.body {
        assert_eq!(body.first_line, task.line + 1);
        assert_eq!(body.span, Span::new(lines[body.first_line - 1].start, lines[body.last_line - 1].end));
    }
}

fn check_fields(text: &str, task: &Task) {
    let parts =
        [task.checkbox, task.title, Span::at(task.comment.start), task.id, task.attributes, Span::at(task.comment.end)];
    for pair in parts.windows(2) {
        check_span(text, pair[0]);
        // Without attributes, their empty range is at the end of the comment.
        assert!(pair[0].end <= pair[1].start, "{pair:?} in {:?}", task.span.of(text));
    }
    assert!(task.span.start <= task.checkbox.start && task.comment.end <= task.span.end);
    assert!(task.checkbox.of(text).starts_with('[') && task.checkbox.of(text).ends_with(']'));
    assert!(task.comment.of(text).starts_with("<!--") && task.comment.of(text).ends_with("-->"));
    assert_eq!(task.title.of(text), task.title.of(text).trim_matches([' ', '\t']));
    for attribute in task.attributes(text) {
        assert!(task.attributes.start <= attribute.span.start && attribute.span.end <= task.attributes.end);
        assert!(attribute.span.start == attribute.key.start && attribute.value.end == attribute.span.end);
        check_span(text, attribute.key);
        check_span(text, attribute.value);
    }
}

fn check_block(text: &str, plan: &Plan, lines: &[NaiveLine<'_>], number: usize) {
    let task = &plan.tasks[number];
    check_span(text, task.block);
    assert_eq!(task.block.start, task.span.start);
    assert_eq!(task.block.end, lines[task.last_line - 1].end);
    assert!(!is_blank(lines[task.last_line - 1].content), "a block ends with something visible");
    assert!(number < task.subtree_end && task.subtree_end <= plan.tasks.len());
    for (other_number, other) in plan.tasks.iter().enumerate().skip(number + 1) {
        let is_inside = other_number < task.subtree_end;
        assert_eq!(is_inside, other.block.start < task.block.end);
        assert!(!is_inside || other.block.end <= task.block.end, "blocks nest");
    }
    let encloses = |other: &Task| other.block.start < task.block.start && task.block.end <= other.block.end;
    assert_eq!(task.parent, plan.tasks[..number].iter().rposition(encloses));
    assert_eq!(task.children, plan.tasks.iter().filter(|other| other.parent == Some(number)).count());
    for line in lines[task.line..task.last_line].iter().filter(|line| !is_blank(line.content)) {
        assert!(columns(line.content) > task.indent, "{:?} is not indented under its task", line.content);
    }
}

/// Diagnostics are sorted, lie within the text, and have UTF-16 positions.
fn check_diagnostics(text: &str, lines: &[NaiveLine<'_>]) {
    let found = validate(text);
    let mut positions = Utf16Offsets::new(text);
    for list in [&found.errors, &found.warnings] {
        assert!(list.is_sorted_by_key(|each| each.line));
        for each in list {
            assert!((1..=lines.len().max(1)).contains(&each.line), "{each:?}");
            assert!(!each.to_line().contains('\n'), "one diagnostic, one line: {:?}", each.to_line());
            let Some(span) = each.span else { continue };
            check_span(text, span);
            let line = &lines[each.line - 1];
            assert!(line.start <= span.start && span.end <= line.end, "{each:?}");
            assert_eq!(positions.offset(span.start), text[..span.start].encode_utf16().count());
        }
    }
}
