//! A history read to its end.

use std::mem;

use crate::contract::{Json, json};
use crate::plan::id_time;
use crate::text::{NameIndex, parse_iso_time};

use super::Record;
use super::digest::Seen;

/// The lines of a history, and what they come to.
#[derive(Debug, Default)]
pub struct History {
    text: String,
    /// Where the lines after the last snapshot start; `None` as long as there is no snapshot.
    records_start: Option<usize>,
    /// Etag of the plan after the last line.
    etag: Option<String>,
    tasks: Vec<Known>,
    ids: NameIndex,
}

/// A task that is or was in the plan.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: String,
    /// As it was last seen; `None` once it is gone.
    pub(super) seen: Option<Seen>,
    pub(super) times: TaskTimes,
    /// Of a subtask that is gone: its parent and its number there, which no other may get.
    pub(super) was_child: Option<(String, u32)>,
}

/// When things happened to a task, in milliseconds since 1970, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskTimes {
    /// When it was added.
    pub created: Option<u64>,
    /// When it was last changed.
    pub updated: Option<u64>,
    /// Since when it has been done.
    pub completed: Option<u64>,
}

/// Longer histories start anew, and what they were is kept beside them.
const LONGEST: usize = 1 << 20;

impl History {
    /// Reads a history. Any text will do.
    pub fn new(text: String) -> Self {
        let mut history = Self::default();
        history.read(text);
        history
    }

    /// Reads what was added since, or all of it if it is another text.
    pub fn read(&mut self, text: String) {
        let known = self.text.len();
        let goes_on = text.starts_with(&self.text) && (known == 0 || self.text.ends_with('\n'));
        if !goes_on {
            *self = Self::default();
        }
        self.take_lines(text.get(self.text.len()..).unwrap_or_default());
        self.text = text;
    }

    /// Reads what was added to its end.
    pub fn read_on(&mut self, added: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            *self = Self::new(mem::take(&mut self.text) + added);
            return;
        }
        self.take_lines(added);
        self.text.push_str(added);
    }

    /// Takes in lines that stand behind all that is known.
    fn take_lines(&mut self, lines: &str) {
        let mut end = self.text.len();
        let known = mem::take(&mut self.text);
        for line in lines.split_inclusive('\n') {
            end += line.len();
            if let Ok(line) = Json::parse(line) {
                self.take(&line, end);
            }
        }
        self.text = known;
    }

    /// Takes in a line that ends at `end`.
    fn take(&mut self, line: &Json, end: usize) {
        if let Some(tasks) = line.get("snapshot").as_object() {
            *self = Self { etag: text_of(line, "etag"), records_start: Some(end), ..Self::default() };
            for (id, values) in tasks {
                self.put(Known::from_json(id, values));
            }
        } else if let Some(at) = line.get("at").as_str().and_then(parse_iso_time) {
            self.etag = text_of(line, "after");
            for change in line.get("changes").as_list().unwrap_or_default() {
                self.note(at, change);
            }
            for (id, seen) in line.get("tasks").as_object().unwrap_or_default() {
                self.see(at, id, seen);
            }
        }
    }

    /// Notes when a task was changed.
    fn note(&mut self, at: u64, change: &Json) {
        let Some(id) = change.get("task").as_str().filter(|id| !id.is_empty()) else { return };
        let known = self.known(id);
        known.times.updated = Some(at);
        if change.get("what").as_str() == Some("added") {
            *known = Known { id: id.to_owned(), seen: None, times: TaskTimes::of_new(at), was_child: None };
        }
    }

    /// Notes what a task is now: as it was seen, or its former place if it is gone.
    fn see(&mut self, at: u64, id: &str, seen: &Json) {
        let known = self.known(id);
        if let Some(seen) = seen.as_str().and_then(Seen::from_text) {
            known.times.completed = match seen.status.as_str() {
                "done" => known.times.completed.or(Some(at)),
                "archived" => known.times.completed,
                _ => None,
            };
            known.seen = Some(seen);
            known.was_child = None;
        } else {
            known.seen = None;
            known.was_child = child_from_json(seen);
        }
    }

    fn known(&mut self, id: &str) -> &mut Known {
        let number = self.find(id).unwrap_or_else(|| {
            self.put(Known { id: id.to_owned(), seen: None, times: TaskTimes::default(), was_child: None })
        });
        &mut self.tasks[number]
    }

    fn put(&mut self, known: Known) -> usize {
        let number = self.tasks.len();
        let tasks = &self.tasks;
        self.ids.insert(&known.id, number, &|at| tasks.get(at).map_or(known.id.as_str(), |known| &known.id));
        self.tasks.push(known);
        number
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.ids.find(id, &|at| self.tasks.get(at).map_or("", |known| &known.id))
    }

    pub(super) fn tasks(&self) -> &[Known] {
        &self.tasks
    }

    pub(super) fn task(&self, id: &str) -> Option<&Known> {
        self.tasks.get(self.find(id)?)
    }

    /// Etag of the plan after the last line; `None` if there was no plan then.
    pub(super) fn etag(&self) -> Option<&str> {
        self.etag.as_deref()
    }

    /// Whether it says of every task how it was last seen.
    pub(super) fn is_complete(&self) -> bool {
        self.records_start.is_some()
    }

    /// Whether it has become so long that it should start anew.
    pub fn is_full(&self) -> bool {
        self.records_start.is_some_and(|start| self.text.len() - start > LONGEST)
    }

    /// Its lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// When things happened to a task.
    pub fn times(&self, id: &str) -> TaskTimes {
        self.task(id).map(|known| known.times).unwrap_or_default()
    }

    /// Whether a task of this id is or was there.
    pub fn knows(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// The highest number that a subtask of `parent` had which is gone.
    pub fn highest_gone_child(&self, parent: &str) -> Option<u32> {
        let children = self.tasks.iter().filter_map(|known| known.was_child.as_ref());
        children.filter(|(of, _)| of == parent).map(|(_, number)| *number).max()
    }

    /// The changes, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = Record> {
        self.text.lines().rev().filter_map(|line| Record::from_json(&Json::parse(line).ok()?))
    }
}

