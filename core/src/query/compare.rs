//! Compares two versions of a plan by task.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{AttributeKey, Document, Task, decode_or_keep};
use crate::sort::sort_by_key;
use crate::text::{Interner, longest_increasing};
use crate::word::Word;

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskChange {
    /// The task; empty for the plan itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub task_id: String,
    /// The title in the newer version that contains it.
    pub title: String,
    #[serde(flatten)]
    pub change: ChangeKind,
}

/// What happened to a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "camelCase")]
pub enum ChangeKind {
    Added,
    Deleted,
    Body,
    /// A field changed. Its name is that of a tool argument (`status`, `title`, `dependsOn`, another attribute), or `parent`
    /// (ids), `section` (names joined by ` / `), or `position` (the id of the previous sibling).
    Field {
        /// Which field.
        #[serde(rename = "field")]
        name: String,
        from: Option<String>,
        to: Option<String>,
    },
}

impl JsonSchema for TaskChange {
    fn schema_name() -> Cow<'static, str> {
        "TaskChange".into()
    }

    /// One object with optional fields: alternatives would be harder to use from TypeScript.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One change between two versions of a plan.",
            "type": "object",
            "properties": {
                "taskId": { "type": "string", "description": "Absent for a change of the plan itself." },
                "title": { "type": "string" },
                "change": { "type": "string", "enum": ["added", "deleted", "body", "field"] },
                "field": { "type": "string", "description": "The name of the field that changed." },
                "from": { "type": "string" },
                "to": { "type": "string" },
            },
            "required": ["title", "change"],
            "additionalProperties": false,
        })
    }
}

/// The changes from `old` to `new`: of the plan itself, then of the tasks of `new` in their order, then the deleted tasks.
/// Takes linear time.
///
/// As few tasks as possible count as moved among their siblings. A task that moves with its parent does not count.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::{ChangeKind, compare};
/// let old = "<!-- long-term-plan:format=v1 -->\n- [ ] Write <!-- long-term-plan:id=t_1 -->\n";
/// let changes = compare(&Document::new(old.into()), &Document::new(old.replace("[ ]", "[√]")));
/// let expected = ChangeKind::Field { name: "status".into(), from: Some("todo".into()), to: Some("done".into()) };
/// assert_eq!((changes[0].task_id.as_str(), &changes[0].change), ("t_1", &expected));
/// assert_eq!(changes.len(), 1);
/// ```
pub fn compare(old: &Document, new: &Document) -> Vec<TaskChange> {
    compare_matched(old, new, &[])
}

/// Like [`compare`], but a task in a section that was renamed or moved has not moved. `sections` are the sections of `new` that
/// those of `old` became.
pub(super) fn compare_matched(old: &Document, new: &Document, sections: &[Option<usize>]) -> Vec<TaskChange> {
    let (mut old, new) = (IndexedPlan::new(old), IndexedPlan::new(new));
    for (path, section) in old.paths.iter_mut().zip(sections) {
        if let Some(section) = section {
            path.clone_from(&new.paths[*section]);
        }
    }
    let mut found = ChangeCollector { changes: Vec::new(), task_id: "", title: new.plan_title() };
    found.field("title", old.plan_title(), new.plan_title());
    found.body(old.plan_body() != new.plan_body());
    let moved = moved_among_siblings(&old, &new);
    for index in new.tasks() {
        let task = &new.document.plan().tasks[index];
        (found.task_id, found.title) = (new.id(index), Some(task.title.of(new.text())));
        match old.find(new.id(index)) {
            None => found.push(ChangeKind::Added),
            Some(before) => compare_task(&old, before, &new, index, moved[index], &mut found),
        }
    }
    for index in old.tasks().filter(|index| new.find(old.id(*index)).is_none()) {
        (found.task_id, found.title) = (old.id(index), Some(old.document.plan().tasks[index].title.of(old.text())));
        found.push(ChangeKind::Deleted);
    }
    found.changes
}

/// A document with indexes for the comparison.
struct IndexedPlan<'d> {
    document: &'d Document,
    /// For each heading, the path to it in one string.
    paths: Vec<String>,
    /// For each task, the previous sibling.
    previous: Vec<Option<usize>>,
}

impl<'d> IndexedPlan<'d> {
    fn new(document: &'d Document) -> Self {
        let plan = document.plan();
        let mut last_child: Vec<Option<usize>> = vec![None; plan.tasks.len()];
        let mut last_in_section: Vec<Option<usize>> = vec![None; plan.headings.len() + 1];
        let previous = plan.tasks.iter().enumerate().map(|(index, task)| {
            let last = match task.parent {
                Some(parent) => &mut last_child[parent],
                None => &mut last_in_section[task.section.map_or(0, |section| section + 1)],
            };
            last.replace(index)
        });
        let previous = previous.collect();
        Self { document, paths: section_paths(document), previous }
    }

