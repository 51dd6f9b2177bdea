//! What a call may look at: files that were loaded, or confirmed to be unchanged, during that call.

use std::borrow::Cow;

use crate::contract::Json;
use crate::history::History;
use crate::plan::{Diagnostic, Document};

use super::ToolError;
use super::cache::{Cache, Cached, Entry};
use super::error::fault_sentence;
use super::names::Names;
use super::scan::{Scan, Visit};
use super::summary::Summary;

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
    /// A file of which a summary is enough: its content.
    Listed(Vec<u8>),
    /// What was just added to the end of a history, which was before as it is known here.
    Appended(Vec<u8>),
    /// A directory, with the names in it.
    Names(Vec<String>),
    /// Nothing.
    Absent,
    /// Something that could not be read; the host's word for why.
    Fault(String),
}

impl Loaded {
    /// From what a host puts: `kind` is `bytes`, `listed`, `appended`, `names` (joined by NUL), `absent` or `fault` (its word).
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time before 1970 is as good as none")]
    pub fn from_host(kind: &str, etag: &str, modified: f64, bytes: Vec<u8>) -> Self {
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match kind {
            "bytes" => Self::Bytes { bytes, etag: etag.to_owned(), modified_ms: modified as u64 },
            "listed" => Self::Listed(bytes),
            "appended" => Self::Appended(bytes),
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
    /// The file at this path, of which a summary is enough.
    Summary(String),
}

impl Need {
    /// The path of a file.
    pub fn as_file(&self) -> Option<&str> {
        if let Self::File(path) = self { Some(path) } else { None }
    }

    /// What hosts call the lists of the kinds, in the order of the variants.
    pub(super) const KINDS: [&'static str; 4] = ["files", "dirs", "look", "summaries"];

    pub(super) fn kind(&self) -> &'static str {
        let [files, dirs, look, summaries] = Self::KINDS;
        match self {
            Self::File(_) => files,
            Self::Directory(_) => dirs,
            Self::Look(_) => look,
            Self::Summary(_) => summaries,
        }
    }

    pub(super) fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Directory(path) | Self::Look(path) | Self::Summary(path) => path,
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

/// A document, or what else is read from a file; or why there is none.
pub type Readable<'w, F = Found<'w>> = Result<F, Unreadable<'w>>;

/// A summary, or why there is none.
pub type Summarized<'w> = Readable<'w, Cow<'w, Summary>>;

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
            Cached::Document(_) | Cached::Summary(_) | Cached::History(_) | Cached::Text(_) | Cached::NotText(_) => {
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
            // Another call may have come in between that wanted no more.
            Cached::Summary(_) => return Err(Stop::Need(vec![Need::File(path.to_owned())])),
            Cached::NotText(diagnostic) => Err(Unreadable::NotText { diagnostic, etag }),
            Cached::Fault(word) => Err(Unreadable::Fault(word)),
            Cached::Names(_) | Cached::History(_) | Cached::Text(_) => Err(Unreadable::Fault("notAFile")),
            Cached::Absent => Err(Unreadable::Absent),
        })
    }

    /// What is to be said of the plan in a file, without keeping more of it.
    fn summary(&self, path: &str) -> Result<Summarized<'w>, Stop> {
        let entry = self.entry(Need::Summary(path.to_owned()))?;
        Ok(match &entry.content {
            Cached::Summary(summary) => match &**summary {
                Ok(summary) => Ok(Cow::Borrowed(summary)),
                Err(diagnostic) => Err(Unreadable::NotText { diagnostic, etag: &entry.etag }),
            },
            _ => self.document(path)?.map(|found| Cow::Owned(Summary::of(found.document))),
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
            Cached::Names(_) | Cached::History(_) | Cached::Document(_) | Cached::Summary(_) => {
                Err(Unreadable::Fault("notAFile"))
            }
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
        at_once(items, |item| self.document(&path_of(item)))
    }

    /// The same of summaries.
    pub fn summaries<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        path_of: impl Fn(&T) -> String,
    ) -> Result<Vec<(T, Summarized<'w>)>, Stop> {
        at_once(items, |item| self.summary(&path_of(item)))
    }

    /// What was loaded for `need` during this call.
    fn entry(&self, need: Need) -> Result<&'w Entry, Stop> {
        let is_confirmed = self.asked.find(need.path()).is_some();
        self.cache.entry(need.path()).filter(|_| is_confirmed).ok_or_else(|| Stop::Need(vec![need]))
    }
}

/// What was found for each item; or all that is missing for any of them.
fn at_once<'w, T, F>(
    items: impl IntoIterator<Item = T>,
    find: impl Fn(&T) -> Result<Readable<'w, F>, Stop>,
) -> Result<Vec<(T, Readable<'w, F>)>, Stop> {
    let mut missing = Vec::new();
    let mut found = Vec::new();
    for item in items {
        match find(&item) {
            Ok(Err(Unreadable::Absent)) => {}
            Ok(readable) => found.push((item, readable)),
            Err(Stop::Need(needs)) => missing.extend(needs),
            Err(fail) => return Err(fail),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(Stop::Need(missing)) }
}
