//! What a call may look at: files that were loaded, or confirmed to be unchanged, during that call.

use std::mem;

use crate::contract::Json;
use crate::history::{History, is_history};
use crate::plan::{Diagnostic, Document, decode};

use super::ToolError;
use super::error::fault_sentence;
use super::names::Names;
use super::other_roots::within_root;
use super::scan::{Scan, Visit};
use super::write::{Content, Write};

/// What a host found at a path.
#[derive(Debug)]
pub enum Loaded {
    /// A file.
    Bytes {
        /// Its content.
        bytes: Vec<u8>,
        /// The SHA-256 of its content, in hexadecimal.
        etag: String,
        /// When it was last changed, in milliseconds since 1970; 0 if that is not known.
        modified_ms: u64,
    },
    /// A directory, with the names in it.
    Names(Vec<String>),
    /// Nothing.
    Absent,
    /// Something that could not be read; the host's word for why.
    Fault(String),
}

impl Loaded {
    /// From what a host puts: `kind` is `bytes`, `names` (joined by NUL), `absent` or `fault` (its word).
    pub fn from_host(kind: &str, etag: &str, modified_ms: u64, bytes: Vec<u8>) -> Self {
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match kind {
            "bytes" => Self::Bytes { bytes, etag: etag.to_owned(), modified_ms },
            "names" => Self::Names(bytes.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(words).collect()),
            "absent" => Self::Absent,
            _ => Self::Fault(words(&bytes)),
        }
    }
}

/// Something a call needs before it can go on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// The file at this path, relative to the plans directory.
    File(String),
    /// The names in the directory at this path; empty for the plans directory itself.
    Directory(String),
    /// The file at this path, to be looked through once and not kept.
    Look(String),
}

impl Need {
    /// The path of a file.
    pub fn as_file(&self) -> Option<&str> {
        if let Self::File(path) = self { Some(path) } else { None }
    }

    /// The path of a directory.
    pub fn as_directory(&self) -> Option<&str> {
        if let Self::Directory(path) = self { Some(path) } else { None }
    }

    /// The path of a file that is only looked through.
    pub fn as_look(&self) -> Option<&str> {
        if let Self::Look(path) = self { Some(path) } else { None }
    }

    pub(super) fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Directory(path) | Self::Look(path) => path,
        }
    }
}

/// Why a tool's function came back without an answer.
#[derive(Debug)]
pub enum Stop {
    /// It needs these first.
    Need(Vec<Need>),
    /// It wants to look through files first.
    Scan(Scan),
    /// It failed.
    Fail(ToolError),
}

impl<E: Into<ToolError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Fail(error.into())
    }
}

/// Files as they were when they were last loaded.
#[derive(Debug, Default)]
pub(super) struct Cache {
    paths: Names,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    stamp: String,
    etag: String,
    /// When it was last changed; 0 if that is not known.
    modified_ms: u64,
    content: Cached,
}

#[derive(Debug)]
enum Cached {
    Document(Box<Document>),
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
            Loaded::Names(names) => (String::new(), Cached::Names(names)),
            Loaded::Absent => (String::new(), Cached::Absent),
            Loaded::Fault(word) => (String::new(), Cached::Fault(word)),
        };
        self.set(path, Entry { stamp: stamp.to_owned(), etag, modified_ms: modified, content });
    }

    /// Takes a history. One that cannot be read is as good as none: it is never worth a failure.
    fn put_history(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        let (bytes, etag) = match loaded {
            Loaded::Bytes { bytes, etag, .. } => (bytes, etag),
            Loaded::Names(_) | Loaded::Absent | Loaded::Fault(_) => (Vec::new(), String::new()),
        };
        let text =
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let mut history = match self.paths.find(path).and_then(|number| self.entries.get_mut(number)) {
            Some(Entry { content: Cached::History(known), .. }) => mem::take(known),
            _ => Box::default(),
        };
        history.read(text);
        let content = Cached::History(history);
        self.set(path, Entry { stamp: stamp.to_owned(), etag, modified_ms: 0, content });
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
            Content::Text(text) if is_plan_file(&write.path) => Cached::Document(Box::new(Document::new(text))),
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

    fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(self.paths.find(path)?)
    }

    pub(super) fn stamp(&self, path: &str) -> &str {
        self.entry(path).map_or("", |entry| &entry.stamp)
    }
}

impl Cached {
    fn from_bytes(path: &str, bytes: Vec<u8>) -> Self {
        let content = if is_plan_file(path) {
            Document::from_bytes(bytes).map(|document| Self::Document(Box::new(document)))
        } else {
            decode(&bytes).map(|text| Self::Text(text.to_owned()))
        };
        content.unwrap_or_else(Self::NotText)
    }
}

/// Plans are the Markdown files right in the plans directory. Any other file is only text.
pub(super) fn is_plan_file(path: &str) -> bool {
    within_root(path).strip_suffix(".md").is_some_and(|name| !name.contains('/'))
}

/// The files as one call sees them.
#[derive(Debug)]
pub struct Files<'w> {
    cache: &'w Cache,
    asked: &'w Names,
    /// What was found by looking through files, once that is done.
    seen: Option<&'w [(String, Json)]>,
}

