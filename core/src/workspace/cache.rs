//! Files as they were when they were last loaded.

use std::mem;

use crate::history::{History, is_history};
use crate::plan::{Diagnostic, Document, decode};

use super::files::{Found, Loaded, Need};
use super::names::Names;
use super::other_roots::within_root;
use super::summary::Summary;
use super::write::{Content, Write};

/// Files as they were when they were last loaded.
#[derive(Debug, Default)]
pub(super) struct Cache {
    paths: Names,
    entries: Vec<Entry>,
}

/// A file.
#[derive(Debug)]
pub(super) struct Entry {
    stamp: String,
    pub(super) etag: String,
    /// When it was last changed; 0 if that is not known.
    pub(super) modified_ms: u64,
    pub(super) content: Cached,
}

/// What is kept of a file.
#[derive(Debug)]
pub(super) enum Cached {
    Document(Document),
    /// Of a plan that was only listed, or why it is none.
    Summary(Box<Result<Summary, Diagnostic>>),
    History(Box<History>),
    /// Any other file.
    Text(String),
    NotText(Diagnostic),
    Names(Vec<String>),
    Absent,
    Fault(String),
}

impl Cache {
    pub(super) fn put(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        if is_history(within_root(path)) {
            return self.put_history(path, stamp, loaded);
        }
        let mut modified = 0;
        let (etag, content) = match loaded {
            Loaded::Bytes { bytes, etag, modified_ms } => {
                modified = modified_ms;
                // The same bytes need no parsing again, as after a write of our own.
                let known = self.paths.find(path).and_then(|number| self.entries.get_mut(number));
                if let Some(entry) = known.filter(|entry| !etag.is_empty() && entry.etag == etag) {
                    stamp.clone_into(&mut entry.stamp);
                    entry.modified_ms = modified_ms;
                    return;
                }
                (etag, Cached::from_bytes(path, bytes))
            }
            Loaded::Listed(bytes) => {
                let known = self.paths.find(path).and_then(|number| self.entries.get_mut(number));
                if let Some(entry) = known.filter(|entry| entry.content.is_document_of(&bytes)) {
                    stamp.clone_into(&mut entry.stamp);
                    return;
                }
                let summary = Document::from_bytes(bytes).map(|document| Summary::of(&document));
                (String::new(), Cached::Summary(Box::new(summary)))
            }
            Loaded::Names(names) => (String::new(), Cached::Names(names)),
            // What it was added to may not be known; the next call that needs the file loads it.
            Loaded::Appended(_) => return self.forget_stamp(path),
            Loaded::Absent => (String::new(), Cached::Absent),
            Loaded::Fault(word) => (String::new(), Cached::Fault(word)),
        };
        self.set(path, Entry { stamp: stamp.to_owned(), etag, modified_ms: modified, content });
    }

    /// Takes a history. One that cannot be read is as good as none: it is never worth a failure.
    fn put_history(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        let mut history = match self.paths.find(path).and_then(|number| self.entries.get_mut(number)) {
            Some(Entry { content: Cached::History(known), .. }) => mem::take(known),
            _ => Box::default(),
        };
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
        };
        match loaded {
            Loaded::Bytes { bytes, .. } => history.read(text(bytes)),
            Loaded::Appended(bytes) => history.read_on(&text(bytes)),
            Loaded::Listed(_) | Loaded::Names(_) | Loaded::Absent | Loaded::Fault(_) => history.read(String::new()),
        }
        let content = Cached::History(history);
        self.set(path, Entry { stamp: stamp.to_owned(), etag: String::new(), modified_ms: 0, content });
    }

    /// Lets go of the summaries of files that are now wanted as a whole, so that no stamp stands for them.
    pub(super) fn forget_summaries(&mut self, needs: &[Need]) {
        for path in needs.iter().filter_map(Need::as_file) {
            if self.entry(path).is_some_and(|entry| matches!(entry.content, Cached::Summary(_))) {
                self.forget_stamp(path);
            }
        }
    }

    fn forget_stamp(&mut self, path: &str) {
        if let Some(entry) = self.paths.find(path).and_then(|number| self.entries.get_mut(number)) {
            entry.stamp.clear();
        }
    }

    /// The history that was loaded.
    pub(super) fn history(&self, path: &str) -> Option<&History> {
        if let Cached::History(history) = &self.entry(path)?.content { Some(history) } else { None }
    }

    /// The plan that was loaded, with its etag.
    pub(super) fn plan(&self, path: &str) -> Option<Found<'_>> {
        let Entry { etag, content, .. } = self.entry(path)?;
        if let Cached::Document(document) = content { Some(Found { document, etag }) } else { None }
    }

    /// Takes a file that the host has just written. Its stamp is not known.
    pub(super) fn put_written(&mut self, write: Write, etag: &str) {
        let content = match write.content {
            Content::Plan(document, _) => Cached::Document(document),
            Content::Text(text) if is_plan_file(&write.path) => Cached::Document(Document::new(text)),
            Content::Text(text) => Cached::Text(text),
            Content::Nothing => Cached::Absent,
            // What it was added to may not be known; the next call that needs the file loads it.
            Content::Appended(_) => return,
        };
        self.set(&write.path, Entry { stamp: String::new(), etag: etag.to_owned(), modified_ms: 0, content });
    }

    /// The text of a file that was loaded.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        match &self.entry(path)?.content {
            Cached::Document(document) => Some(document.text()),
            Cached::Text(text) => Some(text),
            _ => None,
        }
    }

    fn set(&mut self, path: &str, entry: Entry) {
        let number = self.paths.add(path);
        match self.entries.get_mut(number) {
            Some(place) => *place = entry,
            None => self.entries.push(entry),
        }
    }

    pub(super) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(self.paths.find(path)?)
    }

    pub(super) fn stamp(&self, path: &str) -> &str {
        self.entry(path).map_or("", |entry| &entry.stamp)
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

/// Plans are the Markdown files right in the plans directory. Any other file is only text.
pub(super) fn is_plan_file(path: &str) -> bool {
    within_root(path).strip_suffix(".md").is_some_and(|name| !name.contains('/'))
}
