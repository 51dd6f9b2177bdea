//! Parsed files, kept between calls.

use std::mem;

use crate::failure::Fault;
use crate::history::{History, is_history};
use crate::plan::{Diagnostic, Document, decode, etag};
use crate::text::Interner;
use crate::views::PlanSummary;

use super::paths::{is_plan_file, strip_root};
use super::write::{Content, Write};
use super::{FileState, LoadedPlan, Need, NeedKind};

#[derive(Debug, Default)]
pub(crate) struct Cache {
    paths: Interner<String>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
pub(crate) struct Entry {
    /// Empty if the file must be read again.
    stamp: String,
    pub(super) etag: String,
    /// When the file last changed, in milliseconds since 1970; 0 if that is not known.
    pub(super) modified_ms: u64,
    pub(super) content: Cached,
    /// Why a history could not be read. It counts as empty.
    fault: Option<Fault>,
}

#[derive(Debug)]
pub(crate) enum Cached {
    Document(Document),
    /// Of a plan that was only listed, or why it is not readable.
    Summary(Box<Result<PlanSummary, Diagnostic>>),
    History(Box<History>),
    /// Any other file.
    Text(String),
    NotText(Diagnostic),
    Names(Vec<String>),
    Absent,
    Fault(Fault),
}

impl Entry {
    fn new(content: Cached) -> Self {
        Self { stamp: String::new(), etag: String::new(), modified_ms: 0, content, fault: None }
    }
}

impl Cache {
    /// Takes what a host found for a file or directory.
    pub(crate) fn provide(&mut self, path: &str, kind: NeedKind, state: FileState) {
        if is_history(strip_root(path)) {
            return self.provide_history(path, state);
        }
        let entry = match state {
            FileState::File { bytes, stamp, .. } if kind == NeedKind::Summary => {
                let known = self.entry_mut(path).filter(|entry| entry.content.is_document_of(&bytes));
                if let Some(entry) = known {
                    entry.stamp = stamp.unwrap_or_default();
                    return;
                }
                let summary = Document::from_bytes(bytes.into_vec()).map(|document| PlanSummary::of(&document));
                Entry { stamp: stamp.unwrap_or_default(), ..Entry::new(Cached::Summary(Box::new(summary))) }
            }
            FileState::File { bytes, etag: given, stamp, modified } => {
                let (stamp, modified_ms) = (stamp.unwrap_or_default(), modified.unwrap_or_default());
                let etag = given.unwrap_or_else(|| etag(&bytes));
                // The same bytes need no parsing again, as after a write of our own.
                let known = self.entry_mut(path).filter(|entry| entry.etag == etag);
                if let Some(entry) = known {
                    (entry.stamp, entry.modified_ms) = (stamp, modified_ms);
                    return;
                }
                let content = Cached::from_bytes(path, bytes.into_vec());
                Entry { stamp, etag, modified_ms, ..Entry::new(content) }
            }
            FileState::Directory { names } => Entry::new(Cached::Names(names)),
            FileState::Absent => Entry::new(Cached::Absent),
            FileState::Fault { fault } => Entry::new(Cached::Fault(fault)),
        };
        self.set(path, entry);
    }

    /// A history that cannot be read counts as empty: no call fails because of it.
    fn provide_history(&mut self, path: &str, state: FileState) {
        let mut history = match self.entry_mut(path) {
            Some(Entry { content: Cached::History(known), .. }) => mem::take(known),
            _ => Box::default(),
        };
        let (text, stamp, fault) = match state {
            FileState::File { bytes, stamp, .. } => (lossy_text(bytes.into_vec()), stamp.unwrap_or_default(), None),
            FileState::Absent => Default::default(),
            FileState::Directory { .. } => (String::new(), String::new(), Some(Fault::NotAFile)),
            FileState::Fault { fault } => (String::new(), String::new(), Some(fault)),
        };
        history.read(text);
        self.set(path, Entry { stamp, fault, ..Entry::new(Cached::History(history)) });
    }

