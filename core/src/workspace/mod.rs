//! The loaded files, and calls as small state machines over them.
//!
//! A host begins a call, then steps it. Each step asks for files, or is done. A tool is written as a plain function that
//! asks [`Files`] for what it needs; when something is not there yet, the step ends with the request, and the next step
//! runs the function again from its start. That costs nothing that matters, because parsed files stay in the cache.

mod call;
mod files;

use std::collections::BTreeMap;

use crate::contract::{Mismatch, contract, read_arguments};
use crate::toolsets::{self, Tool};

pub use call::{Call, Reply, Step, ToolError};
pub use files::{Files, Loaded, Need, Stop, Unreadable};

use call::Pending;
use files::Cache;

contract! {
    /// What a host decides once, before the first call.
    pub struct Settings {
        /// Names of the toolsets that are on.
        "toolsets" toolsets: Vec<String>,
        /// Path of the plans directory, relative to the root, as it is shown in answers.
        "plansDir" plans_dir: String,
    }
}

/// Number of a call that was begun and not yet freed.
pub type CallId = u32;

/// The files a host has loaded, and the calls that work on them.
#[derive(Debug)]
pub struct Workspace {
    settings: Settings,
    cache: Cache,
    calls: BTreeMap<CallId, Pending>,
    last_call: CallId,
    /// Why no call can be made, if the settings could not be read.
    refusal: Option<ToolError>,
}

impl Workspace {
    /// A workspace with nothing loaded.
    pub fn new(settings: Settings) -> Self {
        Self { settings, cache: Cache::default(), calls: BTreeMap::new(), last_call: 0, refusal: None }
    }

    /// A workspace from settings as JSON. With settings that cannot be read, every call is answered with the reason.
    pub fn from_json(settings: &str) -> Self {
        let read = serde_json::from_str(settings)
            .map_err(|error| Mismatch::new(format!("are not valid JSON: {error}")))
            .and_then(|settings| read_arguments(&settings));
        match read {
            Ok(settings) => Self::new(settings),
            Err(mismatch) => {
                let refusal = ToolError::new("INVALID_SETTINGS", format!("Settings: {}", mismatch.message()));
                let nothing = Settings { toolsets: Vec::new(), plans_dir: String::new() };
                Self { refusal: Some(refusal), ..Self::new(nothing) }
            }
        }
    }

    /// Begins a call given as JSON. A call that cannot be understood is done at its first step, with an error.
    pub fn begin(&mut self, call: &str) -> CallId {
        let pending = match self.understood(call) {
            Ok((tool, call)) => Pending::new(tool, call),
            Err(error) => Pending::failed(error),
        };
        self.last_call += 1;
        self.calls.insert(self.last_call, pending);
        self.last_call
    }

    fn understood(&self, call: &str) -> Result<(&'static Tool, Call), ToolError> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let call = Call::from_json(call)?;
        let tool = toolsets::find(&self.settings.toolsets, &call.name)
            .ok_or_else(|| toolsets::unknown_tool(&self.settings.toolsets, &call.name))?;
        Ok((tool, call))
    }

    /// Whether the call may write, so that the host takes the lock first.
    pub fn writes(&self, id: CallId) -> bool {
        self.calls.get(&id).is_some_and(Pending::writes)
    }

    /// Goes on with a call.
    pub fn step(&mut self, id: CallId) -> Step {
        let Some(pending) = self.calls.get_mut(&id) else {
            return Step::Done(Reply::Error(ToolError::internal("the call was freed or never begun")));
        };
        pending.step(&self.cache, &self.settings)
    }

    /// Takes a file, a listing, or the news that there is none.
    pub fn put(&mut self, path: &str, stamp: &str, loaded: Loaded) {
        self.cache.put(path, stamp, loaded);
    }

    /// The stamp that was put with a file; empty if it is not loaded.
    pub fn stamp(&self, path: &str) -> &str {
        self.cache.stamp(path)
    }

    /// Forgets a call.
    pub fn free(&mut self, id: CallId) {
        self.calls.remove(&id);
    }
}
