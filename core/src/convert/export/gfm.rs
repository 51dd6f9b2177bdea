//! A checklist for GitHub, without comments. Attributes are in a code span after the title, so that an import restores them.

use std::collections::BTreeSet;

use crate::plan::{AttributeKey, Body, Document, Status, Task, check_value, decode_value, encode_body};
use crate::text::{Line, lines};

use crate::convert::attribute_span;
use crate::convert::import::round_trips;
use crate::word::Word;

/// Indentation per level, in spaces.
const STEP: usize = 2;

pub(super) fn write(document: &Document) -> String {
    let (text, plan) = (document.text(), document.plan());
    let dependencies = ids_of_dependencies(document);
    let mut written = String::with_capacity(text.len());
    // The tasks whose blocks contain the line, each with its new indentation.
    let mut open: Vec<(&Task, usize)> = Vec::new();
    let mut next = plan.tasks.iter().peekable();
    // End of the last body, which a blank line follows already, and of the last task line, which must not be continued by text.
    let (mut body_end, mut title_end) = (0, 0);
    for line in lines(text) {
        open.retain(|(task, _)| line.content.start < task.block.end);
        if let Some(task) = next.next_if(|task| task.line == line.number) {
            let parent = open.last().filter(|_| task.parent.is_some());
            let indent =
                parent.map_or(if task.parent.is_none() { task.indent } else { 0 }, |(_, indent)| indent + STEP);
            push_line(&mut written, indent, &task_line(document, task, &dependencies));
            title_end = written.len();
            if let Some(body) = task.body {
                push_body(&mut written, &body.markdown(text), indent + STEP, task.children > 0);
                body_end = written.len();
            }
            open.push((task, indent));
        } else if !is_omitted(document, line, &open) {
            let content = line.content.of(text);
            let content = if line.number == 1 { content.trim_start_matches('\u{feff}') } else { content };
            if plan.body.is_some_and(|body| body.first_line == line.number) {
                push_plan_body(&mut written, plan.body, text);
            } else if !(content.trim().is_empty() && written.len() == body_end) {
                let joins_title = written.len() == title_end && title_end > 0 && !open.is_empty();
                written.push_str(if joins_title && !content.trim().is_empty() { "\n" } else { "" });
                push_shifted(&mut written, content, open.last());
            }
        }
    }
    let written = written.trim_matches('\n');
    if written.is_empty() { String::new() } else { format!("{written}\n") }
}

/// The header, bodies that are already written, and our invisible separators.
fn is_omitted(document: &Document, line: Line, open: &[(&Task, usize)]) -> bool {
    let (text, plan) = (document.text(), document.plan());
    let is_header = plan
        .header
        .is_some_and(|header| header.span.start >= line.content.start && header.span.end <= line.content.end);
    let within = |body: Option<Body>| body.filter(|body| (body.first_line..=body.last_line).contains(&line.number));
    let in_plan_body = within(plan.body).is_some_and(|body| line.number > body.first_line);
    let in_body = open.last().and_then(|(task, _)| within(task.body)).is_some();
    is_header || in_plan_body || in_body || line.content.of(text).trim() == "<!-- -->"
}

fn push_line(written: &mut String, indent: usize, line: &str) {
    if !line.is_empty() {
        written.push_str(&" ".repeat(indent));
        written.push_str(line);
    }
    written.push('\n');
}

/// A line of text, indented like the task that contains it.
fn push_shifted(written: &mut String, content: &str, under: Option<&(&Task, usize)>) {
    let Some((task, indent)) = under.filter(|_| !content.trim().is_empty()) else {
        return push_line(written, 0, content.trim_end());
    };
    let blanks = content.bytes().take_while(|byte| *byte == b' ').count();
    push_line(written, (blanks + indent).saturating_sub(task.indent), &content[blanks..]);
}

/// Unchanged if an import restores it; otherwise as a blockquote, which may contain anything.
fn push_body(written: &mut String, markdown: &str, indent: usize, has_children: bool) {
    if !round_trips(markdown, has_children) {
        written.push_str(&encode_body(markdown, indent, "\n"));
        written.push('\n');
        return;
    }
    written.push('\n');
    for line in markdown.split('\n') {
        push_line(written, indent, line);
    }
    written.push('\n');
}

fn push_plan_body(written: &mut String, body: Option<Body>, text: &str) {
    let markdown = body.map(|body| body.markdown(text)).unwrap_or_default();
    let is_plain = crate::convert::import::round_trips_as_plan_body(&markdown);
    let lines = if is_plain { markdown } else { encode_body(&markdown, 0, "\n") };
    written.push_str(&lines);
    written.push('\n');
}

fn ids_of_dependencies(document: &Document) -> BTreeSet<String> {
    let text = document.text();
    document.plan().tasks.iter().flat_map(|task| task.list(text, AttributeKey::Depends)).collect()
}

fn task_line(document: &Document, task: &Task, dependencies: &BTreeSet<String>) -> String {
    let text = document.text();
    let title = task.title.of(text);
    let mark = if task.status == Status::Done { 'x' } else { ' ' };
    let mut pairs = vec![format!("{}={}", attribute_span::STATUS, task.status.as_str())];
    if dependencies.contains(task.id.of(text)) {
        pairs.push(format!("{}={}", attribute_span::ID, task.id.of(text)));
    }
    for key in AttributeKey::ALL.iter().copied().filter(|key| *key != AttributeKey::Seq) {
        let Some(attribute) = task.attribute(text, key) else { continue };
        let value = attribute.value.of(text);
        let is_valid = |item: &str| decode_value(item).is_ok_and(|item| check_value(key, &item).is_ok());
        if if key.is_list() { value.split(',').all(is_valid) } else { is_valid(value) } {
            pairs.push(format!("{}={value}", key.as_str()));
        }
    }
    let checkbox_is_enough = pairs.len() == 1 && task.status != Status::Doing;
    // A title that would be read as a title with attributes needs a span after it: only the last one counts.
    let is_plain = attribute_span::split(title).is_none() && !title.contains("long-term-plan:id=");
    if checkbox_is_enough && is_plain {
        return format!("- [{mark}] {title}").trim_end().to_owned();
    }
    format!("- [{mark}] {title} `{}`", pairs.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(plan: &str, expected: &str) {
        assert_eq!(write(&Document::new(format!("<!-- long-term-plan:format=v1 -->\n{plan}"))), expected);
    }

    #[test]
    fn text_under_a_task_is_a_paragraph_of_its_item() {
        check(
            "- [ ] A <!-- long-term-plan:id=t_a -->\n  one\n  two\n\n  three\n- [ ] B <!-- long-term-plan:id=t_b -->\nlast\n",
            "- [ ] A\n\n  one\n  two\n\n  three\n- [ ] B\nlast\n",
        );
    }
}
