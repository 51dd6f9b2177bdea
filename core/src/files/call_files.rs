//! The files as one call sees them: loaded, or confirmed to be unchanged, during that call.

use std::any::Any;
use std::borrow::Cow;

use crate::edit::Adoption;
use crate::failure::{Failure, Fault};
use crate::history::History;
use crate::plan::{Diagnostic, Document, decode};
use crate::text::Interner;
use crate::views::PlanSummary;

use super::cache::{Cache, Cached, Entry};
use super::{Interrupt, Need, NeedKind, Scan, ToolResult};

#[derive(Debug)]
pub struct Files<'w> {
    cache: &'w Cache,
    /// Paths that the host has answered for during this call.
    confirmed: &'w Interner<String>,
    /// What the call's scan extracted, once it is complete.
    scanned: Option<&'w dyn Any>,
    /// Plans whose hand edits the call adopts. It sees them as they become.
    adoptions: &'w [AdoptedPlan],
}

/// A plan whose hand edits a call adopts.
#[derive(Debug)]
pub(crate) struct AdoptedPlan {
    pub(crate) path: String,
    /// Of the file before.
    pub(crate) etag: String,
    pub(crate) adoption: Adoption,
}

#[derive(Clone, Copy, Debug)]
pub struct LoadedText<'w> {
    pub text: &'w str,
    pub etag: &'w str,
    /// When the file last changed, in milliseconds since 1970; 0 if that is not known.
    pub modified_ms: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct LoadedPlan<'w> {
    pub document: &'w Document,
    pub etag: &'w str,
}

/// Why a file gives no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable<'w> {
    Absent,
    NotText { diagnostic: &'w Diagnostic, etag: &'w str },
    Fault(Cow<'w, Fault>),
}

impl Unreadable<'_> {
    const NOT_A_FILE: Self = Self::Fault(Cow::Owned(Fault::NotAFile));

    /// The reason as one line.
    pub fn to_line(&self) -> String {
        match self {
            Self::Absent => "no such file".into(),
            Self::NotText { diagnostic, .. } => diagnostic.to_line(),
            Self::Fault(fault) => fault.message().to_owned(),
        }
    }
}

/// What was read from a file, or why nothing could be.
type Readable<'w, T> = Result<T, Unreadable<'w>>;

impl<'w> Files<'w> {
    pub(crate) fn new(
        cache: &'w Cache,
        confirmed: &'w Interner<String>,
        scanned: Option<&'w dyn Any>,
        adoptions: &'w [AdoptedPlan],
    ) -> Self {
        Self { cache, confirmed, scanned, adoptions }
    }

