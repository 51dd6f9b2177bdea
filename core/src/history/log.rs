//! Reads the log of a history: task times and known ids.

use std::mem;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::contract::to_json;
use crate::plan::id_time;
use crate::query::ChangeKind;
use crate::text::NameIndex;

use super::pairs::Pairs;
use super::record::{DeletedChild, TaskState};
use super::{ChangeRecord, PlanVersion};

/// The lines of a history, and the state after the last one.
#[derive(Debug, Default)]
pub struct History {
    text: String,
    /// Start of the lines after the last snapshot; `None` before the first snapshot.
    records_start: Option<usize>,
    /// Etag of the plan after the last line.
    etag: Option<String>,
    /// Whether the text after the last line can be rebuilt from the last snapshot and the changes since.
    is_rebuildable: bool,
    /// The numbers of the changes since the last snapshot.
    numbers: Vec<u32>,
    tasks: Vec<TaskEntry>,
    ids: NameIndex,
}

/// A task that is or was in the plan.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskEntry {
    pub(super) id: String,
    /// The state, or the status without a state; `None` once it is deleted.
    pub(super) status: Option<String>,
    pub(super) times: TaskTimes,
    pub(super) deleted_child: Option<DeletedChild>,
}

/// When a task changed, in milliseconds since 1970, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskTimes {
    pub created: Option<u64>,
    pub updated: Option<u64>,
    pub completed: Option<u64>,
}

/// Longer histories start again with a snapshot; the old lines are moved to a file next to it.
const LONGEST: usize = 1 << 20;

/// A line from which everything after it can be read: the text of the plan, and what is known about tasks.
#[derive(Deserialize)]
struct Snapshot {
    #[serde(rename = "snapshot")]
    tasks: Pairs<SnapshotEntry>,
    etag: Option<String>,
    /// Earlier versions of this program wrote none. It is read only when a version is rebuilt.
    text: Option<IgnoredAny>,
}

/// Status; created, updated and completed; parent and number of a deleted subtask.
type SnapshotEntry = (Option<String>, Option<u64>, Option<u64>, Option<u64>, Option<DeletedChild>);

/// Whether a line is a snapshot rather than a change.
pub(super) fn is_snapshot(line: &str) -> bool {
    line.starts_with("{\"snapshot\"")
}

impl History {
    /// Reads a history. Any text is accepted.
    pub fn new(text: String) -> Self {
        let mut history = Self::default();
        history.read(text);
        history
    }

    /// Reads what was appended, or everything if the text is not a continuation.
    pub fn read(&mut self, text: String) {
        let known = self.text.len();
        let goes_on = text.starts_with(&self.text) && (known == 0 || self.text.ends_with('\n'));
        if !goes_on {
            *self = Self::default();
        }
        self.take_lines(text.get(self.text.len()..).unwrap_or_default());
        self.text = text;
    }

