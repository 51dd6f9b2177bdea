//! Records for a write, and for hand edits since the last one.

use crate::contract::to_json;
use crate::plan::{AttributeKey, Document, Task};
use crate::query::{ChangeKind, TaskChange, compare};
use crate::text::{Hunk, Span, TextEdit, hunks, lines};

use super::digest::TaskDigest;
use super::log::{TaskEntry, snapshot_line};
use super::pairs::Pairs;
use super::record::{DeletedChild, TaskState};
use super::{ChangeRecord, History, LineChange};

/// Who makes a change, how and when.
#[derive(Clone, Debug)]
pub struct ChangeContext<'c> {
    /// Id of the change.
    pub id: String,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    pub by: &'c str,
    pub tool: &'c str,
    /// The change that this one undoes.
    pub undoes: Option<&'c str>,
}

/// A plan and the etag of its file.
#[derive(Clone, Copy, Debug)]
pub struct PlanVersion<'d> {
    pub document: &'d Document,
    pub etag: &'d str,
}

/// Longer edits are not kept, and cannot be undone.
const LONGEST_EDIT: usize = 1 << 18;

impl History {
    /// The lines to append for a change from `before` to `after`, which `edit` made. If the plan differs from the last one in the
    /// history, they include the hand edits in between.
    pub fn append_records(
        &self,
        context: &ChangeContext<'_>,
        before: Option<PlanVersion<'_>>,
        after: Option<PlanVersion<'_>>,
        edit: &TextEdit,
    ) -> String {
        let mut lines = String::new();
        if !self.text().is_empty() && !self.text().ends_with('\n') {
            lines.push('\n');
        }
        if !self.is_complete() {
            lines.push_str(&self.first_snapshot(before));
        } else if self.etag() != before.map(|version| version.etag) {
            lines.push_str(&to_line(&self.hand_edits(context, before)));
        }
        lines.push_str(&to_line(&record(context, before, after, edit)));
        lines
    }

    /// The first line of a history that continues this one.
    pub fn snapshot_line(&self) -> String {
        let tasks: Vec<_> = self.tasks().iter().filter(|entry| entry.is_needed()).cloned().collect();
        snapshot_line(&tasks, self.etag())
    }

    /// The tasks of the plan, with everything that a damaged history contains about them.
    fn first_snapshot(&self, now: Option<PlanVersion<'_>>) -> String {
        let tasks = now.map_or(&[][..], |version| &version.document.plan().tasks);
        let entry = |task: &Task| {
            let PlanVersion { document, .. } = now?;
            let id = task.id.of(document.text()).to_owned();
            let times = self.times(&id);
            Some(TaskEntry { id, digest: Some(TaskDigest::of(document, task)), times, deleted_child: None })
        };
        let mut all: Vec<_> = tasks.iter().filter_map(entry).collect();
        let is_present = |entry: &TaskEntry| now.is_some_and(|now| find(now.document, &entry.id).is_some());
        all.extend(self.tasks().iter().filter(|entry| !is_present(entry)).cloned());
        snapshot_line(&all, now.map(|version| version.etag))
    }

    /// What was changed by hand since the last line.
    fn hand_edits(&self, context: &ChangeContext<'_>, now: Option<PlanVersion<'_>>) -> ChangeRecord {
        let empty = Document::default();
        let document = now.map_or(&empty, |version| version.document);
        let mut changes = Vec::new();
        let mut tasks = Vec::new();
        for task in &document.plan().tasks {
            let (id, title) = (task.id.of(document.text()), task.title.of(document.text()));
            let digest = TaskDigest::of(document, task);
            let before = self.task(id).and_then(|entry| entry.digest.as_ref());
            if before == Some(&digest) {
                continue;
            }
            changes.extend(noticed(before, &digest).into_iter().map(|change| TaskChange {
                task_id: id.to_owned(),
                title: title.to_owned(),
                change,
            }));
            tasks.push((id.to_owned(), TaskState::Present(digest)));
        }
        let is_deleted = |entry: &&TaskEntry| entry.digest.is_some() && find(document, &entry.id).is_none();
        for entry in self.tasks().iter().filter(is_deleted) {
            let task_id = entry.id.clone();
            tasks.push((task_id.clone(), TaskState::Deleted(None)));
            changes.push(TaskChange { task_id, title: String::new(), change: ChangeKind::Deleted });
        }
        ChangeRecord {
            id: format!("{}-external", context.id),
            at_ms: context.at_ms,
            by: None,
            tool: None,
            undoes: None,
            before: self.etag().map(str::to_owned),
            after: now.map(|version| version.etag.to_owned()),
            changes,
            tasks: Pairs(tasks),
            edits: Vec::new(),
        }
    }
}

