//! What a call may look at: files that were loaded, or confirmed to be unchanged, during that call.

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::{Diagnostic, Document};

use super::ToolError;

/// What a host found at a path.
#[derive(Debug)]
pub enum Loaded {
    /// A file.
    Bytes {
        /// Its content.
        bytes: Vec<u8>,
        /// The SHA-256 of its content, in hexadecimal.
        etag: String,
    },
    /// A directory, with the names in it.
    Names(Vec<String>),
    /// Nothing.
    Absent,
    /// Something that could not be read; the host's word for why.
    Fault(String),
}

/// Something a call needs before it can go on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// The file at this path, relative to the plans directory.
    File(String),
    /// The names in the directory at this path; empty for the plans directory itself.
    Directory(String),
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

    fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Directory(path) => path,
        }
    }
}

/// Why a tool's function came back without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It needs these first.
    Need(Vec<Need>),
    /// It failed.
    Fail(ToolError),
}

impl From<ToolError> for Stop {
    fn from(error: ToolError) -> Self {
        Self::Fail(error)
    }
}

#[derive(Debug, Default)]
pub(super) struct Cache {
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug)]
struct Entry {
    stamp: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Document(Box<Document>),
    NotText(Diagnostic),
    Names(Vec<String>),
    Absent,
    Fault(String),
}

impl Cache {
    pub(super) fn put(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        let content = match loaded {
            Loaded::Bytes { bytes, .. } => match Document::from_bytes(bytes) {
                Ok(document) => Content::Document(Box::new(document)),
                Err(diagnostic) => Content::NotText(diagnostic),
            },
            Loaded::Names(names) => Content::Names(names),
            Loaded::Absent => Content::Absent,
            Loaded::Fault(word) => Content::Fault(word),
        };
        self.entries.insert(path.to_owned(), Entry { stamp: stamp.to_owned(), content });
    }

    pub(super) fn stamp(&self, path: &str) -> &str {
        self.entries.get(path).map_or("", |entry| &entry.stamp)
    }
}

/// The files as one call sees them.
#[derive(Debug)]
pub struct Files<'w> {
    cache: &'w Cache,
    asked: &'w BTreeSet<Need>,
}

impl<'w> Files<'w> {
    pub(super) fn new(cache: &'w Cache, asked: &'w BTreeSet<Need>) -> Self {
        Self { cache, asked }
    }

    /// The names in a directory; none if there is no such directory.
    pub fn names(&self, path: &str) -> Result<&'w [String], Stop> {
        match self.content(Need::Directory(path.to_owned()))? {
            Content::Names(names) => Ok(names),
            Content::Absent => Ok(&[]),
            Content::Fault(word) => Err(ToolError::file_fault(path, word).into()),
            Content::Document(_) | Content::NotText(_) => Err(ToolError::file_fault(path, "notADirectory").into()),
        }
    }

    #[allow(clippy::type_complexity, reason = "a pair in a list, spelled out once")]
    /// Several documents at once, so that the host is asked once for all of them; each with its number in `paths`. A file
    /// that went away since its name was listed is left out; one that cannot be read comes as the reason.
    pub fn documents(&self, paths: &[String]) -> Result<Vec<(usize, Result<&'w Document, Unreadable>)>, Stop> {
        let mut missing = Vec::new();
        let mut found = Vec::with_capacity(paths.len());
        for (number, path) in paths.iter().enumerate() {
            match self.content(Need::File(path.clone())) {
                Ok(Content::Document(document)) => found.push((number, Ok(&**document))),
                Ok(Content::NotText(diagnostic)) => found.push((number, Err(Unreadable::NotText(diagnostic.clone())))),
                Ok(Content::Fault(word)) => found.push((number, Err(Unreadable::Fault(word.clone())))),
                Ok(Content::Absent | Content::Names(_)) => {}
                Err(Stop::Need(needs)) => missing.extend(needs),
                Err(fail) => return Err(fail),
            }
        }
        if missing.is_empty() { Ok(found) } else { Err(Stop::Need(missing)) }
    }

    /// What was loaded for `need` during this call.
    fn content(&self, need: Need) -> Result<&'w Content, Stop> {
        let is_confirmed = self.asked.contains(&need);
        match self.cache.entries.get(need.path()).filter(|_| is_confirmed) {
            Some(entry) => Ok(&entry.content),
            None => Err(Stop::Need(vec![need])),
        }
    }
}

/// Why a file gives no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Its bytes are no text.
    NotText(Diagnostic),
    /// The host could not read it; its word for why.
    Fault(String),
}

impl Unreadable {
    /// The reason as one line.
    pub fn to_line(&self) -> String {
        match self {
            Self::NotText(diagnostic) => diagnostic.to_line(),
            Self::Fault(word) => super::call::fault_sentence(word),
        }
    }
}