    fn text(&self) -> &'d str {
        self.document.text()
    }

    fn plan_title(&self) -> Option<&'d str> {
        self.document.plan().title(self.text())
    }

    fn plan_body(&self) -> Option<String> {
        self.document.plan().body.map(|body| body.markdown(self.text()))
    }

    fn task(&self, index: usize) -> &'d Task {
        &self.document.plan().tasks[index]
    }

    fn id(&self, index: usize) -> &'d str {
        self.task(index).id.of(self.text())
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.document.plan().find(self.text(), id)
    }

    /// The tasks; of several with the same id, only the first.
    fn tasks(&self) -> impl Iterator<Item = usize> {
        (0..self.document.plan().tasks.len()).filter(|index| self.find(self.id(*index)) == Some(*index))
    }

    fn parent_id(&self, index: usize) -> Option<&'d str> {
        self.task(index).parent.map(|parent| self.id(parent))
    }

    /// The section path of a task; `None` before the first section.
    fn section(&self, index: usize) -> Option<&str> {
        self.task(index).section.map(|section| self.paths[section].as_str()).filter(|path| !path.is_empty())
    }

    fn previous_id(&self, index: usize) -> Option<&'d str> {
        self.previous[index].map(|sibling| self.id(sibling))
    }
}

/// For each heading, the names of the sections that lead to it, joined by ` / `; empty for level 1.
pub(super) fn section_paths(document: &Document) -> Vec<String> {
    let mut paths: Vec<String> = Vec::with_capacity(document.plan().headings.len());
    for heading in &document.plan().headings {
        let name = if heading.level > 1 { heading.name.of(document.text()) } else { "" };
        let path = heading.parent.map_or_else(|| name.to_owned(), |parent| format!("{} / {name}", paths[parent]));
        paths.push(path);
    }
    paths
}

/// The changes so far, and the current task.
struct ChangeCollector<'d> {
    changes: Vec<TaskChange>,
    task_id: &'d str,
    title: Option<&'d str>,
}

impl ChangeCollector<'_> {
    fn push(&mut self, change: ChangeKind) {
        let title = self.title.unwrap_or_default().to_owned();
        self.changes.push(TaskChange { task_id: self.task_id.to_owned(), title, change });
    }

    fn field(&mut self, name: &str, from: Option<&str>, to: Option<&str>) {
        if from != to {
            self.set(name, from, to);
        }
    }

    fn set(&mut self, name: &str, from: Option<&str>, to: Option<&str>) {
        let [from, to] = [from, to].map(|value| value.map(str::to_owned));
        self.push(ChangeKind::Field { name: name.to_owned(), from, to });
    }

    fn body(&mut self, differs: bool) {
        if differs {
            self.push(ChangeKind::Body);
        }
    }
}

/// Compares a task that exists in both versions.
fn compare_task<'d>(
    old: &IndexedPlan<'d>,
    before: usize,
    new: &IndexedPlan<'d>,
    now: usize,
    moved: bool,
    found: &mut ChangeCollector<'d>,
) {
    let (was, is) = (old.task(before), new.task(now));
    found.field("status", Some(was.status.as_str()), Some(is.status.as_str()));
    found.field("title", Some(was.title.of(old.text())), Some(is.title.of(new.text())));
    compare_attributes(old.text(), was, new.text(), is, found);
    found.body(was.body.map(|body| body.markdown(old.text())) != is.body.map(|body| body.markdown(new.text())));
    found.field("parent", old.parent_id(before), new.parent_id(now));
    if was.parent.is_none() || is.parent.is_none() {
        found.field("section", old.section(before), new.section(now));
    }
    if moved {
        found.set("position", old.previous_id(before), new.previous_id(now));
    }
}

/// Compares attributes, those of the newer version first.
fn compare_attributes<'d>(
    old_text: &'d str,
    old: &Task,
    new_text: &'d str,
    new: &Task,
    found: &mut ChangeCollector<'d>,
) {
    if old.attributes.of(old_text) == new.attributes.of(new_text) {
        return;
    }
    let [old, new] = [Values::of(old_text, old), Values::of(new_text, new)];
    for (key, value) in &new.list {
        found.field(field_name(key), old.get(key), Some(value));
    }
    for (key, value) in old.list.iter().filter(|(key, _)| new.get(key).is_none()) {
        found.field(field_name(key), Some(value), None);
    }
}

/// The decoded attributes of a task; of duplicates, the first.
#[derive(Default)]
struct Values<'t> {
    list: Vec<(&'t str, String)>,
    keys: Interner<&'t str>,
}

