//! A draft written as a plan, by the core's own rendering.

use crate::contract::Clearable;
use crate::edit::{AddTask, AttributeChanges, EditError, Template, create, render_task};
use crate::failure::Failure;
use crate::plan::{Diagnostics, MarkerStyle, Plan, encode_body, parse};

use super::assemble::Assembled;
use super::draft::{Block, DraftTask};
use super::warnings::Warnings;

/// A plan is at most this large.
const LARGEST: usize = 32 * 1024 * 1024;
/// Spaces a level.
const STEP: usize = 2;
/// What something without a name is called.
const UNTITLED: &str = "Untitled";

/// The text of the plan. It is read again before it is handed out: it has no errors, and says what was meant.
pub(crate) fn render(mut assembled: Assembled, warnings: &mut Warnings) -> Result<String, Failure> {
    for task in &mut assembled.draft.tasks {
        finish_task(task, warnings);
    }
    let quoted = unfit_prose(&assembled);
    let mut text = write(&assembled, &quoted)?;
    let mut all_quoted = quoted;
    if !says(&text, &assembled) {
        all_quoted = vec![true; assembled.draft.blocks.len()];
        text = write(&assembled, &all_quoted)?;
    }
    for (block, is_quoted) in assembled.draft.blocks.iter().zip(&all_quoted) {
        if let (Block::Prose { at, .. }, true) = (block, is_quoted) {
            warnings
                .changed(at, "the text holds lines that a plan would take for tasks or headings; it is quoted with >");
        }
    }
    if says(&text, &assembled) { Ok(text) } else { Err(Failure::internal("the imported plan is not what was meant")) }
}

