//! One line of a history: who changed what, when, and how to undo it.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::plan::{Document, HEADER};
use crate::query::{ChangeKind, TaskChange};
use crate::text::{iso_time, parse_iso_time};

use super::pairs::Pairs;

/// One change of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRecord {
    #[serde(default)]
    pub id: String,
    /// When it was made (a hand edit: noticed), in milliseconds since 1970.
    #[serde(rename = "at", with = "iso_8601")]
    pub at_ms: u64,
    /// The author. `None` for hand edits.
    pub by: Option<String>,
    /// The tool that made it. `None` for hand edits.
    pub tool: Option<String>,
    /// The change that this one undoes.
    pub undoes: Option<String>,
    /// Etag of the file before; `None` if there was no file.
    pub before: Option<String>,
    /// Etag of the file after; `None` if there is no file.
    pub after: Option<String>,
    /// Whether the plan got contents that it already had before, or those that git has: a checkout, not a hand edit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub switched: bool,
    #[serde(default, with = "changes")]
    pub changes: Vec<TaskChange>,
    /// The tasks that changed, as they are now.
    #[serde(default)]
    pub(super) tasks: Pairs<TaskState>,
    /// The replaced lines, in order; empty if they are unknown.
    #[serde(default)]
    pub edits: Vec<LineChange>,
}

/// Replaced lines. A file that is created replaces nothing; one that is deleted is replaced by nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineChange {
    /// Byte offset in the old text.
    pub at: usize,
    pub old: String,
    pub new: String,
    /// The line above them. Only earlier versions of this program, which kept no texts, wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) above: String,
    /// The line below them, likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) below: String,
}

/// A task after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum TaskState {
    /// Its state, or its status without a state. Earlier versions wrote hashes after it, separated by colons.
    Present(String),
    /// Deleted; with its parent and number if it was a numbered subtask.
    Deleted(Option<DeletedChild>),
}

/// The parent and number of a deleted subtask. No other subtask may get this number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DeletedChild {
    pub(super) parent: String,
    pub(super) seq: u32,
}

impl ChangeRecord {
    /// How many tasks have another line or body after it, as far as the replaced lines say.
    pub fn changed_tasks(&self) -> usize {
        let tasks_in = |lines: &str| {
            let document = Document::new(format!("{HEADER}\n{lines}"));
            let tasks = document.plan().tasks.iter();
            tasks.map(|task| task.id.of(document.text()).to_owned()).collect::<Vec<_>>()
        };
        let changed = self.edits.iter().flat_map(|edit| [&edit.old, &edit.new]).flat_map(|lines| tasks_in(lines));
        changed.collect::<BTreeSet<_>>().len()
    }

    /// Whether no tool of ours made it.
    pub fn is_external(&self) -> bool {
        self.tool.is_none()
    }
}

pub(crate) mod iso_8601 {
    use serde::de::Error;

    use super::{Deserialize, Deserializer, Serializer, iso_time, parse_iso_time};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn serialize<S: Serializer>(ms: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&iso_time(*ms))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_iso_time(&text).ok_or_else(|| D::Error::custom("not a time"))
    }
}

/// The serialized form of a change: `what` is the name of a field, or `added`, `deleted` or `body`.
mod changes {
    use super::{ChangeKind, Deserialize, Deserializer, Serialize, Serializer, TaskChange};

    const ADDED: &str = "added";
    const DELETED: &str = "deleted";
    const BODY: &str = "body";

    #[derive(Serialize, Deserialize)]
    struct ChangeLine {
        task: String,
        #[serde(default)]
        title: String,
        what: String,
        from: Option<String>,
        to: Option<String>,
    }

    pub(super) fn serialize<S: Serializer>(changes: &[TaskChange], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(changes.iter().map(|TaskChange { task_id, title, change }| {
            let (what, from, to) = match change {
                ChangeKind::Added => (ADDED, &None, &None),
                ChangeKind::Deleted => (DELETED, &None, &None),
                ChangeKind::Body => (BODY, &None, &None),
                ChangeKind::Field { name, from, to } => (name.as_str(), from, to),
            };
            let (task, title, what) = (task_id.clone(), title.clone(), what.to_owned());
            ChangeLine { task, title, what, from: from.clone(), to: to.clone() }
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<TaskChange>, D::Error> {
        let lines = Vec::<ChangeLine>::deserialize(deserializer)?;
        let change = |ChangeLine { task, title, what, from, to }| TaskChange {
            task_id: task,
            title,
            change: match what.as_str() {
                ADDED => ChangeKind::Added,
                DELETED => ChangeKind::Deleted,
                BODY => ChangeKind::Body,
                _ => ChangeKind::Field { name: what, from, to },
            },
        };
        Ok(lines.into_iter().map(change).collect())
    }
}