    /// Reads many files once and keeps of each only what `extract` returns for its text, or for the reason why it has none.
    /// The values come with their paths, in the order of `paths`. A call can scan once.
    pub fn scan<T: 'static>(
        &self,
        paths: Vec<String>,
        mut extract: impl FnMut(&str, Result<&str, String>) -> Option<T> + 'static,
    ) -> ToolResult<&'w [(String, T)]> {
        self.scan_bytes(paths, move |path, bytes| {
            extract(path, bytes.and_then(|bytes| decode(bytes).map_err(|diagnostic| diagnostic.to_line())))
        })
    }

    /// The same for files that need not be text.
    pub fn scan_bytes<T: 'static>(
        &self,
        paths: Vec<String>,
        extract: impl FnMut(&str, Result<&[u8], String>) -> Option<T> + 'static,
    ) -> ToolResult<&'w [(String, T)]> {
        match self.scanned {
            Some(found) => {
                let found = found.downcast_ref::<Vec<(String, T)>>();
                found.map(Vec::as_slice).ok_or_else(|| Failure::Internal("a call scanned twice".into()).into())
            }
            None if paths.is_empty() => Ok(&[]),
            None => Err(Interrupt::Scan(Scan::new(paths, extract))),
        }
    }

    /// The names in a directory; none if it does not exist.
    pub fn names(&self, path: &str) -> ToolResult<&'w [String]> {
        match &self.entry(NeedKind::Directory, path)?.content {
            Cached::Names(names) => Ok(names),
            Cached::Absent => Ok(&[]),
            Cached::Fault(fault) => Err(Failure::file(path, fault).into()),
            Cached::Document(_) | Cached::Summary(_) | Cached::History(_) | Cached::Text(_) | Cached::NotText(_) => {
                Err(Failure::file(path, &Fault::NotADirectory).into())
            }
        }
    }

    /// The names in each of several directories; none in what is not a directory or cannot be read.
    pub fn names_in(&self, paths: &[String]) -> ToolResult<Vec<&'w [String]>> {
        let mut missing = Vec::new();
        let mut found: Vec<&[String]> = Vec::new();
        for path in paths {
            match self.entry(NeedKind::Directory, path) {
                Ok(Entry { content: Cached::Names(names), .. }) => found.push(names),
                Ok(_) => found.push(&[]),
                Err(Interrupt::Need(needs)) => missing.extend(needs),
                Err(other) => return Err(other),
            }
        }
        if missing.is_empty() { Ok(found) } else { Err(Interrupt::Need(missing)) }
    }

    pub fn document(&self, path: &str) -> ToolResult<Readable<'w, LoadedPlan<'w>>> {
        let entry = self.entry(NeedKind::File, path)?;
        let etag = entry.etag.as_str();
        Ok(match &entry.content {
            Cached::Document(document) => {
                let adopted = self.adoptions.iter().find(|adopted| adopted.path == path && adopted.etag == etag);
                Ok(LoadedPlan { document: adopted.map_or(document, |adopted| &adopted.adoption.document), etag })
            }
            // Another call in between was content with a summary.
            Cached::Summary(_) => return Err(Interrupt::Need(vec![Need::file(path)])),
            Cached::NotText(diagnostic) => Err(Unreadable::NotText { diagnostic, etag }),
            Cached::Fault(fault) => Err(Unreadable::Fault(Cow::Borrowed(fault))),
            Cached::Names(_) | Cached::History(_) | Cached::Text(_) => Err(Unreadable::NOT_A_FILE),
            Cached::Absent => Err(Unreadable::Absent),
        })
    }

    fn summary(&self, path: &str) -> ToolResult<Readable<'w, Cow<'w, PlanSummary>>> {
        let entry = self.entry(NeedKind::Summary, path)?;
        Ok(match &entry.content {
            Cached::Summary(summary) => match &**summary {
                Ok(summary) => Ok(Cow::Borrowed(summary)),
                Err(diagnostic) => Err(Unreadable::NotText { diagnostic, etag: &entry.etag }),
            },
            _ => self.document(path)?.map(|found| Cow::Owned(PlanSummary::of(found.document))),
        })
    }

    /// The text of a file that is not a plan.
    pub fn text(&self, path: &str) -> ToolResult<Readable<'w, LoadedText<'w>>> {
        let entry = self.entry(NeedKind::File, path)?;
        let etag = entry.etag.as_str();
        Ok(match &entry.content {
            Cached::Text(text) => Ok(LoadedText { text, etag, modified_ms: entry.modified_ms }),
            Cached::NotText(diagnostic) => Err(Unreadable::NotText { diagnostic, etag }),
            Cached::Fault(fault) => Err(Unreadable::Fault(Cow::Borrowed(fault))),
            Cached::Names(_) | Cached::History(_) | Cached::Document(_) | Cached::Summary(_) => {
                Err(Unreadable::NOT_A_FILE)
            }
            Cached::Absent => Err(Unreadable::Absent),
        })
    }

    /// A history; an empty one if there is no file.
    pub fn history(&self, path: &str) -> ToolResult<&'w History> {
        match &self.entry(NeedKind::File, path)?.content {
            Cached::History(history) => Ok(history),
            _ => Err(Failure::Internal("a history was loaded as another file".into()).into()),
        }
    }

    /// Several documents, so that the host is asked once for all of them. A file that was deleted since its name was listed is
    /// left out.
    pub fn documents<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        path_of: impl Fn(&T) -> String,
    ) -> ToolResult<Vec<(T, Readable<'w, LoadedPlan<'w>>)>> {
        load_all(items, |item| self.document(&path_of(item)))
    }

    /// The same for summaries.
    pub fn summaries<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        path_of: impl Fn(&T) -> String,
    ) -> ToolResult<Vec<(T, Readable<'w, Cow<'w, PlanSummary>>)>> {
        load_all(items, |item| self.summary(&path_of(item)))
    }

    fn entry(&self, kind: NeedKind, path: &str) -> ToolResult<&'w Entry> {
        let entry = self.confirmed.find(path).and_then(|_| self.cache.entry(path));
        entry.ok_or_else(|| Interrupt::Need(vec![Need::new(kind, path)]))
    }
}

/// What was loaded for each item, or everything that is missing for any of them.
fn load_all<'w, T, F>(
    items: impl IntoIterator<Item = T>,
    load: impl Fn(&T) -> ToolResult<Readable<'w, F>>,
) -> ToolResult<Vec<(T, Readable<'w, F>)>> {
    let mut missing = Vec::new();
    let mut found = Vec::new();
    for item in items {
        match load(&item) {
            Ok(Err(Unreadable::Absent)) => {}
            Ok(loaded) => found.push((item, loaded)),
            Err(Interrupt::Need(needs)) => missing.extend(needs),
            Err(other) => return Err(other),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(Interrupt::Need(missing)) }
}
