//! A self-contained page: no network, no other files. Its content policy allows only its own style and script, by their hashes.

use crate::plan::{AttributeKey, Document, Status, StatusCounts, Task, etag};
use crate::word::Word;

use super::markdown::{Links, escaped, line_to_html, to_html};
use super::parts::{Part, parts, prose_of_task};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn write(document: &Document, plan_id: &str) -> String {
    let (text, plan) = (document.text(), document.plan());
    let title = plan.title(text).unwrap_or(plan_id);
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64_of_hash(STYLE),
        base64_of_hash(SCRIPT)
    );
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(title),
        line_to_html(title)
    );
    page.push_str(&progress(plan.status_counts()));
    if let Some(body) = plan.body {
        page.push_str(&format!("<div class=\"body\">{}</div>\n", to_html(&body.markdown(text), Links::Anywhere)));
    }
    page.push_str(CONTROLS);
    page.push_str("<main>\n");
    push_parts(document, &mut page);
    page.push_str(&format!("</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    page
}

/// Hidden until the script, which they need, shows them.
const CONTROLS: &str = "\
<div class=\"controls\" hidden>
<label>Status <select id=\"status\"><option value=\"\">all</option><option value=\"todo\">to do</option><option value=\"doing\">\
in progress</option><option value=\"done\">done</option><option value=\"blocked\">blocked</option><option value=\"deferred\">\
deferred</option><option value=\"cancelled\">cancelled</option><option value=\"archived\">archived</option></select></label>
<label>Tag <select id=\"tag\"><option value=\"\">all</option></select></label>
<label>Title <input id=\"words\" type=\"search\"></label>
<span id=\"shown\" class=\"soft\" role=\"status\"></span>
</div>
";

fn progress(StatusCounts { total, doing, done, .. }: StatusCounts) -> String {
    let percent = (done * 100).checked_div(total).unwrap_or(0);
    format!(
        "<p><progress value=\"{done}\" max=\"{}\">{percent}%</progress><br>\n\
         <span class=\"soft\">{done} of {total} done, {doing} in progress</span></p>\n",
        total.max(1)
    )
}

/// Sections within sections, each with its text and its tasks.
fn push_parts(document: &Document, page: &mut String) {
    let (text, plan) = (document.text(), document.plan());
    let mut open: Vec<usize> = Vec::new();
    let mut in_list = false;
    for part in parts(document) {
        let is_task = matches!(part, Part::Task(_));
        if in_list != is_task {
            page.push_str(if is_task { "<ul class=\"tasks\">\n" } else { "</ul>\n" });
            in_list = is_task;
        }
        match part {
            Part::Task(index) => push_tree(document, index, page),
            Part::Prose(markdown) => page.push_str(&format!("<div>{}</div>\n", to_html(&markdown, Links::Anywhere))),
            Part::Heading(index) => {
                let Some(heading) = plan.headings.get(index) else { continue };
                while open.pop_if(|level| *level >= heading.level).is_some() {
                    page.push_str("</details>\n");
                }
                open.push(heading.level);
                let name = line_to_html(heading.name.of(text));
                let (done, total) = done_in(document, index);
                let count =
                    if total > 0 { format!(" <span class=\"soft\">{done}/{total}</span>") } else { String::new() };
                page.push_str(&format!("<details class=\"section\" open>\n<summary>{name}{count}</summary>\n"));
            }
        }
    }
    page.push_str(if in_list { "</ul>\n" } else { "" });
    page.push_str(&"</details>\n".repeat(open.len()));
}

/// Number of done tasks in a section, including its subsections, and of all its tasks.
fn done_in(document: &Document, index: usize) -> (usize, usize) {
    let plan = document.plan();
    let Some(heading) = plan.headings.get(index) else { return (0, 0) };
    let below = plan.headings.get(index + 1..).unwrap_or_default();
    let end = index + 1 + below.iter().take_while(|below| below.level > heading.level).count();
    let is_in = |task: &&Task| task.section.is_some_and(|section| (index..end).contains(&section));
    let tasks = plan.tasks.iter().filter(is_in);
    tasks.fold((0, 0), |(done, total), task| (done + usize::from(task.status == Status::Done), total + 1))
}

/// A task and its subtasks, without recursion.
fn push_tree(document: &Document, root: usize, page: &mut String) {
    let tasks = &document.plan().tasks;
    let Some(end) = tasks.get(root).map(|task| task.subtree_end) else { return };
    // For each open list, where it ends.
    let mut open: Vec<usize> = Vec::new();
    for (index, task) in tasks.iter().enumerate().take(end).skip(root) {
        while open.pop_if(|end| *end <= index).is_some() {
            page.push_str("</ul></li>\n");
        }
        push_task(document, index, task, page);
        if task.subtree_end > index + 1 {
            page.push_str("<ul class=\"tasks\">\n");
            open.push(task.subtree_end);
        } else {
            page.push_str("</li>\n");
        }
    }
    page.push_str(&"</ul></li>\n".repeat(open.len()));
}

fn push_task(document: &Document, index: usize, task: &Task, page: &mut String) {
    let text = document.text();
    let mark = match task.status {
        Status::Todo => ("☐", "to do"),
        Status::Doing => ("◐", "in progress"),
        Status::Done => ("☑", "done"),
    };
    let state = task
        .value(text, AttributeKey::State)
        .map(|state| format!(" data-state=\"{}\"", escaped(&state)))
        .unwrap_or_default();
    let tags: Vec<_> = task.list(text, AttributeKey::Tags).iter().map(|tag| escaped(&tag.replace('\n', " "))).collect();
    page.push_str(&format!(
        "<li class=\"task\" id=\"task-{}\" data-status=\"{}\"{state} data-tags=\"{}\"><span class=\"mark\" role=\"img\" \
         aria-label=\"{}\">{}</span><span class=\"title\">{}</span>{}\n",
        escaped(task.id.of(text)),
        task.status.as_str(),
        tags.join("\n"),
        mark.1,
        mark.0,
        line_to_html(task.title.of(text)),
        chips(document, task)
    ));
    for markdown in [task.body.map(|body| body.markdown(text)).unwrap_or_default(), prose_of_task(document, index)] {
        if !markdown.trim().is_empty() {
            page.push_str(&format!("<div class=\"body\">{}</div>\n", to_html(&markdown, Links::Anywhere)));
        }
    }
}

/// The attributes, as labels after the title.
fn chips(document: &Document, task: &Task) -> String {
    let (text, plan) = (document.text(), document.plan());
    let mut chips: Vec<String> = Vec::new();
    let words = [
        AttributeKey::State,
        AttributeKey::Priority,
        AttributeKey::Due,
        AttributeKey::Estimate,
        AttributeKey::Assignee,
        AttributeKey::Type,
        AttributeKey::Area,
    ];
    for key in words {
        let Some(value) = task.value(text, key) else { continue };
        let label = match key {
            AttributeKey::State | AttributeKey::Assignee => String::new(),
            _ => format!("{} ", key.as_str()),
        };
        chips.push(format!("{label}{}", escaped(&value)));
    }
    chips.extend(task.list(text, AttributeKey::Tags).iter().map(|tag| format!("#{}", escaped(tag))));
    for id in task.list(text, AttributeKey::Depends) {
        let dependency = plan.find(text, &id).and_then(|index| plan.tasks.get(index));
        chips.push(match dependency {
            Some(other) => format!("after <a href=\"#task-{}\">{}</a>", escaped(&id), escaped(other.title.of(text))),
            None => format!("after {}", escaped(&id)),
        });
    }
    if chips.is_empty() {
        return String::new();
    }
    let chips: Vec<_> = chips.iter().map(|chip| format!("<span>{chip}</span>")).collect();
    format!("<span class=\"chips\">{}</span>", chips.concat())
}

/// The SHA-256 of a text, as content policies spell it.
fn base64_of_hash(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hex = etag(text.as_bytes());
    let byte = |at: usize| hex.get(at * 2..at * 2 + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let bytes: Vec<u8> = (0..hex.len() / 2).filter_map(byte).collect();
    let mut written = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            written.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_match_those_of_browsers() {
        assert_eq!(base64_of_hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn the_script_and_the_style_contain_no_end_tag() {
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</") && SCRIPT.is_ascii() && STYLE.is_ascii());
    }
}
