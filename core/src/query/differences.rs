//! Everything that differs between two versions of a plan, as people read it: tasks, sections, bodies and text by line.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{Attribute, Body, Document, Status, Task, decode_or_keep};
use crate::text::{Interner, common_lines, first_ending, lines};
use crate::word::Word;

use super::compare::{ChangeKind, compare_matched, section_paths};
use super::section_matches::match_sections;

/// One difference between two versions of a plan.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Absent for the plan itself, a section, or text outside of tasks.
    pub task_id: Option<String>,
    /// The title of the task or plan.
    pub title: Option<String>,
    /// `added`, `deleted`, `field`, `body`, `section`, `text`, or `layout`.
    pub change: &'static str,
    /// The field that changed, named as in tools' arguments.
    pub field: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    /// The lines that only one version has, after `-` or `+`.
    pub lines: Option<Vec<String>>,
}

/// The differences between two versions. There are none only if the texts are equal.
pub fn differences(old: &Document, new: &Document) -> Vec<Difference> {
    let matches = match_sections(old, new);
    let mut found = Vec::new();
    for change in compare_matched(old, new, &matches) {
        let task_id = Some(change.task_id).filter(|id| !id.is_empty());
        let entry = Difference { task_id, title: Some(change.title), ..Difference::default() };
        found.push(task_difference(old, new, change.change, entry));
    }
    found.extend(section_differences(old, new, &matches));
    found.extend(text_differences(old, new, &matches));
    if layout(old) != layout(new) || (found.is_empty() && old.text() != new.text()) {
        found.push(Difference { change: "layout", ..Difference::default() });
    }
    found
}

fn task_difference(old: &Document, new: &Document, change: ChangeKind, entry: Difference) -> Difference {
    let task = |document: &Document| {
        let id = entry.task_id.as_deref().unwrap_or_default();
        document.plan().find(document.text(), id).map(|index| document.plan().tasks[index])
    };
    let body = |document: &Document| {
        let body =
            if entry.task_id.is_some() { task(document).and_then(|task| task.body) } else { document.plan().body };
        body_lines(document, body)
    };
    match change {
        ChangeKind::Added => {
            let to = task(new).and_then(|task| description(new, &task));
            let lines = changed_lines(&[], &body(new));
            Difference { change: "added", to, lines, ..entry }
        }
        ChangeKind::Deleted => {
            let from = task(old).and_then(|task| description(old, &task));
            let lines = changed_lines(&body(old), &[]);
            Difference { change: "deleted", from, lines, ..entry }
        }
        ChangeKind::Body => {
            let lines = changed_lines(&body(old), &body(new));
            Difference { change: "body", lines, ..entry }
        }
        ChangeKind::Field { name, from, to } => Difference { change: "field", field: Some(name), from, to, ..entry },
    }
}

fn body_lines(document: &Document, body: Option<Body>) -> Vec<String> {
    body.map(|body| body.markdown(document.text()).split('\n').map(str::to_owned).collect()).unwrap_or_default()
}

