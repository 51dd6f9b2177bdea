//! Undoes a change: a merge of what it was before with what happened since.

use crate::merge::{Conflict, Options, merge};
use crate::plan::{AttributeKey, DiagnosticCode, Diagnostics, Document, decode_body};
use crate::query::{ChangeKind, TaskChange, compare};
use crate::text::{TextEdit, line_edit, lines, one_line, truncate};

use super::Versions;

/// What an undo does to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undone {
    Edited(TextEdit),
    /// Its creation was undone.
    Deleted,
    /// Its deletion was undone; the text.
    Restored(String),
}

/// Undoes the change between two versions in the plan as it is now, or says what contradicts that.
pub fn undo(versions: &Versions, now: Option<&Document>) -> Result<Undone, String> {
    match (versions.before.text.as_deref(), versions.after.text.as_deref(), now) {
        (Some(before), None, None) => Ok(Undone::Restored(before.to_owned())),
        (_, None, Some(_)) => Err("the plan exists again".into()),
        (_, _, None) => Err("the plan no longer exists".into()),
        (None, Some(after), Some(now)) if has_same_lines(now.text(), after) => Ok(Undone::Deleted),
        (None, Some(after), Some(now)) => {
            let since = compare(&Document::new(after.to_owned()), now);
            Err(match since.first() {
                Some(change) => format!("the plan was changed since it was created: {}", subject(change)),
                None => "the plan was changed since it was created".into(),
            })
        }
        (Some(before), Some(after), Some(now)) => edited(before, after, now).map(Undone::Edited),
    }
}

/// Whether two texts differ at most in their line endings, as after a checkout by git that converts them.
fn has_same_lines(one: &str, other: &str) -> bool {
    let contents = |text| lines(text).map(move |line| line.content.of(text));
    contents(one).eq(contents(other))
}

fn edited(before: &str, after: &str, now: &Document) -> Result<TextEdit, String> {
    let options = Options { further_status_wins: false, ..Options::default() };
    let merged = merge(after, now.text(), before, &options);
    if merged.text == now.text() {
        return Err("nothing of it is left in the plan".into());
    }
    // The version before the last change is always a valid one to return to.
    if !has_same_lines(now.text(), after) {
        let [before, after] = [before, after].map(|text| Document::new(text.to_owned()));
        let sides = Sides { before: &before, after: &after, now };
        if let Some(conflict) = merged.conflicts.first() {
            return Err(sides.contradiction(conflict));
        }
        let mut moved = merged.notes.iter().filter(|note| ["position", "parent"].contains(&note.field.as_str()));
        if let Some(id) = moved.find_map(|note| note.task_id.as_deref()) {
            let [now, before] = [now, &before].map(|document| place(document, id));
            return Err(format!("task {id} is {now} now, and was {before} before the change"));
        }
        sides.check(&Document::new(merged.text.clone()))?;
    }
    Ok(line_edit(now.text(), &merged.text))
}

/// Where a task is.
fn place(document: &Document, id: &str) -> String {
    let (text, plan) = (document.text(), document.plan());
    let Some(task) = find(document, id).map(|number| &plan.tasks[number]) else { return "deleted".into() };
    match (task.parent, task.section) {
        (Some(parent), _) => format!("under {}", plan.tasks[parent].id.of(text)),
        (None, Some(section)) => format!("in {:?}", truncate(plan.headings[section].name.of(text), 60)),
        (None, None) => "before the first heading".into(),
    }
}

/// What is merged: the versions around the change, and the plan as it is now.
struct Sides<'d> {
    before: &'d Document,
    after: &'d Document,
    now: &'d Document,
}

impl Sides<'_> {
    /// What both sides of the merge changed.
    fn contradiction(&self, Conflict { task_id, field, ours, theirs, .. }: &Conflict) -> String {
        let subject = task_id.as_deref().map_or("the plan".into(), |id| format!("task {id}"));
        let value = |value: &str| {
            let value = if field == "body" { decode_body(value) } else { value.to_owned() };
            format!("{:?}", truncate(&one_line(&value), 60))
        };
        match (field.as_str(), ours, theirs) {
            ("task", None, _) => format!("{subject} was deleted since"),
            ("task", Some(_), None) => {
                still_needed(task_id.as_deref().unwrap_or_default(), &compare(self.after, self.now), self.now)
            }
            (_, Some(now), Some(before)) => {
                format!("{field} of {subject} is {} now, and was {} before the change", value(now), value(before))
            }
            (_, Some(now), None) => {
                format!("{field} of {subject} is {} now, and was not set before the change", value(now))
            }
            (_, None, Some(before)) => {
                format!("{field} of {subject} was removed since, and was {} before the change", value(before))
            }
            (_, None, None) => format!("{field} of {subject} was changed since"),
        }
    }

    /// Rejects an undo that a rule of the merge decided otherwise, or that leaves the plan worse than it is.
    fn check(&self, result: &Document) -> Result<(), String> {
        let Self { before, after, now } = self;
        let had_errors = now.plan().errors().next().is_some();
        if let Some(error) = result.plan().errors().next().filter(|_| !had_errors) {
            return Err(format!("the plan would have an error: {}", error.to_line()));
        }
        let (wanted, since, outcome) = (compare(after, before), compare(after, now), compare(before, result));
        for change in &wanted {
            match &change.change {
                ChangeKind::Deleted if find(result, &change.task_id).is_some() => {
                    return Err(still_needed(&change.task_id, &since, result));
                }
                ChangeKind::Field { name, to, .. } if !is_mergeable(name) => {
                    let (Some(now), Some(_)) = (same_field(&since, change), same_field(&outcome, change)) else {
                        continue;
                    };
                    let value =
                        |value: &Option<String>| value.as_deref().map_or("none".into(), |value| format!("{value:?}"));
                    let (now, before) = (value(now), value(to));
                    return Err(format!(
                        "{name} of task {} is {now} now, and was {before} before the change",
                        change.task_id
                    ));
                }
                _ => {}
            }
        }
        check_others(&wanted, &compare(now, result))?;
        check_dependencies(now, result)
    }
}

