//! What is valid on both sides but contradictory once merged. It is merged nevertheless, and reported.

use crate::plan::{Cycle, Document, Plan, ScheduleGraph, Status, Task, describe_cycle, ids_of, parse};
use crate::sort::sort_by_key;

use super::Conflict;

/// Notes on what contradicts itself in the merged plan but on neither side. `text` is that plan with its conflict markers.
pub(super) fn contradictions(merged: &Document, sides: [&Document; 2], text: &str) -> Vec<Conflict> {
    let mut notes = open_subtasks(merged, sides);
    notes.extend(deleted_dependencies(merged, sides));
    notes.extend(cycles(merged, sides));
    if !notes.is_empty() && merged.text() != text {
        let plan = parse(text);
        for note in &mut notes {
            let index = note.task_id.as_deref().and_then(|id| plan.find(text, id));
            note.line = index.map_or(1, |index| plan.tasks[index].line);
        }
    }
    sort_by_key(&mut notes, |note| note.line);
    notes
}

fn note(task: &Task, text: &str, field: &str, message: String) -> Conflict {
    let task_id = Some(task.id.of(text).to_owned());
    Conflict { task_id, field: field.to_owned(), line: task.line, base: None, ours: None, theirs: None, message }
}

fn find<'p>(document: &'p Document, id: &str) -> Option<&'p Task> {
    let plan: &'p Plan = document.plan();
    plan.tasks.get(plan.find(document.text(), id)?)
}

/// Done tasks with open subtasks.
fn open_subtasks(merged: &Document, sides: [&Document; 2]) -> Vec<Conflict> {
    let (text, tasks) = (merged.text(), &merged.plan().tasks);
    let found = tasks.iter().filter(|task| task.status != Status::Done).filter_map(|task| {
        let parent = tasks.get(task.parent?).filter(|parent| parent.status == Status::Done)?;
        let (id, parent_id) = (task.id.of(text), parent.id.of(text));
        let is_known = sides.iter().any(|side| {
            let parent_there = find(side, id).and_then(|task| side.plan().tasks.get(task.parent?));
            let is_done = |parent: &Task| parent.status == Status::Done && parent.id.of(side.text()) == parent_id;
            find(side, id).is_some_and(|task| task.status != Status::Done) && parent_there.is_some_and(is_done)
        });
        let message = format!("{parent_id} is done on one side, but {id} under it is open on the other");
        (!is_known).then(|| note(parent, text, "status", message))
    });
    found.collect()
}

/// Dependencies on tasks that one side deleted.
fn deleted_dependencies(merged: &Document, sides: [&Document; 2]) -> Vec<Conflict> {
    let (text, tasks) = (merged.text(), &merged.plan().tasks);
    let unknown = merged.dependencies().unknown.iter();
    let deleted = unknown.filter(|(_, id)| sides.iter().any(|side| find(side, id).is_some()));
    let found = deleted.filter_map(|(index, target)| {
        let task = tasks.get(*index)?;
        let message = format!("{} depends on {target}, which one side deleted", task.id.of(text));
        Some(note(task, text, "depends", message))
    });
    found.collect()
}

/// Tasks that block each other.
fn cycles(merged: &Document, sides: [&Document; 2]) -> Vec<Conflict> {
    let cycles = cycles_of(merged);
    if cycles.is_empty() {
        return Vec::new();
    }
    let known = sides.map(|side| cycles_of(side).into_iter().map(|(_, ids, _)| ids).collect::<Vec<_>>());
    let is_new = |ids: &[String]| !known.iter().flatten().any(|known| ids.iter().all(|id| known.contains(id)));
    let found = cycles.into_iter().filter(|(_, ids, _)| is_new(ids)).filter_map(|(first, _, path)| {
        let task = merged.plan().tasks.get(first)?;
        Some(note(task, merged.text(), "depends", format!("both sides together make tasks block each other: {path}")))
    });
    found.collect()
}

/// For each cycle, its first task, the ids of all, and a description.
fn cycles_of(document: &Document) -> Vec<(usize, Vec<String>, String)> {
    let (text, plan) = (document.text(), document.plan());
    let cycles = ScheduleGraph::of(plan, document.dependencies()).cycles();
    let describe = |cycle: &Cycle| {
        let ids = ids_of(plan, text, &cycle.tasks);
        Some((*cycle.tasks.first()?, ids, describe_cycle(plan, text, cycle)))
    };
    cycles.iter().filter_map(describe).collect()
}
