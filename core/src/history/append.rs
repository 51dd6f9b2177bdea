//! The lines for a write, and for what happened to the file since the last one.

use crate::contract::to_json;
use crate::plan::{AttributeKey, Document, Task};
use crate::query::{ChangeKind, TaskChange, compare};
use crate::text::{Hunk, TextEdit, hunks, line_edit, lines};
use crate::word::Word;

use super::pairs::Pairs;
use super::record::{DeletedChild, TaskState};
use super::{ChangeRecord, History, LineChange, Version};

/// Who makes a change, how and when.
#[derive(Clone, Debug)]
pub struct ChangeContext<'c> {
    /// Id of the change.
    pub id: String,
    /// Id of what happened to the file before, if something did.
    pub external_id: String,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// `None` for manual edits and their adoption.
    pub by: Option<&'c str>,
    pub tool: &'c str,
    /// The change that this one undoes.
    pub undoes: Option<&'c str>,
    /// Whether the file, if it differs from the last version in the history, is the one that git has.
    pub is_committed_version: bool,
}

/// A plan and the etag of its file.
#[derive(Clone, Copy, Debug)]
pub struct PlanVersion<'d> {
    pub document: &'d Document,
    pub etag: &'d str,
}

/// What to write to a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLines {
    /// The whole text of a history that became too long, which starts again.
    pub full: Option<String>,
    /// What to append, or what to start again with.
    pub text: String,
}

impl History {
    /// The lines for a change from `before` to `after`, which `edit` made. If the file differs from the last version in the
    /// history, they include what happened in between.
    pub fn new_lines(
        &self,
        context: &ChangeContext<'_>,
        before: Option<PlanVersion<'_>>,
        after: Option<PlanVersion<'_>>,
        edit: &TextEdit,
    ) -> NewLines {
        let mut text = String::new();
        if !self.text().is_empty() && !self.text().ends_with('\n') {
            text.push('\n');
        }
        let mut is_rebuildable = self.is_rebuildable();
        if self.has_snapshot() && self.etag() != before.map(|version| version.etag) {
            let external = self.external_change(context, before);
            is_rebuildable &= !external.edits.is_empty();
            text.push_str(&to_line(&external));
        }
        let record = to_line(&record(context, before, after, edit));
        if self.is_full() {
            let full = format!("{}{text}", self.text());
            let snapshot = Self::new(full.clone()).snapshot_line(before);
            return NewLines { full: Some(full), text: snapshot + &record };
        }
        if !is_rebuildable {
            let so_far = Self::new(format!("{}{text}", self.text()));
            text.push_str(&so_far.snapshot_line(before));
        }
        NewLines { full: None, text: text + &record }
    }

    /// The line for a change that follows another one of the same call.
    pub fn next_line(
        context: &ChangeContext<'_>,
        before: PlanVersion<'_>,
        after: PlanVersion<'_>,
        edit: &TextEdit,
    ) -> String {
        to_line(&record(context, Some(before), Some(after), edit))
    }

    /// What happened to the file since the last line: a checkout or a hand edit.
    fn external_change(&self, context: &ChangeContext<'_>, now: Option<PlanVersion<'_>>) -> ChangeRecord {
        let switched = now.is_some_and(|now| context.is_committed_version || self.has_seen(now.etag));
        let after = now.map(|version| version.etag.to_owned());
        let mut external = ChangeRecord {
            id: context.external_id.clone(),
            at_ms: context.at_ms,
            by: None,
            tool: None,
            undoes: None,
            before: self.etag().map(str::to_owned),
            after,
            switched,
            changes: Vec::new(),
            tasks: Pairs::default(),
            edits: Vec::new(),
        };
        let Some(Version { text, .. }) = self.last_version() else { return external };
        let empty = Document::default();
        let (old, new) = (Document::new(text.unwrap_or_default()), now.map_or(&empty, |version| version.document));
        let edit = line_edit(old.text(), new.text());
        external.edits = line_changes(old.text(), &hunks(old.text(), &edit));
        let changes = compare(&old, new);
        external.tasks = Pairs(states(&old, new, &changes));
        if switched {
            // Other contents do not say when a task changed, and must not reset when one was completed.
            let is_new = |id: &str| find(&old, id).is_none() || find(new, id).is_none();
            external.tasks.0.retain(|(id, state)| is_new(id) || is_done(state));
        } else {
            external.changes = changes;
        }
        external
    }
}

