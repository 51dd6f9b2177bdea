//! The intended result of an operation, computed on a snapshot instead of on text.

use long_term_plan_core::contract::{Clearable, Word};
use long_term_plan_core::edit::{AddTask, AttributeChanges, MoveTask, Op, Position, UpdatePlan, UpdateTask};
use long_term_plan_core::plan::{Priority, State, Status};

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
        status: add.status.unwrap_or(Status::Todo),
        attributes: Vec::new(),
        parent: target.parent,
        section: target.section,
        body: add.body_markdown.as_deref().filter(|body| !body.is_empty()).map(with_line_feeds),
    };
    change_attributes(&mut task, add.status, &add.attributes);
    plan.tasks.insert(target.number, task);
}

fn update_task(plan: &mut Snapshot, update: &UpdateTask) {
    let number = plan.number(&update.task_id).unwrap();
    let task = &mut plan.tasks[number];
    if let Some(title) = update.changes.title.as_ref().filter(|title| **title != task.title) {
        task.title = one_line(title);
    }
    task.status = update.changes.status.unwrap_or(task.status);
    change_attributes(task, update.changes.status, &update.changes.attributes);
    change_body(&mut task.body, update.changes.body_markdown.as_deref(), update.changes.clear_body);
}

fn move_task(plan: &mut Snapshot, to: &MoveTask) {
    let number = plan.number(&to.task_id).unwrap();
    let length = plan.subtree_end(number) - number;
    let position = to.position.unwrap_or(Position::Last);
    let own = plan.tasks[number].clone();
    let target = match (&to.before_task_id, &to.after_task_id, to.parent_task_id.as_deref(), &to.section_path) {
        (Some(before), ..) => Target::before(plan, before),
        (_, Some(after), ..) => Target::after(plan, after),
        (_, _, None | Some(""), Some(path)) => Target::at_path(plan, path, position),
        (_, _, None, None) if own.parent.is_some() => Target::under(plan, &own.parent.unwrap(), position),
        (_, _, None | Some(""), None) => Target::in_section(plan, own.section, position),
        (_, _, Some(parent), _) => Target::under(plan, parent, position),
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

/// Sets attributes; the status is already set, unless the state implies another.
fn change_attributes(task: &mut TaskSnapshot, status: Option<Status>, changes: &AttributeChanges) {
    let word = |word: Option<&'static str>| word.unwrap_or_default().to_owned();
    let priority = changes.priority.map(|Clearable(priority)| word(priority.map(Priority::as_str)));
    let state = changes.state.map(|Clearable(state)| word(state.map(State::as_str)));
    let state = state.or_else(|| status.map(|_| String::new()));
    match (state.as_deref(), status) {
        (Some("cancelled" | "archived"), None) => task.status = Status::Done,
        (Some("blocked" | "deferred"), None) if task.status == Status::Done => task.status = Status::Todo,
        _ => {}
    }
    let single = |value: &Option<String>| value.as_ref().map(|value| vec![value.clone()]);
    let mut set = |key: &str, value: Option<Vec<String>>| change_attribute(&mut task.attributes, key, value);
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
