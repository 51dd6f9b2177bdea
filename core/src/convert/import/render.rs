//! Writes a draft as a plan, with the renderer of edits.

use crate::edit::{AddTask, AttributeChanges, EditError, Template, create, render_task};
use crate::failure::Failure;
use crate::plan::{Diagnostics, MarkerStyle, Plan, encode_body, ends_with_task_id, parse};

use super::assemble::Assembled;
use super::draft::{Block, DraftTask};
use super::warnings::Warnings;

/// Largest plan, in bytes.
const MAX_SIZE: usize = 32 * 1024 * 1024;
/// Indentation per level, in spaces.
const STEP: usize = 2;
/// The name of tasks and headings without text.
const UNTITLED: &str = "Untitled";

/// The text of the plan. It is parsed again to verify that it has no diagnostics and the same content as the draft.
pub(crate) fn render(mut assembled: Assembled, warnings: &mut Warnings) -> Result<String, Failure> {
    for task in &mut assembled.draft.tasks {
        finish_task(task, warnings);
    }
    let mut quoted = ambiguous_prose(&assembled);
    let mut text = write(&assembled, &quoted)?;
    if !matches_draft(&text, &assembled) {
        quoted = vec![true; assembled.draft.blocks.len()];
        text = write(&assembled, &quoted)?;
    }
    for (block, is_quoted) in assembled.draft.blocks.iter().zip(&quoted) {
        if let (Block::Prose { at, .. }, true) = (block, is_quoted) {
            warnings.changed(
                at,
                "the text contains lines that a plan would read as tasks or headings; it is quoted with >",
            );
        }
    }
    if matches_draft(&text, &assembled) {
        Ok(text)
    } else {
        Err(Failure::internal("the imported plan is not what was meant"))
    }
}

/// Makes the title one line, and moves fields without a matching attribute into the body.
fn finish_task(task: &mut DraftTask, warnings: &mut Warnings) {
    let title = one_line(&task.title);
    if title.is_empty() {
        warnings.changed(&task.at, format!("the task has no title; it is called {UNTITLED}"));
    } else if task.title.trim().contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
        warnings.changed(&task.at, "the title has several lines; they are joined");
    }
    task.title = if title.is_empty() { UNTITLED.into() } else { title };
    for value in [&mut task.estimate, &mut task.assignee, &mut task.task_type, &mut task.area] {
        *value = value.take().map(|value| one_line(&value)).filter(|value| !value.is_empty());
    }
    task.tags = task.tags.iter().map(|tag| one_line(tag)).filter(|tag| !tag.is_empty()).collect();
    if !task.rest.is_empty() {
        // A changed id has its own warning.
        let names: Vec<_> = task.rest.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "id").collect();
        if !names.is_empty() {
            warnings.kept(&task.at, format!("there is no attribute for {}; kept in the body", names.join(", ")));
        }
        let items: Vec<_> = task.rest.iter().map(|(name, value)| list_item(name, value)).collect();
        task.add_to_body(None, &items.join("\n"));
    }
    task.body = task.body.replace("\r\n", "\n").replace('\r', "\n");
    if task.body.trim().is_empty() {
        task.body.clear();
    }
}