/// Gives a task a title of one line, and puts into its body what has no attribute.
fn finish_task(task: &mut DraftTask, warnings: &mut Warnings) {
    let title = one_line(&task.title);
    if title.is_empty() {
        warnings.changed(&task.at, format!("the task has no title; it is called {UNTITLED}"));
    } else if task.title.trim().contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
        warnings.changed(&task.at, "the title has several lines; they are joined");
    }
    task.title = if title.is_empty() { UNTITLED.into() } else { title };
    if !task.rest.is_empty() {
        // Of an id that changed, it was told where it stands now.
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

/// `- name: value`, with the lines of a longer value under it.
fn list_item(name: &str, value: &str) -> String {
    let value = value.trim().replace("\r\n", "\n").replace('\r', "\n");
    if !value.contains('\n') {
        return format!("- {name}: {value}");
    }
    let lines = value.split('\n').map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    format!("- {name}:\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// The words of a title or heading on one line.
fn one_line(words: &str) -> String {
    let words = words.replace("\r\n", " ").replace(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'], " ");
    words.trim().to_owned()
}

/// The text of a heading, so that all of it is read back: a run of `#` at its end would be taken for decoration.
pub(crate) fn heading_name(name: &str) -> String {
    let name = one_line(name);
    let undecorated = name.trim_end_matches('#');
    if name.is_empty() {
        return UNTITLED.into();
    }
    if undecorated.len() < name.len() && (undecorated.is_empty() || undecorated.ends_with(char::is_whitespace)) {
        return format!("{undecorated}\\{}", &name[undecorated.len()..]);
    }
    name
}

/// For each block, whether it is prose that a plan would take for something else.
fn unfit_prose(assembled: &Assembled) -> Vec<bool> {
    let is_unfit = |block: &Block| match block {
        Block::Prose { markdown, .. } => {
            let text = format!("{}{markdown}\n", create_or_plain("x", ""));
            let plan = parse(&text);
            markdown.starts_with([' ', '\t'])
                || plan.headings.len() > 1
                || plan.body.is_some()
                || !is_without_tasks(&plan)
        }
        Block::Section { .. } | Block::Task(_) => false,
    };
    assembled.draft.blocks.iter().map(is_unfit).collect()
}

fn is_without_tasks(plan: &Plan) -> bool {
    plan.tasks.is_empty() && plan.diagnostics.is_empty()
}

/// The start of a plan; the title is never refused, because it was made to fit.
fn create_or_plain(title: &str, body: &str) -> String {
    create(title, Template::Empty, Some(body).filter(|body| !body.is_empty())).unwrap_or_default()
}

fn write(assembled: &Assembled, quoted: &[bool]) -> Result<String, Failure> {
    let mut text = create_or_plain(&heading_name(&assembled.draft.title), &assembled.draft.body);
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
            Block::Task(number) if assembled.parents[*number].is_some() => continue,
            Block::Task(number) => {
                text.push_str(if follows_task { "" } else { "\n" });
                write_tree(assembled, *number, &mut text)?;
            }
        }
        follows_task = is_task;
    }
    Ok(text)
}

/// A task and all that is under it.
fn write_tree(assembled: &Assembled, root: usize, text: &mut String) -> Result<(), Failure> {
    let mut open = vec![(root, 0)];
    while let Some((number, depth)) = open.pop() {
        let task = &assembled.draft.tasks[number];
        let indent = depth * STEP;
        let lines = 1 + task.body.bytes().filter(|byte| *byte == b'\n').count();
        if text.len() + task.title.len() + task.body.len() + (lines + 1) * (indent + STEP) > LARGEST {
            return Err(too_large());
        }
        let depends: Vec<_> = assembled.depends[number].iter().map(|target| assembled.ids[*target].clone()).collect();
        let add = new_task(task, &depends);
        let lines = render_task(MarkerStyle::Plan, indent, "\n", &add, &assembled.ids[number]).map_err(
            |EditError { code, message, .. }| {
                let at = &task.at;
                Failure::new(code, format!("{}:{}: {message}", at.file, at.line))
            },
        )?;
        text.push_str(&lines);
        text.push('\n');
        open.extend(assembled.children[number].iter().rev().map(|child| (*child, depth + 1)));
    }
    if text.len() > LARGEST { Err(too_large()) } else { Ok(()) }
}

fn too_large() -> Failure {
    Failure::new("TOO_LARGE", "The plan would be larger than 32 MB; import a part of it at a time")
}

/// The task in the core's edit vocabulary.
fn new_task(task: &DraftTask, depends: &[String]) -> AddTask {
    let list = |items: &[String]| (!items.is_empty()).then(|| items.to_vec());
    let attributes = AttributeChanges {
        priority: task.priority.map(|priority| Clearable(Some(priority))),
        due: task.due.clone(),
        tags: list(&task.tags),
        depends_on: list(depends),
        estimate: task.estimate.clone(),
        assignee: task.assignee.clone(),
        task_type: task.task_type.clone(),
        area: task.area.clone(),
        state: task.state.map(|state| Clearable(Some(state))),
    };
    AddTask {
        title: task.title.clone(),
        status: Some(task.status),
        body_markdown: Some(task.body.clone()).filter(|body| !body.is_empty()),
        attributes,
        ..AddTask::default()
    }
}

/// Whether a reader finds in the text exactly the tasks that were meant, where they were meant to be, and nothing wrong.
fn says(text: &str, assembled: &Assembled) -> bool {
    let plan = parse(text);
    let found = Diagnostics::of(&plan, text);
    let sections = assembled.draft.blocks.iter().filter(|block| matches!(block, Block::Section { .. })).count();
    let mut expected = Vec::with_capacity(assembled.ids.len());
    let mut section = 0;
    for block in &assembled.draft.blocks {
        match block {
            Block::Section { .. } => section += 1,
            Block::Task(number) if assembled.parents[*number].is_none() => {
                let mut open = vec![*number];
                while let Some(number) = open.pop() {
                    expected.push((number, section));
                    open.extend(assembled.children[number].iter().rev());
                }
            }
            Block::Task(_) | Block::Prose { .. } => {}
        }
    }
    let is_as_meant = |(at, (number, section)): (usize, &(usize, usize))| {
        let (task, draft) = (&plan.tasks[at], &assembled.draft.tasks[*number]);
        let parent = task.parent.and_then(|parent| expected.get(parent)).map(|(parent, _)| *parent);
        task.id.of(text) == assembled.ids[*number]
            && task.title.of(text) == draft.title
            && task.status == draft.status
            && task.body.map(|body| body.markdown(text)).unwrap_or_default() == draft.body
            && parent == assembled.parents[*number]
            && task.section == Some(*section)
    };
    let body = plan.body.map(|body| body.markdown(text)).unwrap_or_default();
    found.errors.is_empty()
        && found.warnings.is_empty()
        && plan.headings.len() == sections + 1
        && plan.tasks.len() == expected.len()
        && body == assembled.draft.body
        && expected.iter().enumerate().all(is_as_meant)
}