/// A text that was found, with what is known of its file.
#[derive(Clone, Copy, Debug)]
pub struct FoundText<'w> {
    /// The text.
    pub text: &'w str,
    /// The SHA-256 of the file, in hexadecimal.
    pub etag: &'w str,
    /// When it was last changed, in milliseconds since 1970; 0 if that is not known.
    pub modified_ms: u64,
}

/// A document that was found, with the fingerprint of its file.
#[derive(Clone, Copy, Debug)]
pub struct Found<'w> {
    /// The document.
    pub document: &'w Document,
    /// The SHA-256 of the file, in hexadecimal.
    pub etag: &'w str,
}

/// A document, or why there is none.
pub type Readable<'w> = Result<Found<'w>, Unreadable<'w>>;

/// Why a file gives no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable<'w> {
    /// There is no file.
    Absent,
    /// Its bytes are no text.
    NotText {
        /// Where they stop being one.
        diagnostic: &'w Diagnostic,
        /// The SHA-256 of the file, in hexadecimal.
        etag: &'w str,
    },
    /// The host could not read it; its word for why.
    Fault(&'w str),
}

impl Unreadable<'_> {
    /// The reason as one line.
    pub fn to_line(&self) -> String {
        match self {
            Self::Absent => "no such file".into(),
            Self::NotText { diagnostic, .. } => diagnostic.to_line(),
            Self::Fault(word) => fault_sentence(word),
        }
    }
}

impl<'w> Files<'w> {
    pub(super) fn new(cache: &'w Cache, asked: &'w Names, seen: Option<&'w [(String, Json)]>) -> Self {
        Self { cache, asked, seen }
    }

    /// Looks through files, of which nothing is kept but what `visit` makes of each: its path and the value, in the order of
    /// `paths`. There may be thousands of them. A call does this once.
    pub fn scan(&self, paths: Vec<String>, visit: impl Visit + 'static) -> Result<&'w [(String, Json)], Stop> {
        match self.seen {
            Some(seen) => Ok(seen),
            None if paths.is_empty() => Ok(&[]),
            None => Err(Stop::Scan(Scan::new(paths, visit))),
        }
    }

    /// The names in a directory; none if there is no such directory.
    pub fn names(&self, path: &str) -> Result<&'w [String], Stop> {
        match &self.entry(Need::Directory(path.to_owned()))?.content {
            Cached::Names(names) => Ok(names),
            Cached::Absent => Ok(&[]),
            Cached::Fault(word) => Err(ToolError::file_fault(path, word).into()),
            Cached::Document(_) | Cached::History(_) | Cached::Text(_) | Cached::NotText(_) => {
                Err(ToolError::file_fault(path, "notADirectory").into())
            }
        }
    }

    /// The document in a file.
    pub fn document(&self, path: &str) -> Result<Readable<'w>, Stop> {
        let entry = self.entry(Need::File(path.to_owned()))?;
        let etag = entry.etag.as_str();
        Ok(match &entry.content {
            Cached::Document(document) => Ok(Found { document, etag }),
            Cached::NotText(diagnostic) => Err(Unreadable::NotText { diagnostic, etag }),
            Cached::Fault(word) => Err(Unreadable::Fault(word)),
            Cached::Names(_) | Cached::History(_) | Cached::Text(_) => Err(Unreadable::Fault("notAFile")),
            Cached::Absent => Err(Unreadable::Absent),
        })
    }

    /// The text of a file that is no plan.
    pub fn text(&self, path: &str) -> Result<Result<FoundText<'w>, Unreadable<'w>>, Stop> {
        let entry = self.entry(Need::File(path.to_owned()))?;
        let etag = entry.etag.as_str();
        Ok(match &entry.content {
            Cached::Text(text) => Ok(FoundText { text, etag, modified_ms: entry.modified_ms }),
            Cached::NotText(diagnostic) => Err(Unreadable::NotText { diagnostic, etag }),
            Cached::Fault(word) => Err(Unreadable::Fault(word)),
            Cached::Names(_) | Cached::History(_) | Cached::Document(_) => Err(Unreadable::Fault("notAFile")),
            Cached::Absent => Err(Unreadable::Absent),
        })
    }

    /// A history; an empty one if there is none.
    pub fn history(&self, path: &str) -> Result<&'w History, Stop> {
        match &self.entry(Need::File(path.to_owned()))?.content {
            Cached::History(history) => Ok(history),
            _ => Err(ToolError::internal("a history was loaded as another file").into()),
        }
    }

    /// Several documents at once, so that the host is asked once for all of them. A file that went away since its name was
    /// listed is left out.
    pub fn documents<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        path_of: impl Fn(&T) -> String,
    ) -> Result<Vec<(T, Readable<'w>)>, Stop> {
        let mut missing = Vec::new();
        let mut found = Vec::new();
        for item in items {
            match self.document(&path_of(&item)) {
                Ok(Err(Unreadable::Absent)) => {}
                Ok(document) => found.push((item, document)),
                Err(Stop::Need(needs)) => missing.extend(needs),
                Err(fail) => return Err(fail),
            }
        }
        if missing.is_empty() { Ok(found) } else { Err(Stop::Need(missing)) }
    }

    /// What was loaded for `need` during this call.
    fn entry(&self, need: Need) -> Result<&'w Entry, Stop> {
        let is_confirmed = self.asked.find(need.path()).is_some();
        self.cache.entry(need.path()).filter(|_| is_confirmed).ok_or_else(|| Stop::Need(vec![need]))
    }
}
