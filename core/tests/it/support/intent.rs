//! The intended result of an operation, computed on a snapshot instead of on text.

use long_term_plan_core::contract::Word;
use long_term_plan_core::edit::{
    AddTask, AttributeChanges, Container, MoveTask, Op, Position, StatusWord, TaskField, UpdatePlan, UpdateTask,
};
use long_term_plan_core::plan::{State, Status};

use super::snapshot::{Snapshot, TaskSnapshot};

/// The expected plan after an operation that succeeded; `id` is the id of its task.
pub(crate) fn expected(before: &Snapshot, op: &Op, id: &str) -> Snapshot {
    let mut after = before.clone();
    match op {
        Op::Add(add) => add_task(&mut after, &add.task, id),
        Op::Update(update) => update_task(&mut after, update),
        Op::Move(to) => move_task(&mut after, to),
        Op::Delete(delete) => {
            let number = after.number(&delete.task_id).unwrap();
            after.tasks.drain(number..after.subtree_end(number));
        }
        Op::UpdatePlan(update) => update_plan(&mut after, update),
    }
    after
}

/// Where a task goes: its index among all tasks, its parent and its heading.
struct Target {
    number: usize,
    parent: Option<String>,
    section: Option<usize>,
}

impl Target {
    fn before(plan: &Snapshot, id: &str) -> Self {
        let number = plan.number(id).unwrap();
        let task = &plan.tasks[number];
        Self { number, parent: task.parent.clone(), section: task.section }
    }

    fn after(plan: &Snapshot, id: &str) -> Self {
        let target = Self::before(plan, id);
        Self { number: plan.subtree_end(target.number), ..target }
    }

    fn under(plan: &Snapshot, id: &str, position: Position) -> Self {
        let number = plan.number(id).unwrap();
        let at = if position == Position::First { number + 1 } else { plan.subtree_end(number) };
        Self { number: at, parent: Some(id.to_owned()), section: plan.tasks[number].section }
    }

    fn in_section(plan: &Snapshot, section: Option<usize>, position: Position) -> Self {
        let is_top = |task: &TaskSnapshot| task.section == section && task.parent.is_none();
        let first = plan.tasks.iter().position(is_top).filter(|_| position == Position::First);
        let last = plan.tasks.iter().filter(|task| task.section <= section).count();
        Self { number: first.unwrap_or(last), parent: None, section }
    }

    /// Adds the missing headings.
    fn at_path(plan: &mut Snapshot, path: &[String], position: Position) -> Self {
        let (mut section, shared) = deepest(plan, path);
        let missing = &path[shared..];
        if missing.is_empty() {
            return Self::in_section(plan, section, position);
        }
        let level = section.map_or(1, |section| plan.headings[section].0);
        let mut at = plan.headings.len();
        if let Some(section) = section.filter(|_| level > 1) {
            let inside = plan.headings[section + 1..].iter().take_while(|(below, _)| *below > level);
            at = section + 1 + inside.count();
        }
        for task in plan.tasks.iter_mut().filter(|task| task.section >= Some(at)) {
            task.section = task.section.map(|section| section + missing.len());
        }
        for (depth, name) in missing.iter().enumerate() {
            plan.headings.insert(at + depth, (level + 1 + depth, name.trim().to_owned()));
            section = Some(at + depth);
        }
        Self::in_section(plan, section, position)
    }
}

/// The first heading that shares the most names with a path, and their number; the title if none shares any.
fn deepest(plan: &Snapshot, path: &[String]) -> (Option<usize>, usize) {
    let is_name = |heading: &str, wanted: &String| {
        heading == wanted || (heading == wanted.trim() && *wanted.trim() == one_line(wanted))
    };
    let mut best = (plan.title(), 0);
    for number in 0..plan.headings.len() {
        let own = plan.path(number);
        let fits = own.len() <= path.len() && own.iter().zip(path).all(|(name, wanted)| is_name(name, wanted));
        if fits && own.len() > best.1 {
            best = (Some(number), own.len());
        }
    }
    best
}

fn add_task(plan: &mut Snapshot, add: &AddTask, id: &str) {
    let target = if let Some(before) = &add.before_task_id {
        Target::before(plan, before)
    } else if let Some(after) = &add.after_task_id {
        Target::after(plan, after)
    } else if let Some(parent) = &add.parent_task_id {
        Target::under(plan, parent, Position::Last)
    } else {
        Target::at_path(plan, add.section_path.as_deref().unwrap_or_default(), Position::Last)
    };
    let mut task = TaskSnapshot {
        id: id.to_owned(),
        title: one_line(&add.title),
        status: Status::Todo,
        attributes: Vec::new(),
        parent: target.parent,
        section: target.section,
        body: add.body_markdown.as_deref().filter(|body| !body.is_empty()).map(with_line_feeds),
    };
    change_attributes(&mut task, add.status, &add.attributes, &[]);
    plan.tasks.insert(target.number, task);
}

fn update_task(plan: &mut Snapshot, update: &UpdateTask) {
    let number = plan.number(&update.task_id).unwrap();
    let task = &mut plan.tasks[number];
    if let Some(title) = update.changes.title.as_ref().filter(|title| **title != task.title) {
        task.title = one_line(title);
    }
    let cleared = update.changes.clear.as_deref().unwrap_or_default();
    change_attributes(task, update.changes.status, &update.changes.attributes, cleared);
    let clears_body = update.changes.clear_body == Some(true) || cleared.contains(&TaskField::Body);
    change_body(&mut task.body, update.changes.body_markdown.as_deref(), Some(clears_body));
    if let Some(note) = &update.changes.append_body {
        append_note(&mut task.body, note);
    }
}

