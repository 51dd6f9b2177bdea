//! The loaded files, and calls as small state machines over them.
//!
//! A host begins a call, then steps it. Each step asks for files, hands over writes to commit, or is done. A tool is written
//! as a plain function that asks [`Files`] for what it needs; when something is not there yet, the step ends with the request,
//! and the next step runs the function again from its start. That costs nothing that matters, because parsed files stay in
//! the cache.

mod cache;
mod call;
mod error;
mod files;
mod histories;
mod names;
mod other_roots;
mod scan;
mod settings;
mod summary;
mod write;

use crate::history::is_history;
use crate::toolsets::{self, Handler};

pub use call::{Answer, Call, Finished, Kind, MakeReply, Outcome, Reply, Step};
pub use error::{ErrorCode, ToolError};
pub use files::{Files, Found, FoundText, Loaded, Need, Readable, Stop, Summarized, Unreadable};
pub use other_roots::in_root;
pub use scan::{Scan, Visit};
pub use settings::Settings;
pub use summary::Summary;
pub use write::{Content, Expected, Write, WriteRequest};

use cache::Cache;
use call::Pending;

/// Number of a call that was begun and not yet freed.
pub type CallId = u32;

/// The files a host has loaded, and the calls that work on them.
#[derive(Debug)]
pub struct Workspace {
    settings: Result<Settings, ToolError>,
    cache: Cache,
    /// The few that are under way.
    calls: Vec<(CallId, Pending)>,
    last_call: CallId,
}

impl Workspace {
    /// A workspace with nothing loaded.
    pub fn new(settings: Settings) -> Self {
        Self::with(Ok(settings))
    }

    /// A workspace from settings as JSON. With settings that cannot be read, every call is answered with the reason.
    pub fn from_json(settings: &str) -> Self {
        Self::with(Settings::from_json(settings))
    }

    fn with(settings: Result<Settings, ToolError>) -> Self {
        Self { settings, cache: Cache::default(), calls: Vec::new(), last_call: 0 }
    }

    /// Begins a call given as JSON. A call that cannot be understood is done at its first step, with an error.
    pub fn begin(&mut self, call: &str) -> CallId {
        let understood = self.understood(call);
        self.begin_with(understood)
    }

    /// Begins a call with whatever answers it, which need not be of a toolset.
    pub fn begin_with(&mut self, understood: Result<(Handler, Call), ToolError>) -> CallId {
        let pending = match understood {
            Ok((handler, call)) => Pending::new(handler, call),
            Err(error) => Pending::failed(error),
        };
        self.last_call += 1;
        self.calls.push((self.last_call, pending));
        self.last_call
    }

    fn understood(&self, call: &str) -> Result<(Handler, Call), ToolError> {
        let settings = self.settings.as_ref().map_err(Clone::clone)?;
        let begun = Call::from_json(call).and_then(|call| {
            let handler = toolsets::handler(settings, call.kind, &call.name)?;
            Ok((handler, call))
        });
        begun.map_err(|error| toolsets::translated(settings, error))
    }

    /// Whether the call may write, so that the host takes the lock first.
    pub fn writes(&self, id: CallId) -> bool {
        self.call(id).is_some_and(Pending::writes)
    }

    /// Goes on with a call.
    pub fn step(&mut self, id: CallId) -> Step {
        let pending = self.calls.iter_mut().find(|(call, _)| *call == id).map(|(_, pending)| pending);
        match (pending, &self.settings) {
            (Some(pending), Ok(settings)) => {
                let step = pending.step(&self.cache, settings);
                if let Step::Need(needs) = &step {
                    self.cache.forget_summaries(needs);
                }
                step
            }
            (Some(_), Err(error)) => Step::Done(Reply::Error(error.clone())),
            (None, _) => Step::Done(Reply::Error(ToolError::no_such_call())),
        }
    }

    /// Takes a file, a listing, or the news that there is none.
    pub fn put(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        self.cache.put(path, stamp, loaded);
    }

    /// Takes a file that a call looks through. Nothing is kept of it but what the call found.
    pub fn look(&mut self, id: CallId, path: &str, loaded: &Loaded) {
        if let Some((_, pending)) = self.calls.iter_mut().find(|(call, _)| *call == id) {
            pending.look(path, loaded);
        }
    }

    /// The stamp that was put with a file; empty if it is not loaded.
    pub fn stamp(&self, path: &str) -> &str {
        self.cache.stamp(path)
    }

    /// The stamp by which a file may be known also under the lock, where else only bytes are enough to write on: a history is
    /// only added to, by whoever has the lock, and that shows in its length.
    pub fn stamp_under_lock(&self, path: &str) -> &str {
        if is_history(path) { self.cache.stamp(path) } else { "" }
    }

    /// The bytes of a write that the last step handed over, by its number there.
    pub fn bytes(&self, id: CallId, write: usize) -> &[u8] {
        self.call(id).and_then(|pending| pending.write(write)).map_or(&[], Write::bytes)
    }

    /// Forgets which files a call saw: one of them changed before its writes could be committed.
    pub fn restart(&mut self, id: CallId) {
        if let Some((_, pending)) = self.calls.iter_mut().find(|(call, _)| *call == id) {
            pending.restart();
        }
    }

    /// Answers a call whose writes the host has committed, or failed to.
    pub fn finish(&mut self, id: CallId, outcome: &Outcome) -> Finished {
        let plans_dir = self.settings.as_ref().map_or("", |settings| &settings.plans_dir);
        match self.calls.iter_mut().find(|(call, _)| *call == id) {
            Some((_, pending)) => pending.finish(&mut self.cache, plans_dir, outcome),
            None => Finished::failed(ToolError::no_such_call()),
        }
    }

    /// What a call that wants to commit would answer and change, as JSON: `{ result, diff }`. Nothing is written.
    pub fn preview(&self, id: CallId) -> String {
        let plans_dir = self.settings.as_ref().map_or("", |settings| &settings.plans_dir);
        match self.call(id) {
            Some(pending) => pending.preview(&self.cache, plans_dir),
            None => Reply::Error(ToolError::no_such_call()).to_json(),
        }
    }

    /// Which resources a change of the file at `path` concerns.
    pub fn uris(&self, path: &str) -> Vec<String> {
        self.settings.as_ref().map_or_else(|_| Vec::new(), |settings| toolsets::uris(settings, path))
    }

    /// Forgets a call.
    pub fn free(&mut self, id: CallId) {
        self.calls.retain(|(call, _)| *call != id);
    }

    fn call(&self, id: CallId) -> Option<&Pending> {
        self.calls.iter().find(|(call, _)| *call == id).map(|(_, pending)| pending)
    }
}