    /// Reads what was appended.
    pub fn read_on(&mut self, added: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            *self = Self::new(mem::take(&mut self.text) + added);
            return;
        }
        self.take_lines(added);
        self.text.push_str(added);
    }

    /// Reads the next lines. Unreadable lines are skipped.
    fn take_lines(&mut self, lines: &str) {
        let mut end = self.text.len();
        let known = mem::take(&mut self.text);
        for line in lines.split_inclusive('\n') {
            end += line.len();
            if is_snapshot(line) {
                if let Ok(snapshot) = serde_json::from_str(line) {
                    self.take_snapshot(snapshot, end);
                }
            } else if let Ok(record) = serde_json::from_str(line) {
                self.take_record(record);
            }
        }
        self.text = known;
    }

    fn take_snapshot(&mut self, Snapshot { tasks, etag, text }: Snapshot, end: usize) {
        let is_rebuildable = etag.is_some() == text.is_some();
        *self = Self { etag, is_rebuildable, records_start: Some(end), ..Self::default() };
        for (id, (status, created, updated, completed, deleted_child)) in tasks.0 {
            self.put(TaskEntry { id, status, times: TaskTimes { created, updated, completed }, deleted_child });
        }
    }

    fn take_record(&mut self, record: ChangeRecord) {
        let at = record.at_ms;
        let is_complete = !record.edits.is_empty() || record.before == record.after;
        self.is_rebuildable &= is_complete && record.before == self.etag;
        self.etag = record.after;
        self.numbers.extend(change_number(&record.id));
        for change in record.changes.iter().filter(|change| !change.task_id.is_empty()) {
            let entry = self.entry(&change.task_id);
            entry.times.updated = Some(at);
            if change.change == ChangeKind::Added {
                *entry = TaskEntry { id: change.task_id.clone(), times: TaskTimes::of_new(at), ..TaskEntry::default() };
            }
        }
        for (id, state) in record.tasks.0 {
            self.take_state(at, &id, state);
        }
    }

    /// Records the task's current state, or its last position if it was deleted.
    fn take_state(&mut self, at: u64, id: &str, state: TaskState) {
        let entry = self.entry(id);
        match state {
            TaskState::Present(status) => {
                let status = status.split(':').next().unwrap_or_default();
                entry.times.completed = match status {
                    "done" => entry.times.completed.or(Some(at)),
                    "archived" => entry.times.completed,
                    _ => None,
                };
                entry.status = Some(status.to_owned());
                entry.deleted_child = None;
            }
            TaskState::Deleted(child) => {
                entry.status = None;
                entry.deleted_child = child;
            }
        }
    }

    fn entry(&mut self, id: &str) -> &mut TaskEntry {
        let index = self.find(id).unwrap_or_else(|| self.put(TaskEntry { id: id.to_owned(), ..TaskEntry::default() }));
        &mut self.tasks[index]
    }

    fn put(&mut self, entry: TaskEntry) -> usize {
        let index = self.tasks.len();
        let tasks = &self.tasks;
        self.ids.insert(&entry.id, index, &|at| tasks.get(at).map_or(entry.id.as_str(), |known| &known.id));
        self.tasks.push(entry);
        index
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.ids.find(id, &|at| self.tasks.get(at).map_or("", |entry| &entry.id))
    }

    /// Etag of the plan after the last line; `None` if there was no plan then.
    pub fn etag(&self) -> Option<&str> {
        self.etag.as_deref()
    }

    /// Whether it has a snapshot, so that its last line says what the plan was.
    pub fn has_snapshot(&self) -> bool {
        self.records_start.is_some()
    }

    pub(super) fn is_rebuildable(&self) -> bool {
        self.is_rebuildable
    }

    /// Whether the plan had this etag before or after one of the changes.
    pub fn has_seen(&self, etag: &str) -> bool {
        self.text.contains(&format!("\"{etag}\""))
    }

    /// Whether a change since the last snapshot has this number.
    pub fn has_number(&self, number: u32) -> bool {
        self.numbers.contains(&number)
    }

    /// Whether it is so long that it should start again.
    pub fn is_full(&self) -> bool {
        self.records_start.is_some_and(|start| self.text.len() - start > LONGEST)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The recorded times of a task.
    pub fn times(&self, id: &str) -> TaskTimes {
        self.find(id).and_then(|at| self.tasks.get(at)).map(|entry| entry.times).unwrap_or_default()
    }

    /// Whether a task with this id is or was in the plan.
    pub fn has_id(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// The highest number of the deleted subtasks of `parent`.
    pub fn highest_deleted_seq(&self, parent: &str) -> Option<u32> {
        let children = self.tasks.iter().filter_map(|entry| entry.deleted_child.as_ref());
        children.filter(|child| child.parent == parent).map(|child| child.seq).max()
    }

    /// When each of these tasks was last started or assigned, in milliseconds since 1970, as far as the changes say.
    pub fn started_at(&self, ids: &[&str]) -> Vec<Option<u64>> {
        let starts = |change: &ChangeKind| match change {
            ChangeKind::Added => true,
            ChangeKind::Field { name, to, .. } => {
                name == "assignee" && to.is_some() || name == "status" && to.as_deref() == Some("doing")
            }
            ChangeKind::Deleted | ChangeKind::Body => false,
        };
        let mut found = vec![None; ids.len()];
        for record in self.latest() {
            for change in record.changes.iter().filter(|each| starts(&each.change)) {
                if let Some(at) = ids.iter().position(|id| *id == change.task_id) {
                    found[at] = found[at].or(Some(record.at_ms));
                }
            }
            if found.iter().all(Option::is_some) {
                break;
            }
        }
        found
    }

    /// The changes, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = ChangeRecord> {
        let changes = self.text.lines().rev().filter(|line| !is_snapshot(line));
        let records = changes.filter_map(|line| serde_json::from_str(line).ok());
        records.filter(|record: &ChangeRecord| !record.id.is_empty())
    }
}

impl TaskTimes {
    /// The times of the task `id`, as far as its id and the history of its plan contain them.
    pub fn of(id: &str, history: Option<&History>) -> Self {
        let recorded = history.map(|history| history.times(id)).unwrap_or_default();
        let created = id_time(id).or(recorded.created);
        Self { created, updated: recorded.updated.or(created), completed: recorded.completed }
    }

    fn of_new(at: u64) -> Self {
        Self { created: Some(at), updated: Some(at), completed: None }
    }
}

impl TaskEntry {
    /// Whether it must stay in the history. Of deleted tasks, only those stay whose id or number another task could get; a
    /// generated id is never generated again. Otherwise a history would grow with every task that ever existed.
    fn is_needed(&self) -> bool {
        self.status.is_some() || self.deleted_child.is_some() || id_time(&self.id).is_none()
    }
}

impl History {
    /// A snapshot of what is known, for the plan as it is now.
    pub fn snapshot_line(&self, now: Option<PlanVersion<'_>>) -> String {
        #[derive(Serialize)]
        struct Written<'a> {
            snapshot: Pairs<SnapshotEntry>,
            etag: Option<&'a str>,
            text: Option<&'a str>,
        }

        let entry = |entry: &TaskEntry| {
            let TaskTimes { created, updated, completed } = entry.times;
            (entry.id.clone(), (entry.status.clone(), created, updated, completed, entry.deleted_child.clone()))
        };
        let snapshot = Pairs(self.tasks.iter().filter(|entry| entry.is_needed()).map(entry).collect());
        let (etag, text) = (now.map(|now| now.etag), now.map(|now| now.document.text()));
        to_json(&Written { snapshot, etag, text }) + "\n"
    }
}

/// The number in the id of a change.
pub(super) fn change_number(id: &str) -> Option<u32> {
    id.strip_prefix('c').filter(|digits| digits.len() == 9)?.parse().ok()
}