/// A note is a separate paragraph. Line breaks around it are not part of it, unless it is the whole body.
fn append_note(body: &mut Option<String>, note: &str) {
    *body = Some(match body.take() {
        None => with_line_feeds(note),
        Some(body) => {
            let is_separated = body.lines().next_back().is_none_or(|last| last.trim().is_empty());
            let note = with_line_feeds(note);
            format!("{body}\n{}{}", if is_separated { "" } else { "\n" }, note.trim_matches('\n'))
        }
    });
}

fn move_task(plan: &mut Snapshot, to: &MoveTask) {
    let number = plan.number(&to.task_id).unwrap();
    let length = plan.subtree_end(number) - number;
    let position = to.position.unwrap_or(Position::Last);
    let own = plan.tasks[number].clone();
    let leaves = |container| to.clear.as_ref().is_some_and(|cleared| cleared.contains(&container));
    let target = match (&to.before_task_id, &to.after_task_id, &to.parent_task_id, &to.section_path) {
        (Some(before), ..) => Target::before(plan, before),
        (_, Some(after), ..) => Target::after(plan, after),
        (_, _, Some(parent), _) => Target::under(plan, parent, position),
        (_, _, _, Some(path)) => Target::at_path(plan, path, position),
        _ if leaves(Container::Section) => Target::at_path(plan, &[], position),
        _ if own.parent.is_some() && !leaves(Container::Parent) => Target::under(plan, &own.parent.unwrap(), position),
        _ => Target::in_section(plan, own.section, position),
    };
    let mut block: Vec<_> = plan.tasks.drain(number..number + length).collect();
    block[0].parent = target.parent;
    for task in &mut block {
        task.section = target.section;
    }
    let at = if target.number > number { target.number.saturating_sub(length).max(number) } else { target.number };
    plan.tasks.splice(at..at, block);
}

fn update_plan(plan: &mut Snapshot, update: &UpdatePlan) {
    let title = plan.title().unwrap();
    if let Some(new) = update.title.as_ref().filter(|new| **new != plan.headings[title].1) {
        plan.headings[title].1 = one_line(new);
    }
    change_body(&mut plan.body, update.body_markdown.as_deref(), update.clear_body);
}

fn change_body(body: &mut Option<String>, markdown: Option<&str>, clear: Option<bool>) {
    if let Some(markdown) = markdown {
        *body = (!markdown.is_empty()).then(|| with_line_feeds(markdown));
    } else if clear == Some(true) {
        *body = None;
    }
}

/// Sets status, state and attributes.
fn change_attributes(
    task: &mut TaskSnapshot,
    status: Option<StatusWord>,
    changes: &AttributeChanges,
    cleared: &[TaskField],
) {
    let (status, state) = match status {
        Some(StatusWord::Status(status)) => (Some(status), changes.state),
        Some(StatusWord::State(state)) => (None, Some(state)),
        None => (None, changes.state),
    };
    task.status = match (status, state) {
        (Some(status), _) => status,
        (None, Some(State::Cancelled | State::Archived)) => Status::Done,
        (None, Some(State::Blocked | State::Deferred)) if task.status == Status::Done => Status::Todo,
        (None, _) => task.status,
    };
    let is_state_cleared = status.is_some() || cleared.contains(&TaskField::State);
    let state = state.map(|state| state.as_str().to_owned()).or(is_state_cleared.then(String::new));
    let priority = changes.priority.map(|priority| priority.as_str().to_owned());
    let single = |value: &Option<String>| value.as_ref().map(|value| vec![value.clone()]);
    let mut set = |key: &str, value: Option<Vec<String>>| change_attribute(&mut task.attributes, key, value);
    for field in cleared {
        let key = if *field == TaskField::DependsOn { "depends" } else { field.as_str() };
        if !matches!(field, TaskField::Body | TaskField::State) {
            set(key, Some(Vec::new()));
        }
    }
    // In the order in which new attributes are written.
    set("priority", single(&priority));
    set("due", single(&changes.due));
    set("tags", changes.tags.clone());
    set("depends", changes.depends_on.clone());
    set("estimate", single(&changes.estimate));
    set("assignee", single(&changes.assignee));
    set("type", single(&changes.task_type));
    set("area", single(&changes.area));
    set("state", single(&state));
}

fn change_attribute(attributes: &mut Vec<(String, Option<Vec<String>>)>, key: &str, value: Option<Vec<String>>) {
    let Some(value) = value else { return };
    let mut distinct: Vec<String> = Vec::new();
    for element in value {
        if !distinct.contains(&element) {
            distinct.push(element);
        }
    }
    if distinct.is_empty() || distinct == [""] {
        attributes.retain(|(other, _)| other != key);
    } else if let Some(present) = attributes.iter_mut().find(|(other, _)| other == key) {
        present.1 = Some(distinct);
    } else {
        attributes.push((key.to_owned(), Some(distinct)));
    }
}

/// A title in its written form.
pub(crate) fn one_line(title: &str) -> String {
    let is_break = |character| matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    title.replace("\r\n", "\n").replace(is_break, " ").trim().to_owned()
}

/// Markdown with the line endings that parsing yields.
pub(crate) fn with_line_feeds(markdown: &str) -> String {
    markdown.replace("\r\n", "\n").replace('\r', "\n")
}