fn is_done(state: &TaskState) -> bool {
    matches!(state, TaskState::Present(status) if status == "done")
}

fn to_line(record: &ChangeRecord) -> String {
    to_json(record) + "\n"
}

fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}

fn record(
    context: &ChangeContext<'_>,
    before: Option<PlanVersion<'_>>,
    after: Option<PlanVersion<'_>>,
    edit: &TextEdit,
) -> ChangeRecord {
    let empty = Document::default();
    let [old, new] = [before, after].map(|version| version.map_or(&empty, |version| version.document));
    let hunks = hunks(old.text(), edit);
    let changes = changes(old, new, &hunks);
    ChangeRecord {
        id: context.id.clone(),
        at_ms: context.at_ms,
        by: context.by.map(str::to_owned),
        tool: Some(context.tool.to_owned()),
        undoes: context.undoes.map(str::to_owned),
        before: before.map(|version| version.etag.to_owned()),
        after: after.map(|version| version.etag.to_owned()),
        switched: false,
        tasks: Pairs(states(old, new, &changes)),
        changes,
        edits: line_changes(old.text(), &hunks),
    }
}

/// The changes by task. Most changes affect one task line, and then only that line is compared: comparing thousands of tasks
/// would take longer than the change itself.
fn changes(old: &Document, new: &Document, hunks: &[Hunk]) -> Vec<TaskChange> {
    if let [hunk] = hunks {
        let header = old.plan().header.map_or("", |header| header.span.of(old.text()));
        let versions = [hunk.old.of(old.text()), hunk.new.as_str()];
        let [was, is] = versions.map(|line| Document::new(format!("{header}\n{}", line.trim_start())));
        let [old_indent, new_indent] = versions.map(|line| line.len() - line.trim_start().len());
        let only_id = |document: &Document| match document.plan().tasks.as_slice() {
            [task] if lines(document.text()).count() == 2 => Some(task.id.of(document.text()).to_owned()),
            _ => None,
        };
        // Another indentation means another parent.
        if old_indent == new_indent && only_id(&was).is_some_and(|id| only_id(&is) == Some(id)) {
            return compare(&was, &is);
        }
    }
    compare(old, new)
}

/// The changed tasks as they are now.
fn states(old: &Document, new: &Document, changes: &[TaskChange]) -> Vec<(String, TaskState)> {
    let of_tasks = changes.iter().filter(|each| !each.task_id.is_empty());
    let state = |TaskChange { task_id, change, .. }: &TaskChange| {
        let state = match find(new, task_id) {
            Some(number) if *change != ChangeKind::Deleted => {
                TaskState::Present(status(new.text(), &new.plan().tasks[number]))
            }
            _ => TaskState::Deleted(former_place(old, task_id)),
        };
        (task_id.clone(), state)
    };
    let mut states: Vec<_> = of_tasks.map(state).collect();
    states.dedup_by(|one, other| one.0 == other.0);
    states
}

/// The state of a task, or its status without a state.
fn status(text: &str, task: &Task) -> String {
    task.value(text, AttributeKey::State).unwrap_or_else(|| task.status.as_str().to_owned())
}

/// The parent and number of a deleted subtask, if it was numbered.
fn former_place(document: &Document, id: &str) -> Option<DeletedChild> {
    let text = document.text();
    let task = &document.plan().tasks[find(document, id)?];
    let parent = &document.plan().tasks[task.parent?];
    let seq = task.value(text, AttributeKey::Seq)?.parse().ok()?;
    Some(DeletedChild { parent: parent.id.of(text).to_owned(), seq })
}

fn line_changes(text: &str, hunks: &[Hunk]) -> Vec<LineChange> {
    let line_change = |hunk: &Hunk| LineChange {
        at: hunk.old.start,
        old: hunk.old.of(text).to_owned(),
        new: hunk.new.clone(),
        ..LineChange::default()
    };
    hunks.iter().map(line_change).collect()
}
