//! Changes as they are written down.

use crate::contract::Json;
use crate::plan::{Document, Key, Task};
use crate::query::{Change, TaskChange, compare};
use crate::text::{Hunk, Span, TextEdit, hunks, lines};

use super::digest::Seen;
use super::log::{Known, child_to_json, snapshot};
use super::{History, LineEdit, Record};

/// Who does what, and when.
#[derive(Clone, Debug)]
pub struct Happening<'c> {
    /// The id that the change gets.
    pub id: String,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// Who.
    pub by: &'c str,
    /// The tool.
    pub tool: &'c str,
    /// The change that is taken back.
    pub undoes: Option<&'c str>,
}

/// A plan and the etag of its file.
#[derive(Clone, Copy, Debug)]
pub struct Version<'d> {
    /// The plan.
    pub document: &'d Document,
    /// The etag.
    pub etag: &'d str,
}

/// Longer texts are not kept to be taken back.
const LONGEST_EDIT: usize = 1 << 18;

impl History {
    /// The lines that are to be appended for a change from `before` to `after`, which `edit` made: where the history knows
    /// another plan than `before`, also what was done to it by hand.
    pub fn lines_about(
        &self,
        happening: &Happening<'_>,
        before: Option<Version<'_>>,
        after: Option<Version<'_>>,
        edit: &TextEdit,
    ) -> String {
        let mut lines = Lines(String::new());
        if !self.text().is_empty() && !self.text().ends_with('\n') {
            lines.0.push('\n');
        }
        if !self.is_complete() {
            lines.push(&self.first_snapshot(before));
        } else if self.etag() != before.map(|version| version.etag) {
            lines.push(&self.external(happening, before));
        }
        lines.push(&record(happening, before, after, edit));
        lines.0
    }

    /// The first line of a history that goes on where this one ends.
    pub fn new_start(&self) -> String {
        let mut lines = Lines(String::new());
        let tasks: Vec<_> = self.tasks().iter().filter(|known| known.still_matters()).cloned().collect();
        lines.push(&snapshot(&tasks, self.etag()));
        lines.0
    }

    /// How the tasks are, as far as a damaged history or none can tell.
    fn first_snapshot(&self, now: Option<Version<'_>>) -> Json {
        let tasks = now.map_or(&[][..], |version| &version.document.plan().tasks);
        let known = |task: &Task| {
            let Version { document, .. } = now?;
            let id = task.id.of(document.text()).to_owned();
            let times = self.times(&id);
            Some(Known { id, seen: Some(Seen::of(document, task)), times, was_child: None })
        };
        let mut all: Vec<_> = tasks.iter().filter_map(known).collect();
        let is_there = |known: &Known| now.is_some_and(|now| find(now.document, &known.id).is_some());
        all.extend(self.tasks().iter().filter(|known| !is_there(known)).cloned());
        snapshot(&all, now.map(|version| version.etag))
    }

    /// What was done by hand since the last line.
    fn external(&self, happening: &Happening<'_>, now: Option<Version<'_>>) -> Json {
        let empty = Document::default();
        let document = now.map_or(&empty, |version| version.document);
        let mut changes = Vec::new();
        let mut tasks = Vec::new();
        for task in &document.plan().tasks {
            let (id, title) = (task.id.of(document.text()), task.title.of(document.text()));
            let seen = Seen::of(document, task);
            let before = self.task(id).and_then(|known| known.seen.as_ref());
            if before == Some(&seen) {
                continue;
            }
            changes.extend(noticed(before, &seen).into_iter().map(|change| TaskChange {
                task_id: id.to_owned(),
                title: title.to_owned(),
                change,
            }));
            tasks.push((id.to_owned(), Json::from(seen.to_text())));
        }
        let is_gone = |known: &&Known| known.seen.is_some() && find(document, &known.id).is_none();
        for known in self.tasks().iter().filter(is_gone) {
            let task_id = known.id.clone();
            tasks.push((task_id.clone(), Json::Null));
            changes.push(TaskChange { task_id, title: String::new(), change: Change::Deleted });
        }
        let record = Record {
            id: format!("{}-external", happening.id),
            at_ms: happening.at_ms,
            by: None,
            tool: None,
            undoes: None,
            before: self.etag().map(str::to_owned),
            after: now.map(|version| version.etag.to_owned()),
            changes,
            edits: Vec::new(),
        };
        record.to_json(tasks)
    }
}