/// What a task has besides its title; `None` if it is an open one without attributes.
fn description(document: &Document, task: &Task) -> Option<String> {
    let status = Some(task.status.as_str().to_owned()).filter(|_| task.status != Status::Todo);
    let attributes = task.attributes(document.text()).map(|each| decoded(document, each));
    let parts: Vec<_> = status.into_iter().chain(attributes).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn decoded(document: &Document, attribute: Attribute) -> String {
    let text = document.text();
    if attribute.key == attribute.span {
        return attribute.span.of(text).to_owned();
    }
    format!("{}={}", attribute.key.of(text), decode_or_keep(attribute.value.of(text)))
}

/// Sections that were added, deleted, renamed, moved, or changed their level.
fn section_differences(old: &Document, new: &Document, matches: &[Option<usize>]) -> Vec<Difference> {
    let (old_paths, new_paths) = (section_paths(old), section_paths(new));
    let (old_headings, new_headings) = (&old.plan().headings, &new.plan().headings);
    let section = |from, to| Difference { change: "section", from, to, ..Difference::default() };
    let mut found = Vec::new();
    for (index, heading) in old_headings.iter().enumerate().filter(|(index, _)| old.plan().title != Some(*index)) {
        let Some(is) = matches[index] else {
            found.push(section(Some(old_paths[index].clone()), None));
            continue;
        };
        let heading_is = &new_headings[is];
        let has_same_name = heading.name.of(old.text()) == heading_is.name.of(new.text());
        let has_same_parent = heading.parent.map(|parent| matches[parent]) == heading_is.parent.map(Some);
        if heading.level != heading_is.level {
            let marked = |level: usize, path: &str| Some(format!("{} {path}", "#".repeat(level)));
            let to = marked(heading_is.level, &new_paths[is]);
            found.push(section(marked(heading.level, &old_paths[index]), to));
        } else if !has_same_name || !has_same_parent {
            found.push(section(Some(old_paths[index].clone()), Some(new_paths[is].clone())));
        }
    }
    let is_new = |index: &usize| !matches.contains(&Some(*index)) && new.plan().title != Some(*index);
    found.extend((0..new_headings.len()).filter(is_new).map(|index| section(None, Some(new_paths[index].clone()))));
    found
}

/// What a line of text belongs to.
#[derive(Clone, Debug)]
enum Owner {
    Task(String),
    /// Index of the section in the newer version.
    Section(Option<usize>),
    /// Index of a section that only the older version has.
    Deleted(usize),
}

/// Text that changed: everything that is not a task line, a body or a heading, by the task or section that it belongs to.
fn text_differences(old: &Document, new: &Document, matches: &[Option<usize>]) -> Vec<Difference> {
    let old_section = |section: Option<usize>| match section {
        Some(section) => matches[section].map_or(Owner::Deleted(section), |section| Owner::Section(Some(section))),
        None => Owner::Section(None),
    };
    let mut numbers = Interner::<String>::default();
    let mut texts: Vec<(Owner, [Vec<String>; 2])> = Vec::new();
    let mut add = |owner: Owner, side: usize, line: &str| {
        let number = numbers.intern(format!("{owner:?}"));
        if number == texts.len() {
            texts.push((owner, Default::default()));
        }
        texts[number].1[side].push(line.to_owned());
    };
    visit_text(old, old_section, |owner, line| add(owner, 0, line));
    visit_text(new, Owner::Section, |owner, line| add(owner, 1, line));
    let mut found = Vec::new();
    for (owner, [was, is]) in texts {
        let Some(lines) = changed_lines(&was, &is) else { continue };
        let (task_id, title) = match owner {
            Owner::Task(id) => {
                let title = task_title(new, &id).or_else(|| task_title(old, &id));
                (Some(id), title)
            }
            Owner::Section(section) => (None, Some(new.plan().section_path(new.text(), section).join(" / "))),
            Owner::Deleted(section) => (None, Some(section_paths(old)[section].clone())),
        };
        let title = title.filter(|title| !title.is_empty());
        found.push(Difference { task_id, title, change: "text", lines: Some(lines), ..Difference::default() });
    }
    found
}

fn task_title(document: &Document, id: &str) -> Option<String> {
    let index = document.plan().find(document.text(), id)?;
    Some(document.plan().tasks[index].title.of(document.text()).to_owned())
}

/// Calls `visit` with every line of text that is not blank.
fn visit_text(document: &Document, section: impl Fn(Option<usize>) -> Owner, mut visit: impl FnMut(Owner, &str)) {
    let (text, plan) = (document.text(), document.plan());
    let contains =
        |body: Option<Body>, line| body.is_some_and(|body| (body.first_line..=body.last_line).contains(&line));
    for line in lines(text) {
        let content = line.content.of(text);
        let above = plan.tasks.partition_point(|task| task.line <= line.number).checked_sub(1);
        let mut enclosing = above;
        while let Some(task) = enclosing.filter(|index| plan.tasks[*index].last_line < line.number) {
            enclosing = plan.tasks[task].parent;
        }
        let heading = plan.headings.partition_point(|heading| heading.line <= line.number).checked_sub(1);
        let is_known = above.is_some_and(|task| plan.tasks[task].line == line.number)
            || heading.is_some_and(|heading| plan.headings[heading].line == line.number)
            || contains(above.and_then(|task| plan.tasks[task].body), line.number)
            || contains(plan.body, line.number);
        if !is_known && !content.trim().is_empty() {
            let owner = match enclosing {
                Some(task) => Owner::Task(plan.tasks[task].id.of(text).to_owned()),
                None => section(heading),
            };
            visit(owner, content);
        }
    }
}

/// The lines that only one of two texts has, in order; `None` if they are equal.
fn changed_lines(old: &[String], new: &[String]) -> Option<Vec<String>> {
    let mut numbers = Interner::<&str>::default();
    let [left, right] =
        [old, new].map(|lines| lines.iter().map(|line| numbers.intern(line.as_str())).collect::<Vec<_>>());
    let mut changed = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for (old_end, new_end) in common_lines(&left, &right).into_iter().chain([(old.len(), new.len())]) {
        changed.extend(old[old_at..old_end].iter().map(|line| format!("-{line}")));
        changed.extend(new[new_at..new_end].iter().map(|line| format!("+{line}")));
        (old_at, new_at) = (old_end + 1, new_end + 1);
    }
    Some(changed).filter(|changed| !changed.is_empty())
}

/// What no other difference shows: how lines end, and whether the file starts with a byte order mark.
fn layout(document: &Document) -> (&'static str, bool, bool) {
    let text = document.text();
    (first_ending(text), text.starts_with('\u{feff}'), text.is_empty() || text.ends_with(['\n', '\r']))
}

/// A plan as a text for line-based comparison: task lines are readable, everything else is unchanged. A task line that is
/// written in an unusual way stays unchanged, too, so that nothing that differs between two plans is lost.
pub fn comparable_text(document: &Document) -> String {
    let (text, plan) = (document.text(), document.plan());
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for task in &plan.tasks {
        let indent = " ".repeat(task.indent);
        let [title, id, attributes] = [task.title, task.id, task.attributes].map(|span| span.of(text));
        let space = if attributes.is_empty() { "" } else { " " };
        let checkbox = plan.marker_style().checkbox(task.status);
        let usual = format!("{indent}- {checkbox} {title} <!-- long-term-plan:id={id}{space}{attributes} -->");
        if usual == task.span.of(text) {
            out.push_str(&text[end..task.span.start]);
            out.push_str(&format!("{indent}{}: {title}", task.status.as_str()));
            for attribute in task.attributes(text) {
                out.push_str(&format!("  {}", decoded(document, attribute)));
            }
            out.push_str(&format!("  ({id})"));
            end = task.span.end;
        }
    }
    out.push_str(&text[end..]);
    out
}