    /// Takes what a host appended to a history that had the stamp `before` and this length, and now has the stamp `after`.
    pub(crate) fn append_history(&mut self, path: &str, (before, length): (&str, usize), after: &str, text: &str) {
        let Some(entry) = self.entry_mut(path) else { return };
        if let Cached::History(history) = &mut entry.content
            && entry.stamp == before
            && history.text().len() == length
            && !after.is_empty()
        {
            history.read_on(text);
            after.clone_into(&mut entry.stamp);
        } else {
            entry.stamp.clear();
        }
    }

    /// Takes a file that the host has just written. Its stamp is not known.
    pub(crate) fn store_written(&mut self, write: Write, etag: &str) {
        let content = match write.content {
            Content::Plan(document, _) => Cached::Document(document),
            Content::Text(text) if is_plan_file(&write.path) => Cached::Document(Document::new(text)),
            Content::Text(text) => Cached::Text(text),
            Content::Nothing => Cached::Absent,
            // What it was appended to may not be known. The next call that needs the file loads it.
            Content::Appended(_) => return,
        };
        self.set(&write.path, Entry { etag: etag.to_owned(), ..Entry::new(content) });
    }

    /// The stamp under which a need is known, so that an unchanged file is not read again. A summary is not enough for a file.
    pub(crate) fn known_stamp(&self, need: &Need) -> Option<&str> {
        let entry = self.entry(&need.path)?;
        let is_enough = match need.kind {
            NeedKind::File => !matches!(entry.content, Cached::Summary(_)),
            NeedKind::Summary => true,
            NeedKind::Directory | NeedKind::Scan => false,
        };
        Some(entry.stamp.as_str()).filter(|stamp| is_enough && !stamp.is_empty())
    }

    pub(crate) fn stamp(&self, path: &str) -> &str {
        self.entry(path).map_or("", |entry| &entry.stamp)
    }

    pub(crate) fn history(&self, path: &str) -> Option<&History> {
        if let Cached::History(history) = &self.entry(path)?.content { Some(history) } else { None }
    }

    pub(crate) fn histories(&self) -> impl Iterator<Item = &History> {
        self.entries.iter().filter_map(|entry| match &entry.content {
            Cached::History(history) => Some(&**history),
            _ => None,
        })
    }

    /// Why a history could not be read.
    pub(crate) fn history_fault(&self, path: &str) -> Option<&Fault> {
        self.entry(path)?.fault.as_ref()
    }

    /// The names in a directory, as far as they are known.
    pub(crate) fn names(&self, path: &str) -> &[String] {
        match self.entry(path).map(|entry| &entry.content) {
            Some(Cached::Names(names)) => names,
            _ => &[],
        }
    }

    pub(crate) fn etag(&self, path: &str) -> Option<&str> {
        self.entry(path).map(|entry| entry.etag.as_str()).filter(|etag| !etag.is_empty())
    }

    pub(crate) fn plan(&self, path: &str) -> Option<LoadedPlan<'_>> {
        let Entry { etag, content, .. } = self.entry(path)?;
        if let Cached::Document(document) = content { Some(LoadedPlan { document, etag }) } else { None }
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        match &self.entry(path)?.content {
            Cached::Document(document) => Some(document.text()),
            Cached::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(self.paths.find(path)?)
    }

    fn entry_mut(&mut self, path: &str) -> Option<&mut Entry> {
        self.entries.get_mut(self.paths.find(path)?)
    }

    fn set(&mut self, path: &str, entry: Entry) {
        let index = self.paths.intern(path);
        match self.entries.get_mut(index) {
            Some(place) => *place = entry,
            None => self.entries.push(entry),
        }
    }
}

impl Cached {
    fn from_bytes(path: &str, bytes: Vec<u8>) -> Self {
        let content = if is_plan_file(path) {
            Document::from_bytes(bytes).map(Self::Document)
        } else {
            decode(&bytes).map(|text| Self::Text(text.to_owned()))
        };
        content.unwrap_or_else(Self::NotText)
    }

    fn is_document_of(&self, bytes: &[u8]) -> bool {
        matches!(self, Self::Document(document) if document.text().as_bytes() == bytes)
    }
}

fn lossy_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