struct Lines(String);

impl Lines {
    fn push(&mut self, line: &Json) {
        self.0.push_str(&line.to_string());
        self.0.push('\n');
    }
}

fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}

/// What a task that looks different shows of how it was changed.
fn noticed(before: Option<&Seen>, now: &Seen) -> Vec<Change> {
    let Some(before) = before else { return vec![Change::Added] };
    let field = |name: &str, from: Option<&str>, to: Option<&str>| Change::Field {
        name: name.to_owned(),
        from: from.map(str::to_owned),
        to: to.map(str::to_owned),
    };
    let status = (before.status != now.status).then(|| field("status", Some(&before.status), Some(&now.status)));
    let parts =
        before.differing_parts(now).map(|part| if part == "body" { Change::Body } else { field(part, None, None) });
    status.into_iter().chain(parts).collect()
}

fn record(happening: &Happening<'_>, before: Option<Version<'_>>, after: Option<Version<'_>>, edit: &TextEdit) -> Json {
    let empty = Document::default();
    let [old, new] = [before, after].map(|version| version.map_or(&empty, |version| version.document));
    let hunks = hunks(old.text(), edit);
    let changes = changes(old, new, &hunks);
    let tasks = changes.iter().filter(|each| !each.task_id.is_empty()).map(|each| {
        let task = find(new, &each.task_id).map(|number| &new.plan().tasks[number]);
        (
            each.task_id.clone(),
            task.map_or_else(|| former_place(old, &each.task_id), |task| Seen::of(new, task).to_text().into()),
        )
    });
    let mut tasks: Vec<_> = tasks.collect();
    tasks.dedup_by(|one, other| one.0 == other.0);
    let length: usize = hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum();
    let is_kept = before.is_some() && after.is_some() && length <= LONGEST_EDIT;
    let edits = if is_kept { hunks.iter().map(|hunk| line_edit(old.text(), hunk)).collect() } else { Vec::new() };
    let record = Record {
        id: happening.id.clone(),
        at_ms: happening.at_ms,
        by: Some(happening.by.to_owned()),
        tool: Some(happening.tool.to_owned()),
        undoes: happening.undoes.map(str::to_owned),
        before: before.map(|version| version.etag.to_owned()),
        after: after.map(|version| version.etag.to_owned()),
        changes,
        edits,
    };
    record.to_json(tasks)
}

/// What changed. A change of one task's line is seen in that line alone, which most changes are: to compare thousands of
/// tasks for it would take longer than the change itself.
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

/// The place that a subtask had which is gone, if it was numbered.
fn former_place(document: &Document, id: &str) -> Json {
    let text = document.text();
    let place = find(document, id).and_then(|number| {
        let task = &document.plan().tasks[number];
        let parent = &document.plan().tasks[task.parent?];
        let number = task.value(text, Key::Seq)?.parse().ok()?;
        Some(child_to_json(parent.id.of(text), number))
    });
    place.unwrap_or(Json::Null)
}

fn line_edit(text: &str, hunk: &Hunk) -> LineEdit {
    let Span { start, end } = hunk.old;
    LineEdit {
        at: start,
        old: hunk.old.of(text).to_owned(),
        new: hunk.new.clone(),
        above: text[..start].split_inclusive('\n').next_back().unwrap_or_default().to_owned(),
        below: text[end..].split_inclusive('\n').next().unwrap_or_default().to_owned(),
    }
}