/// Rejects a result that changes other tasks than the change did: what was deleted since would return with its subtasks.
fn check_others(wanted: &[TaskChange], result: &[TaskChange]) -> Result<(), String> {
    let is_wanted = |each: &&TaskChange| wanted.iter().any(|wanted| wanted.task_id == each.task_id);
    let is_place = |each: &&TaskChange| matches!(&each.change, ChangeKind::Field { name, .. } if name == "position" || name == "section");
    match result.iter().find(|each| !is_wanted(each) && !is_place(each)) {
        Some(TaskChange { task_id, change: ChangeKind::Added, .. }) => Err(format!("task {task_id} was deleted since")),
        Some(TaskChange { task_id, .. }) if task_id.is_empty() => Err("it would also change the plan itself".into()),
        Some(TaskChange { task_id, .. }) => Err(format!("it would also change task {task_id}")),
        None => Ok(()),
    }
}

/// Lists are merged, so that both sides get what they want; the merge reports places that both sides changed.
fn is_mergeable(field: &str) -> bool {
    ["tags", "dependsOn", "parent", "section", "position"].contains(&field)
}

/// The value that another list of changes gives the field of this change.
fn same_field<'c>(changes: &'c [TaskChange], wanted: &TaskChange) -> Option<&'c Option<String>> {
    let ChangeKind::Field { name: wanted_name, .. } = &wanted.change else { return None };
    changes.iter().filter(|each| each.task_id == wanted.task_id).find_map(|each| match &each.change {
        ChangeKind::Field { name, to, .. } if name == wanted_name => Some(to),
        _ => None,
    })
}

/// Why a task that the change added cannot be deleted.
fn still_needed(id: &str, since: &[TaskChange], result: &Document) -> String {
    if let Some(change) = since.iter().find(|each| each.task_id == id) {
        return format!("{} since", subject(change));
    }
    let (text, tasks) = (result.text(), &result.plan().tasks);
    let child = tasks.iter().find(|task| task.parent.is_some_and(|parent| tasks[parent].id.of(text) == id));
    match child {
        Some(child) => format!("task {id} has the subtask {} now", child.id.of(text)),
        None => format!("task {id} was changed since"),
    }
}

/// What happened, in the middle of a sentence.
fn subject(TaskChange { task_id, title, change }: &TaskChange) -> String {
    let task = if task_id.is_empty() {
        "the plan itself".to_owned()
    } else {
        format!("task {task_id} {:?}", truncate(title, 60))
    };
    match change {
        ChangeKind::Added => format!("{task} was added"),
        ChangeKind::Deleted => format!("{task} was deleted"),
        ChangeKind::Body => format!("the body of {task} was changed"),
        ChangeKind::Field { name, from, to } => {
            let value = |value: &Option<String>| {
                value.as_deref().map_or("none".into(), |value| format!("{:?}", truncate(value, 60)))
            };
            format!("{name} of {task} was changed from {} to {}", value(from), value(to))
        }
    }
}

/// Rejects a result in which a task depends on one that the undo deletes, or in a new cycle.
fn check_dependencies(now: &Document, result: &Document) -> Result<(), String> {
    let text = result.text();
    for task in &result.plan().tasks {
        let targets = task.value(text, AttributeKey::Depends).unwrap_or_default();
        let is_lost = |target: &&str| find(result, target).is_none() && find(now, target).is_some();
        if let Some(target) = targets.split(',').find(is_lost) {
            return Err(format!("task {} depends on {target} now", task.id.of(text)));
        }
    }
    let [known, cycles] = [now, result].map(cycles);
    match cycles.into_iter().find(|cycle| !known.contains(cycle)) {
        Some(cycle) => Err(format!("dependencies were added since: {cycle}")),
        None => Ok(()),
    }
}

fn cycles(document: &Document) -> Vec<String> {
    let warnings = Diagnostics::of(document.plan(), document.text()).warnings;
    let cycles = warnings.into_iter().filter(|each| each.code == DiagnosticCode::DependencyCycle);
    cycles.map(|each| each.message).collect()
}

fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}
