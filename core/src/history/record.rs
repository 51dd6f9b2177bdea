//! One line of a history: who changed what, when, and how it is taken back.

use crate::contract::{Json, json};
use crate::query::{Change, TaskChange};
use crate::text::{iso_time, parse_iso_time};

/// One change of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The change's own id.
    pub id: String,
    /// When it was made or, if it was made by hand, noticed; in milliseconds since 1970.
    pub at_ms: u64,
    /// Who made it; nobody knows of one that was made by hand.
    pub by: Option<String>,
    /// The tool that made it; none for one that was made by hand.
    pub tool: Option<String>,
    /// The change that this one takes back.
    pub undoes: Option<String>,
    /// Etag of the file before; none if there was no file.
    pub before: Option<String>,
    /// Etag of the file afterwards; none if there is no file.
    pub after: Option<String>,
    /// What changed, by task.
    pub changes: Vec<TaskChange>,
    /// The lines that were replaced, in order; none if they were too many to be kept, or are not known.
    pub edits: Vec<LineEdit>,
}

/// Lines that were replaced by others, and where they stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    /// Offset of the byte in the text before.
    pub at: usize,
    /// The lines before.
    pub old: String,
    /// The lines afterwards.
    pub new: String,
    /// The line above them.
    pub above: String,
    /// The line below them.
    pub below: String,
}

impl Record {
    /// Whether it was made by hand, or by any other program.
    pub fn is_external(&self) -> bool {
        self.tool.is_none()
    }

    pub(super) fn to_json(&self, tasks: Vec<(String, Json)>) -> Json {
        json! {
            "id": self.id.as_str(),
            "at": iso_time(self.at_ms),
            "by": self.by.as_deref(),
            "tool": self.tool.as_deref(),
            "undoes": self.undoes.as_deref(),
            "before": self.before.as_deref(),
            "after": self.after.as_deref(),
            "changes": self.changes.iter().map(change_to_json).collect::<Vec<_>>(),
            "tasks": Json::Object(tasks),
            "edits": self.edits.iter().map(LineEdit::to_json).collect::<Vec<_>>(),
        }
    }

    /// The record in a line, if it is one.
    pub(super) fn from_json(line: &Json) -> Option<Self> {
        let text = |name: &str| line.get(name).as_str().map(str::to_owned);
        let list = |name: &str| line.get(name).as_list().unwrap_or_default();
        Some(Self {
            id: text("id")?,
            at_ms: parse_iso_time(line.get("at").as_str()?)?,
            by: text("by"),
            tool: text("tool"),
            undoes: text("undoes"),
            before: text("before"),
            after: text("after"),
            changes: list("changes").iter().filter_map(change_from_json).collect(),
            // An edit is only good together with the others.
            edits: list("edits").iter().map(LineEdit::from_json).collect::<Option<_>>().unwrap_or_default(),
        })
    }
}

impl LineEdit {
    fn to_json(&self) -> Json {
        let Self { at, old, new, above, below } = self;
        json! {
            "at": *at,
            "old": old.as_str(),
            "new": new.as_str(),
            "above": above.as_str(),
            "below": below.as_str(),
        }
    }

    fn from_json(edit: &Json) -> Option<Self> {
        let text = |name: &str| edit.get(name).as_str().map(str::to_owned);
        Some(Self {
            at: edit.get("at").as_u64()?.try_into().ok()?,
            old: text("old")?,
            new: text("new")?,
            above: text("above")?,
            below: text("below")?,
        })
    }
}

/// The word in the place of a field's name for a task that is new, and for one that is gone.
const ADDED: &str = "added";
const DELETED: &str = "deleted";
const BODY: &str = "body";

fn change_to_json(TaskChange { task_id, title, change }: &TaskChange) -> Json {
    let (what, from, to) = match change {
        Change::Added => (ADDED, None, None),
        Change::Deleted => (DELETED, None, None),
        Change::Body => (BODY, None, None),
        Change::Field { name, from, to } => (name.as_str(), from.as_deref(), to.as_deref()),
    };
    json! { "task": task_id.as_str(), "title": title.as_str(), "what": what, "from": from, "to": to }
}

fn change_from_json(change: &Json) -> Option<TaskChange> {
    let text = |name: &str| change.get(name).as_str().map(str::to_owned);
    let what = match text("what")?.as_str() {
        ADDED => Change::Added,
        DELETED => Change::Deleted,
        BODY => Change::Body,
        name => Change::Field { name: name.to_owned(), from: text("from"), to: text("to") },
    };
    Some(TaskChange { task_id: text("task")?, title: text("title")?, change: what })
}
