//! Runs calls. It does no I/O.
//!
//! A call is resumable, because what it needs can depend on what it reads. A tool's function looks at files as if all were
//! loaded; when one is missing, the step ends with the request, and the next step runs the function again from its start. That
//! is cheap, because parsed files stay in the cache.

mod adoption;
mod call;
mod dispatch;
mod history_writes;
mod messages;

use crate::contract::{ArgumentError, Arguments};
use crate::failure::ToolError;
use crate::files::{Cache, FileState};
use crate::text::iso_time;
use crate::toolkit::{CallInfo, Settings};

use call::Call;
use dispatch::Handler;
pub use messages::{Begun, CallKind, CallRequest, Event, HostExpected, HostWrite, Reply, Step, WriteOp};

/// Number of a call that was begun and not yet released.
pub type CallId = u32;

/// Parsed files and running calls.
#[derive(Debug)]
pub struct Workspace {
    settings: Settings,
    cache: Cache,
    /// The few that are under way.
    calls: Vec<(CallId, Call)>,
    last_call: CallId,
}

impl Workspace {
    pub fn new(settings: Settings) -> Self {
        Self { settings, cache: Cache::default(), calls: Vec::new(), last_call: 0 }
    }

    /// Starts a call and runs the tool once. It sees no file yet, so this needs no lock; a call with wrong arguments is done at
    /// once.
    pub fn begin(&mut self, request: CallRequest) -> Begun {
        self.last_call += 1;
        let id = self.last_call;
        let step = match self.resolve_call(&request) {
            Ok((handler, arguments)) => {
                let CallRequest { name, actor, now, today, entropy, dry_run, .. } = request;
                let today = today.unwrap_or_else(|| iso_time(now).chars().take("YYYY-MM-DD".len()).collect());
                let info = CallInfo { name, arguments, actor, now_ms: now, today, entropy: entropy.into_array() };
                let mut call = Call::new(handler, info, dry_run);
                let step = call.begin(&self.cache, &self.settings);
                self.calls.push((id, call));
                step
            }
            Err(error) => Step::done(error),
        };
        Begun { call: id, step: self.ended(id, step) }
    }

    /// Takes what the host found for one need. A file that is unchanged is not provided.
    pub fn provide(&mut self, call: CallId, path: &str, state: FileState) {
        if let Some((_, call)) = self.calls.iter_mut().find(|(id, _)| *id == call) {
            call.provide(&mut self.cache, path, state);
        }
    }

    /// Continues a call with what became of its last step.
    pub fn resume(&mut self, id: CallId, event: Event) -> Step {
        let Some((_, call)) = self.calls.iter_mut().find(|(call, _)| *call == id) else {
            return Step::internal_error("the call was released or never begun");
        };
        let step = call.resume(&mut self.cache, &self.settings, event);
        self.ended(id, step)
    }

    /// Ends a call early.
    pub fn release(&mut self, id: CallId) {
        self.calls.retain(|(call, _)| *call != id);
    }

    /// The URIs of the resources that change with the file at `path`.
    pub fn resource_uris(&self, path: &str) -> Vec<String> {
        dispatch::resource_uris(&self.settings, path)
    }

    /// A call that is done is released at once.
    fn ended(&mut self, id: CallId, step: Step) -> Step {
        if matches!(&step, Step::Done { .. }) {
            self.release(id);
        }
        step
    }

    fn resolve_call(&self, request: &CallRequest) -> Result<(Handler, Arguments), ToolError> {
        let handler = dispatch::handler(&self.settings, request.kind, &request.name)?;
        let arguments = parse_arguments(&request.args);
        let arguments = arguments.map_err(|error| (handler.error_format)(&error.into(), &Arguments::Null))?;
        Ok((handler, arguments))
    }
}

/// No text at all means no arguments.
fn parse_arguments(args: &str) -> Result<Arguments, ArgumentError> {
    let args = if args.is_empty() { "{}" } else { args };
    match crate::contract::parse(args)? {
        Arguments::Null => crate::contract::parse("{}"),
        arguments => Ok(arguments),
    }
}