/// `- name: value`; a value of several lines is indented below the name.
fn list_item(name: &str, value: &str) -> String {
    let value = value.trim().replace("\r\n", "\n").replace('\r', "\n");
    if !value.contains('\n') {
        return format!("- {name}: {value}");
    }
    let lines = value.split('\n').map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    format!("- {name}:\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// A title or heading on one line, without control characters.
fn one_line(text: &str) -> String {
    let is_unwanted = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    text.replace("\r\n", " ").replace(is_unwanted, " ").trim().to_owned()
}

/// The text of a heading. A run of `#` at its end is escaped, because Markdown would drop it, and the id comment of a task is
/// removed.
pub(crate) fn heading_name(name: &str) -> String {
    let mut name = one_line(name);
    while let Some(comment) = name.rfind("<!--").filter(|_| ends_with_task_id(&name)) {
        name.truncate(name[..comment].trim_end().len());
    }
    let undecorated = name.trim_end_matches('#');
    if name.is_empty() {
        return UNTITLED.into();
    }
    if undecorated.len() < name.len() && (undecorated.is_empty() || undecorated.ends_with(char::is_whitespace)) {
        return format!("{undecorated}\\{}", &name[undecorated.len()..]);
    }
    name
}

/// For each block, whether it is prose that would be parsed as something else in a plan.
fn ambiguous_prose(assembled: &Assembled) -> Vec<bool> {
    let is_ambiguous = |block: &Block| match block {
        Block::Prose { markdown, .. } => {
            let text = format!("{}{markdown}\n", plan_start("x", ""));
            let plan = parse(&text);
            markdown.starts_with([' ', '\t'])
                || plan.headings.len() > 1
                || plan.body.is_some()
                || !is_without_tasks(&plan)
        }
        Block::Section { .. } | Block::Task(_) => false,
    };
    assembled.draft.blocks.iter().map(is_ambiguous).collect()
}

fn is_without_tasks(plan: &Plan) -> bool {
    plan.tasks.is_empty() && plan.diagnostics.is_empty() && plan.unclosed.is_empty()
}

/// The header, title and body of a plan. The title is one line, so it is never rejected.
fn plan_start(title: &str, body: &str) -> String {
    create(title, Template::Empty, Some(body).filter(|body| !body.is_empty())).unwrap_or_default()
}

fn write(assembled: &Assembled, quoted: &[bool]) -> Result<String, Failure> {
    let mut text = plan_start(&heading_name(&assembled.draft.title), &assembled.draft.body);
    let mut follows_task = false;
    for (block, is_quoted) in assembled.draft.blocks.iter().zip(quoted) {
        let is_task = matches!(block, Block::Task(_));
        match block {
            Block::Section { level, name } => {
                text.push_str(&format!("\n{} {}\n", "#".repeat((*level).clamp(2, 6)), heading_name(name)));
            }
            Block::Prose { markdown, .. } if *is_quoted => {
                text.push_str(&format!("\n{}\n", encode_body(markdown, 0, "\n")));
            }
            Block::Prose { markdown, .. } => text.push_str(&format!("\n{markdown}\n")),
            Block::Task(index) if assembled.parents[*index].is_some() => continue,
            Block::Task(index) => {
                text.push_str(if follows_task { "" } else { "\n" });
                write_tree(assembled, *index, &mut text)?;
            }
        }
        follows_task = is_task;
    }
    Ok(text)
}

/// Writes a task and its subtasks.
fn write_tree(assembled: &Assembled, root: usize, text: &mut String) -> Result<(), Failure> {
    let mut open = vec![(root, 0)];
    while let Some((index, depth)) = open.pop() {
        let task = &assembled.draft.tasks[index];
        let indent = depth * STEP;
        let lines = 1 + task.body.bytes().filter(|byte| *byte == b'\n').count();
        if text.len() + task.title.len() + task.body.len() + (lines + 1) * (indent + STEP) > MAX_SIZE {
            return Err(too_large());
        }
        let depends: Vec<_> = assembled.depends[index].iter().map(|target| assembled.ids[*target].clone()).collect();
        let add = new_task(task, &depends);
        let lines = render_task(MarkerStyle::Plan, indent, "\n", &add, &assembled.ids[index]).map_err(
            |EditError { code, message, .. }| {
                let at = &task.at;
                Failure::new(code, format!("{}:{}: {message}", at.file, at.line))
            },
        )?;
        text.push_str(&lines);
        text.push('\n');
        open.extend(assembled.children[index].iter().rev().map(|child| (*child, depth + 1)));
    }
    if text.len() > MAX_SIZE { Err(too_large()) } else { Ok(()) }
}

fn too_large() -> Failure {
    Failure::new("TOO_LARGE", "The plan would be larger than 32 MB; import a part of it at a time")
}

/// The task as an edit operation.
fn new_task(task: &DraftTask, depends: &[String]) -> AddTask {
    let list = |items: &[String]| (!items.is_empty()).then(|| items.to_vec());
    let attributes = AttributeChanges {
        priority: task.priority,
        due: task.due.clone(),
        tags: list(&task.tags),
        depends_on: list(depends),
        estimate: task.estimate.clone(),
        assignee: task.assignee.clone(),
        task_type: task.task_type.clone(),
        area: task.area.clone(),
        state: task.state,
    };
    AddTask {
        title: task.title.clone(),
        status: Some(task.status.into()),
        body_markdown: Some(task.body.clone()).filter(|body| !body.is_empty()),
        attributes,
        ..AddTask::default()
    }
}

/// Whether the text parses without diagnostics to the tasks, sections and bodies of the draft.
fn matches_draft(text: &str, assembled: &Assembled) -> bool {
    let plan = parse(text);
    let found = Diagnostics::of(&plan, text);
    let sections = assembled.draft.blocks.iter().filter(|block| matches!(block, Block::Section { .. })).count();
    let mut expected = Vec::with_capacity(assembled.ids.len());
    let mut section = 0;
    for block in &assembled.draft.blocks {
        match block {
            Block::Section { .. } => section += 1,
            Block::Task(index) if assembled.parents[*index].is_none() => {
                let mut open = vec![*index];
                while let Some(index) = open.pop() {
                    expected.push((index, section));
                    open.extend(assembled.children[index].iter().rev());
                }
            }
            Block::Task(_) | Block::Prose { .. } => {}
        }
    }
    let is_same = |(at, (index, section)): (usize, &(usize, usize))| {
        let (task, draft) = (&plan.tasks[at], &assembled.draft.tasks[*index]);
        let parent = task.parent.and_then(|parent| expected.get(parent)).map(|(parent, _)| *parent);
        task.id.of(text) == assembled.ids[*index]
            && task.title.of(text) == draft.title
            && task.status == draft.status
            && task.body.map(|body| body.markdown(text)).unwrap_or_default() == draft.body
            && parent == assembled.parents[*index]
            && task.section == Some(*section)
    };
    let body = plan.body.map(|body| body.markdown(text)).unwrap_or_default();
    found.errors.is_empty()
        && found.warnings.is_empty()
        && plan.headings.len() == sections + 1
        && plan.tasks.len() == expected.len()
        && body == assembled.draft.body
        && expected.iter().enumerate().all(is_same)
}
