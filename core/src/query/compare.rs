//! What changed from one version of a plan to another, told by task.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{Document, Key, Task, decode_value};
use crate::text::{Interner, in_order_of, longest_increasing};
use crate::word::Word;

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskChange {
    /// The task; empty for the plan itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub task_id: String,
    /// Its title, as it is now where it is in both versions; that of the plan for the plan itself.
    pub title: String,
    #[serde(flatten)]
    pub change: Change,
}

/// What happened to a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "change", rename_all = "camelCase")]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Deleted,
    /// It has another body.
    Body,
    /// A field has another value. The name is that of the tools' arguments, `status`, `title`, `dependsOn`, or the
    /// attribute's own; and `parent` (ids), `section` (names joined by ` / `), `position` (the sibling before).
    Field {
        /// Which field.
        #[serde(rename = "field")]
        name: String,
        /// The value before; nothing if there was none.
        from: Option<String>,
        /// The value now.
        to: Option<String>,
    },
}

/// What changed from `old` to `new`: about the plan itself, then about the tasks of `new` in their order, then the tasks
/// that are gone. The time it takes grows with the length of the texts only.
///
/// Where several tasks could be the ones that moved among their siblings, it is the fewest; what moves with its parent has
/// not moved.
///
/// ```
/// use long_term_plan_core::plan::Document;
/// use long_term_plan_core::query::{Change, compare};
/// let old = "<!-- long-term-plan:format=v1 -->\n- [ ] Write <!-- long-term-plan:id=t_1 -->\n";
/// let changes = compare(&Document::new(old.into()), &Document::new(old.replace("[ ]", "[√]")));
/// let expected = Change::Field { name: "status".into(), from: Some("todo".into()), to: Some("done".into()) };
/// assert_eq!((changes[0].task_id.as_str(), &changes[0].change), ("t_1", &expected));
/// assert_eq!(changes.len(), 1);
/// ```
pub fn compare(old: &Document, new: &Document) -> Vec<TaskChange> {
    let (old, new) = (Version::new(old), Version::new(new));
    let mut found = Found { changes: Vec::new(), task_id: "", title: new.plan_title() };
    found.field("title", old.plan_title(), new.plan_title());
    found.body(old.plan_body() != new.plan_body());
    let moved = moved_among_siblings(&old, &new);
    for number in new.tasks() {
        let task = &new.document.plan().tasks[number];
        (found.task_id, found.title) = (new.id(number), Some(task.title.of(new.text())));
        match old.find(new.id(number)) {
            None => found.push(Change::Added),
            Some(before) => compare_task(&old, before, &new, number, moved[number], &mut found),
        }
    }
    for number in old.tasks().filter(|number| new.find(old.id(*number)).is_none()) {
        (found.task_id, found.title) = (old.id(number), Some(old.document.plan().tasks[number].title.of(old.text())));
        found.push(Change::Deleted);
    }
    found.changes
}

/// A document with what is asked about it again and again.
struct Version<'d> {
    document: &'d Document,
    /// For each heading, the path to it in one string.
    paths: Vec<String>,
    /// For each task, the sibling before it.
    previous: Vec<Option<usize>>,
}

impl<'d> Version<'d> {
    fn new(document: &'d Document) -> Self {
        let (text, plan) = (document.text(), document.plan());
        let mut paths: Vec<String> = Vec::with_capacity(plan.headings.len());
        for heading in &plan.headings {
            let name = if heading.level > 1 { heading.name.of(text) } else { "" };
            let path = heading.parent.map_or_else(|| name.to_owned(), |parent| format!("{} / {name}", paths[parent]));
            paths.push(path);
        }
        let mut last_child: Vec<Option<usize>> = vec![None; plan.tasks.len()];
        let mut last_in_section: Vec<Option<usize>> = vec![None; plan.headings.len() + 1];
        let previous = plan.tasks.iter().enumerate().map(|(number, task)| {
            let last = match task.parent {
                Some(parent) => &mut last_child[parent],
                None => &mut last_in_section[task.section.map_or(0, |section| section + 1)],
            };
            last.replace(number)
        });
        let previous = previous.collect();
        Self { document, paths, previous }
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

    fn task(&self, number: usize) -> &'d Task {
        &self.document.plan().tasks[number]
    }