fn to_line(record: &ChangeRecord) -> String {
    to_json(record) + "\n"
}

fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}

/// The changes between two digests of a task.
fn noticed(before: Option<&TaskDigest>, now: &TaskDigest) -> Vec<ChangeKind> {
    let Some(before) = before else { return vec![ChangeKind::Added] };
    let field = |name: &str, from: Option<&str>, to: Option<&str>| ChangeKind::Field {
        name: name.to_owned(),
        from: from.map(str::to_owned),
        to: to.map(str::to_owned),
    };
    let status = (before.status != now.status).then(|| field("status", Some(&before.status), Some(&now.status)));
    let parts =
        before.differing_parts(now).map(|part| if part == "body" { ChangeKind::Body } else { field(part, None, None) });
    status.into_iter().chain(parts).collect()
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
    let tasks = changes.iter().filter(|each| !each.task_id.is_empty()).map(|each| {
        let task = find(new, &each.task_id).map(|number| &new.plan().tasks[number]);
        let state = match task {
            Some(task) => TaskState::Present(TaskDigest::of(new, task)),
            None => TaskState::Deleted(former_place(old, &each.task_id)),
        };
        (each.task_id.clone(), state)
    });
    let mut tasks: Vec<_> = tasks.collect();
    tasks.dedup_by(|one, other| one.0 == other.0);
    let length: usize = hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum();
    let is_kept = before.is_some() && after.is_some() && length <= LONGEST_EDIT;
    let edits = if is_kept { hunks.iter().map(|hunk| line_change(old.text(), hunk)).collect() } else { Vec::new() };
    ChangeRecord {
        id: context.id.clone(),
        at_ms: context.at_ms,
        by: Some(context.by.to_owned()),
        tool: Some(context.tool.to_owned()),
        undoes: context.undoes.map(str::to_owned),
        before: before.map(|version| version.etag.to_owned()),
        after: after.map(|version| version.etag.to_owned()),
        changes,
        tasks: Pairs(tasks),
        edits,
    }
}

/// The changes by task. Most changes affect one task line, and then only that line is compared: comparing thousands of tasks
/// would take longer than the change itself.
fn changes(old: &Document, new: &Document, hunks: &[Hunk]) -> Vec<TaskChange> {
    if let [hunk] = hunks {
        let header = old.plan().header.map_or("", |header| header.span.of(old.text()));
        let [was, is] = [hunk.old.of(old.text()), hunk.new.as_str()]
            .map(|line| Document::new(format!("{header}\n{}", line.trim_start())));
        let only_id = |document: &Document| match document.plan().tasks.as_slice() {
            [task] if lines(document.text()).count() == 2 => Some(task.id.of(document.text()).to_owned()),
            _ => None,
        };
        if only_id(&was).is_some_and(|id| only_id(&is) == Some(id)) {
            return compare(&was, &is);
        }
    }
    compare(old, new)
}

/// The parent and number of a deleted subtask, if it was numbered.
fn former_place(document: &Document, id: &str) -> Option<DeletedChild> {
    let text = document.text();
    let task = &document.plan().tasks[find(document, id)?];
    let parent = &document.plan().tasks[task.parent?];
    let seq = task.value(text, AttributeKey::Seq)?.parse().ok()?;
    Some(DeletedChild { parent: parent.id.of(text).to_owned(), seq })
}

fn line_change(text: &str, hunk: &Hunk) -> LineChange {
    let Span { start, end } = hunk.old;
    LineChange {
        at: start,
        old: hunk.old.of(text).to_owned(),
        new: hunk.new.clone(),
        above: text[..start].split_inclusive('\n').next_back().unwrap_or_default().to_owned(),
        below: text[end..].split_inclusive('\n').next().unwrap_or_default().to_owned(),
    }
}