impl<'t> Values<'t> {
    fn of(text: &'t str, task: &Task) -> Self {
        let mut values = Self::default();
        for attribute in task.attributes(text) {
            let (key, encoded) = (attribute.key.of(text), attribute.value.of(text));
            if values.keys.insert(key) {
                values.list.push((key, decode_or_keep(encoded).into_owned()));
            }
        }
        values
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.list.get(self.keys.find(key)?).map(|(_, value)| value.as_str())
    }
}

/// The name of an attribute in tools' arguments.
fn field_name(key: &str) -> &str {
    if key == AttributeKey::Depends.as_str() { "dependsOn" } else { key }
}

/// For each task of `new`, whether it moved among the siblings that it has in both versions.
fn moved_among_siblings(old: &IndexedPlan<'_>, new: &IndexedPlan<'_>) -> Vec<bool> {
    let tasks = &new.document.plan().tasks;
    let mut paths = Interner::<&str>::default();
    let path_of_section: Vec<usize> = new.paths.iter().map(|path| paths.intern(path.as_str())).collect();
    // Siblings have the same group: the index of their parent, or that of their section after all tasks.
    let group = |index: usize| match tasks[index].parent {
        Some(parent) => parent,
        None => tasks.len() + tasks[index].section.map_or(0, |section| path_of_section[section] + 1),
    };
    let mut stayed: Vec<(usize, usize)> = new
        .tasks()
        .filter_map(|index| old.find(new.id(index)).map(|before| (index, before)))
        .filter(|(index, before)| {
            new.parent_id(*index) == old.parent_id(*before)
                && (tasks[*index].parent.is_some() || new.section(*index) == old.section(*before))
        })
        .collect();
    let mut moved = vec![false; tasks.len()];
    sort_by_key(&mut stayed, |(index, _)| group(*index));
    for siblings in stayed.chunk_by(|(one, _), (next, _)| group(*one) == group(*next)) {
        let order: Vec<usize> = siblings.iter().map(|(_, before)| *before).collect();
        for ((index, _), stays) in siblings.iter().zip(longest_increasing(&order)) {
            moved[*index] = !stays;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "<!-- long-term-plan:format=v1 -->\n# Plan\n";

    #[track_caller]
    fn check(old: &str, new: &str, expected: &[&str]) {
        let [old, new] = [old, new].map(|text| Document::new(format!("{HEADER}{text}")));
        let changes: Vec<String> = compare(&old, &new)
            .iter()
            .map(|TaskChange { task_id, change, .. }| match change {
                ChangeKind::Field { name, from, to } => {
                    let [from, to] = [from, to].map(|value| value.as_deref().unwrap_or("none"));
                    format!("{task_id} {name} {from} -> {to}")
                }
                other => format!("{task_id} {other:?}"),
            })
            .collect();
        assert_eq!(changes, expected);
    }

    fn task(id: &str, more: &str) -> String {
        format!("- [ ] Task {id} <!-- long-term-plan:id={id}{more} -->\n")
    }

    #[test]
    fn fields_are_compared_one_by_one() {
        let old = task("a", " priority=low tags=x,y") + "  > Note\n";
        let new = task("a", " depends=b tags=y due=2026-01-01").replace("[ ]", "[*]").replace("Task", "Job");
        check(
            &old,
            &new,
            &[
                "a status todo -> doing",
                "a title Task a -> Job a",
                "a dependsOn none -> b",
                "a tags x,y -> y",
                "a due none -> 2026-01-01",
                "a priority low -> none",
                "a Body",
            ],
        );
        check(&old, &old, &[]);
    }

    #[test]
    fn added_and_deleted_tasks_are_found() {
        check(&task("a", ""), &task("b", ""), &["b Added", "a Deleted"]);
    }

    #[test]
    fn one_moved_task_is_one_move() {
        let all = ["a", "b", "c", "d"].map(|id| task(id, ""));
        let [a, b, c, d] = all.each_ref();
        check(&all.concat(), &[b, c, d, a].map(String::as_str).concat(), &["a position none -> d"]);
        check(&all.concat(), &[a, d, b, c].map(String::as_str).concat(), &["d position c -> a"]);
    }

    #[test]
    fn children_move_with_their_parent() {
        let (parent, child) = (task("p", ""), format!("  {}", task("c", "")));
        check(
            &format!("{parent}{child}## One\n### Deep\n"),
            &format!("## One\n### Deep\n{parent}{child}"),
            &["p section none -> One / Deep"],
        );
        check(&format!("{parent}{child}"), &format!("{parent}{}", task("c", "")), &["c parent p -> none"]);
    }

    #[test]
    fn the_plan_itself_has_no_id() {
        check("> Old\n", "> New\n", &[" Body"]);
    }
}