    fn id(&self, number: usize) -> &'d str {
        self.task(number).id.of(self.text())
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.document.plan().find(self.text(), id)
    }

    /// The tasks that their ids find: of several with one id, only the first.
    fn tasks(&self) -> impl Iterator<Item = usize> {
        (0..self.document.plan().tasks.len()).filter(|number| self.find(self.id(*number)) == Some(*number))
    }

    fn parent_id(&self, number: usize) -> Option<&'d str> {
        self.task(number).parent.map(|parent| self.id(parent))
    }

    /// The path of the section a task stands in; nothing before the first one.
    fn section(&self, number: usize) -> Option<&str> {
        self.task(number).section.map(|section| self.paths[section].as_str()).filter(|path| !path.is_empty())
    }

    fn previous_id(&self, number: usize) -> Option<&'d str> {
        self.previous[number].map(|sibling| self.id(sibling))
    }
}

/// What was found so far, and which task is being looked at.
struct Found<'d> {
    changes: Vec<TaskChange>,
    task_id: &'d str,
    title: Option<&'d str>,
}

impl Found<'_> {
    fn push(&mut self, change: Change) {
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
        self.push(Change::Field { name: name.to_owned(), from, to });
    }

    fn body(&mut self, differs: bool) {
        if differs {
            self.push(Change::Body);
        }
    }
}

/// One task that is in both versions.
fn compare_task<'d>(
    old: &Version<'d>,
    before: usize,
    new: &Version<'d>,
    now: usize,
    moved: bool,
    found: &mut Found<'d>,
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

/// The attributes that differ, those of the newer version first.
fn compare_attributes<'d>(old_text: &'d str, old: &Task, new_text: &'d str, new: &Task, found: &mut Found<'d>) {
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

/// The decoded attributes of a task; of several with one key, the first.
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
                let value = decode_value(encoded).map_or_else(|_| encoded.to_owned(), Into::into);
                values.list.push((key, value));
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
    if key == Key::Depends.as_str() { "dependsOn" } else { key }
}

/// For each task of `new`, whether it stands elsewhere among the siblings that it had before and still has.
fn moved_among_siblings(old: &Version<'_>, new: &Version<'_>) -> Vec<bool> {
    let tasks = &new.document.plan().tasks;
    let mut paths = Interner::<&str>::default();
    let path_of_section: Vec<usize> = new.paths.iter().map(|path| paths.intern(path.as_str())).collect();
    // Siblings get the same group: the number of their parent, or of their section behind all parents.
    let group = |number: usize| match tasks[number].parent {
        Some(parent) => parent,
        None => tasks.len() + tasks[number].section.map_or(0, |section| path_of_section[section] + 1),
    };
    let stayed: Vec<(usize, usize)> = new
        .tasks()
        .filter_map(|number| old.find(new.id(number)).map(|before| (number, before)))
        .filter(|(number, before)| {
            new.parent_id(*number) == old.parent_id(*before)
                && (tasks[*number].parent.is_some() || new.section(*number) == old.section(*before))
        })
        .collect();
    let mut moved = vec![false; tasks.len()];
    let by_group = in_order_of(stayed, |(number, _)| group(*number));
    for siblings in by_group.chunk_by(|(one, _), (next, _)| group(*one) == group(*next)) {
        let order: Vec<usize> = siblings.iter().map(|(_, before)| *before).collect();
        for ((number, _), stays) in siblings.iter().zip(longest_increasing(&order)) {
            moved[*number] = !stays;
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
        let told: Vec<String> = compare(&old, &new)
            .iter()
            .map(|TaskChange { task_id, change, .. }| match change {
                Change::Field { name, from, to } => {
                    let [from, to] = [from, to].map(|value| value.as_deref().unwrap_or("none"));
                    format!("{task_id} {name} {from} -> {to}")
                }
                other => format!("{task_id} {other:?}"),
            })
            .collect();
        assert_eq!(told, expected);
    }

    fn task(id: &str, more: &str) -> String {
        format!("- [ ] Task {id} <!-- long-term-plan:id={id}{more} -->\n")
    }

    #[test]
    fn fields_are_told_one_by_one() {
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
    fn added_and_deleted_tasks_are_told() {
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