impl TaskTimes {
    fn of_new(at: u64) -> Self {
        Self { created: Some(at), updated: Some(at), completed: None }
    }
}

impl Known {
    /// Whether it has to be known later. Of tasks that are gone only those are whose numbers another must not get; an id that
    /// was made up is never made up again. Otherwise a history would grow with each task that ever was.
    pub(super) fn still_matters(&self) -> bool {
        self.seen.is_some() || self.was_child.is_some() || id_time(&self.id).is_none()
    }

    fn from_json(id: &str, values: &Json) -> Self {
        let values = values.as_list().unwrap_or_default();
        let time = |at: usize| values.get(at).and_then(Json::as_u64);
        Self {
            id: id.to_owned(),
            seen: values.first().and_then(Json::as_str).and_then(Seen::from_text),
            times: TaskTimes { created: time(1), updated: time(2), completed: time(3) },
            was_child: values.get(4).and_then(child_from_json),
        }
    }

    fn to_json(&self) -> Json {
        let TaskTimes { created, updated, completed } = self.times;
        let time = |time: Option<u64>| time.map_or(Json::Null, |time| Json::Number(time.to_string()));
        let seen = self.seen.as_ref().map(Seen::to_text);
        Json::List(vec![
            seen.into(),
            time(created),
            time(updated),
            time(completed),
            self.was_child.as_ref().map_or(Json::Null, |(parent, number)| child_to_json(parent, *number)),
        ])
    }
}

/// A line that says how all tasks are, so that nothing before it has to be read.
pub(super) fn snapshot(tasks: &[Known], etag: Option<&str>) -> Json {
    let tasks = tasks.iter().map(|known| (known.id.clone(), known.to_json())).collect();
    json! { "snapshot": Json::Object(tasks), "etag": etag }
}

pub(super) fn child_to_json(parent: &str, number: u32) -> Json {
    json! { "parent": parent, "seq": Json::Number(number.to_string()) }
}

fn child_from_json(child: &Json) -> Option<(String, u32)> {
    Some((text_of(child, "parent")?, child.get("seq").as_u64()?.try_into().ok()?))
}

fn text_of(json: &Json, name: &str) -> Option<String> {
    json.get(name).as_str().map(str::to_owned)
}
