//! Rebuilds earlier versions of a plan: snapshots contain its text, and each change the lines that it replaced.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::plan::Document;

use super::log::is_snapshot;
use super::{ChangeRecord, History};

/// A version of a plan's file: its etag and text, both `None` if there was no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Version {
    pub etag: Option<String>,
    pub text: Option<String>,
}

/// The versions before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    pub before: Version,
    pub after: Version,
}

impl Versions {
    /// The versions around the change `id`. The histories are those of one plan, the oldest first; `now` is the plan after the
    /// last line, if that is known. `None` if a line between the change and the nearest known text is missing or has no edits.
    pub fn around(id: &str, histories: &[&History], now: Option<Version>) -> Option<Self> {
        let lines: Vec<&str> = histories.iter().flat_map(|history| history.text().lines()).collect();
        let change = (0..lines.len()).rev().find_map(|at| Some((at, record(lines[at])?)).filter(|(_, it)| it.id == id));
        let (at, change) = change?;
        let forwards = || {
            let before = version_after(&lines[..at])?;
            let after = before.clone().apply(&change)?;
            Some(Self { before, after })
        };
        let backwards = || {
            let after = version_before(&lines[at + 1..], now)?;
            let before = after.clone().revert(&change)?;
            Some(Self { before, after })
        };
        forwards().or_else(backwards)
    }
}

impl History {
    /// The plan after the last line, if it can be rebuilt.
    pub fn last_document(&self) -> Option<Document> {
        self.last_version()?.text.map(Document::new)
    }

    /// The same as a text.
    pub(super) fn last_version(&self) -> Option<Version> {
        let lines: Vec<&str> = self.text().lines().collect();
        version_after(&lines).filter(|_| self.is_rebuildable())
    }
}

/// The version after the last of these lines: from the last text before it, change by change.
fn version_after(lines: &[&str]) -> Option<Version> {
    let (start, version) = (0..lines.len()).rev().find_map(|at| Some((at, snapshot(lines[at])?)))?;
    lines[start + 1..].iter().filter_map(|line| record(line)).try_fold(version, |version, next| version.apply(&next))
}

/// The version before the first of these lines: from the next text, or else from `now`, change by change.
fn version_before(lines: &[&str], now: Option<Version>) -> Option<Version> {
    let known = lines.iter().enumerate().find_map(|(at, line)| Some((at, snapshot(line)?)));
    let (end, version) = known.or_else(|| Some((lines.len(), now?)))?;
    let mut records = lines[..end].iter().rev().filter_map(|line| record(line));
    records.try_fold(version, |version, last| version.revert(&last))
}

fn record(line: &str) -> Option<ChangeRecord> {
    if is_snapshot(line) { None } else { serde_json::from_str(line).ok() }
}

/// The version that a snapshot describes. Those of earlier versions of this program have no text.
fn snapshot(line: &str) -> Option<Version> {
    #[derive(Deserialize)]
    struct Snapshot {
        #[serde(rename = "snapshot")]
        _tasks: IgnoredAny,
        etag: Option<String>,
        text: Option<String>,
    }

    let Snapshot { etag, text, .. } = is_snapshot(line).then(|| serde_json::from_str(line).ok()).flatten()?;
    (etag.is_some() == text.is_some()).then_some(Version { etag, text })
}

impl Version {
    /// The version after a change, if it is the one that was changed.
    fn apply(self, change: &ChangeRecord) -> Option<Self> {
        self.step(change.before.as_ref(), change.after.as_ref(), edits(change, |edit| (&edit.old, &edit.new)))
    }

    /// The version before a change, if it is the one that resulted.
    fn revert(self, change: &ChangeRecord) -> Option<Self> {
        let mut shift: isize = 0;
        let shifted = edits(change, |edit| (&edit.new, &edit.old)).map(|(at, now, then)| {
            let at = at.checked_add_signed(shift).unwrap_or(usize::MAX);
            shift += now.len().cast_signed() - then.len().cast_signed();
            (at, now, then)
        });
        let shifted: Vec<_> = shifted.collect();
        self.step(change.after.as_ref(), change.before.as_ref(), shifted.into_iter())
    }

    fn step<'c>(
        self,
        from: Option<&String>,
        to: Option<&String>,
        edits: impl Iterator<Item = (usize, &'c str, &'c str)>,
    ) -> Option<Self> {
        if self.etag.as_ref() != from {
            return None;
        }
        let mut edits = edits.peekable();
        if edits.peek().is_none() && from != to {
            return None;
        }
        let old = self.text.unwrap_or_default();
        let mut new = String::with_capacity(old.len());
        let mut kept = 0;
        for (at, removed, added) in edits {
            new.push_str(old.get(kept..at)?);
            kept = at + removed.len();
            old.get(at..kept).filter(|found| *found == removed)?;
            new.push_str(added);
        }
        new.push_str(old.get(kept..)?);
        Some(Self { etag: to.cloned(), text: to.map(|_| new) })
    }
}

/// The edits of a change: their positions, and the text at each before and after a step.
fn edits<'c>(
    change: &'c ChangeRecord,
    texts: impl Fn(&'c super::LineChange) -> (&'c String, &'c String),
) -> impl Iterator<Item = (usize, &'c str, &'c str)> {
    change.edits.iter().map(move |edit| {
        let (before, after) = texts(edit);
        (edit.at, before.as_str(), after.as_str())
    })
}
