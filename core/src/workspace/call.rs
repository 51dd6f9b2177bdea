//! One call: how far it is, and what it wants next.

use std::{fmt, mem};

use crate::failure::{Failure, Fault, FileFailure, ToolError};
use crate::files::{AdoptedPlan, Cache, FileState, Files, Interrupt, Need, NeedKind, Scan, Write, is_session_file};
use crate::history::is_history;
use crate::plan::etag;
use crate::text::Interner;
use crate::toolkit::{CallInfo, ChangeOutput, Context, MakeResult, Outcome, Settings, Written};

use super::adoption::{adoptions, from_the_file, with_adopted};
use super::dispatch::Handler;
use super::history_writes::{
    HistoryAppend, HistoryWrites, history_writes, likely_history, not_undoable, require_histories,
};
use super::messages::{Event, HostWrite, Reply, Step};

/// How often a call decides again because a file changed before its commit.
const MAX_RESTARTS: u32 = 5;

#[derive(Debug)]
pub(super) struct Call {
    handler: Handler,
    info: CallInfo,
    dry_run: bool,
    lock: Lock,
    restarts: u32,
    /// What the host was last asked to load.
    needs: Vec<Need>,
    /// Index of the need that the host will most likely provide next: it goes through them in order.
    next_need: usize,
    /// Paths that the host has answered for since the call last started over.
    confirmed: Interner<String>,
    scan: Option<Box<Scan>>,
    /// The plans whose hand edits it adopts.
    adoptions: Vec<AdoptedPlan>,
    /// What is to be committed, and the result after it.
    pending: Option<Pending>,
    /// What is committed already, while its history is written.
    recording: Option<Recording>,
}

struct Pending {
    writes: Vec<Write>,
    result: MakeResult<String>,
}

struct Recording {
    written: Written,
    result: MakeResult<String>,
    appends: Vec<HistoryAppend>,
    follow_ups: Vec<Write>,
}

impl fmt::Debug for Recording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Recording").field("written", &self.written).finish_non_exhaustive()
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pending").field("writes", &self.writes).finish_non_exhaustive()
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Lock {
    /// Only a call that may write asks for it, before it sees a file.
    NotAsked,
    Held,
    /// There was nothing to lock. It is created once there is something to commit.
    Absent,
    /// Reported only if there is something to commit: wrong arguments are reported first.
    Failed(Fault),
}

impl Call {
    pub(super) fn new(handler: Handler, info: CallInfo, dry_run: bool) -> Self {
        Self {
            handler,
            info,
            dry_run,
            lock: Lock::NotAsked,
            restarts: 0,
            needs: Vec::new(),
            next_need: 0,
            confirmed: Interner::default(),
            scan: None,
            adoptions: Vec::new(),
            pending: None,
            recording: None,
        }
    }

    /// Runs the tool for the first time. It sees no file yet, so a call with wrong arguments needs no lock.
    pub(super) fn begin(&mut self, cache: &Cache, settings: &Settings) -> Step {
        match self.run(cache, settings) {
            Step::Load { .. } if self.handler.writes && !self.dry_run => Step::Lock { create: false },
            step => step,
        }
    }

    /// Takes what the host found for one of the needs.
    pub(super) fn provide(&mut self, cache: &mut Cache, path: &str, state: FileState) {
        let (passed, ahead) = self.needs.split_at(self.next_need.min(self.needs.len()));
        let is_asked = |need: &Need| need.path == path;
        let found = ahead.iter().position(is_asked).map(|at| at + passed.len());
        let Some(index) = found.or_else(|| passed.iter().position(is_asked)) else { return };
        self.next_need = index + 1;
        let Some(need) = self.needs.get_mut(index) else { return };
        match (need.kind, &mut self.scan) {
            (NeedKind::Scan, Some(scan)) => scan.provide(path, &state),
            (kind, _) => {
                cache.provide(path, kind, state);
                need.known = None;
            }
        }
    }

    pub(super) fn resume(&mut self, cache: &mut Cache, settings: &Settings, event: Event) -> Step {
        if let Some(recording) = self.recording.take() {
            return recorded(cache, recording, event);
        }
        match event {
            Event::Locked => {
                self.lock = Lock::Held;
                self.start_over();
                self.run(cache, settings)
            }
            Event::Unlocked if self.lock == Lock::Absent => self.fail_commit(settings, 0, Fault::Busy),
            Event::Unlocked => {
                self.lock = Lock::Absent;
                self.run(cache, settings)
            }
            Event::Loaded => self.loaded(cache, settings),
            Event::Committed { etags, .. } => self.committed(cache, &etags),
            Event::Stale => {
                self.restarts += 1;
                if self.restarts > MAX_RESTARTS {
                    return self.fail_commit(settings, 0, Fault::Busy);
                }
                self.start_over();
                self.run(cache, settings)
            }
            Event::Failed { at, fault } if self.pending.is_some() => self.fail_commit(settings, at, fault),
            Event::Failed { fault, .. } => {
                self.lock = Lock::Failed(fault);
                self.run(cache, settings)
            }
        }
    }

    fn start_over(&mut self) {
        self.confirmed = Interner::default();
        self.scan = None;
        self.pending = None;
    }

    /// A file that the host left out is unchanged, unless another call has replaced it in the cache meanwhile.
    fn loaded(&mut self, cache: &Cache, settings: &Settings) -> Step {
        let (unsure, sure): (Vec<_>, Vec<_>) = mem::take(&mut self.needs)
            .into_iter()
            .partition(|need| need.known.as_deref().is_some_and(|known| cache.stamp(&need.path) != known));
        for need in sure.iter().filter(|need| need.kind != NeedKind::Scan) {
            self.confirmed.intern(need.path.as_str());
        }
        if unsure.is_empty() { self.run(cache, settings) } else { self.load(cache, unsure) }
    }

    /// Runs the tool with what is loaded.
    fn run(&mut self, cache: &Cache, settings: &Settings) -> Step {
        if self.handler.adopts {
            match adoptions(cache, &self.confirmed, &self.info) {
                Ok(adoptions) => self.adoptions = adoptions,
                Err(needs) => return self.load(cache, needs),
            }
        }
        let scanned = self.scan.as_ref().map(|scan| scan.found());
        let files = Files::new(cache, &self.confirmed, scanned, &self.adoptions);
        let context = Context { files, settings, call: &self.info, reading: self.handler.reading };
        let outcome = (self.handler.run)(&context, &self.info.arguments).and_then(|outcome| {
            if let Outcome::Write(writes, _) = &outcome
                && !self.dry_run
            {
                require_histories(&context.files, writes)?;
            }
            Ok(outcome)
        });
        match outcome {
            Ok(Outcome::Ready(json)) => Step::done(Reply::Result { json, diff: None }),
            Ok(Outcome::Write(writes, result)) => self.commit(cache, settings, writes, result),
            // Whatever it missed, it missed because there is no project.
            Err(Interrupt::Fail(_)) if self.lock == Lock::Failed(Fault::NoRoot) => {
                self.fail_commit(settings, 0, Fault::NoRoot)
            }
            Err(Interrupt::Fail(failure)) => Step::done(self.error(&failure)),
            Err(Interrupt::Scan(scan)) => {
                let needs = scan.paths.iter().map(|path| Need::new(NeedKind::Scan, path)).collect();
                self.scan = Some(Box::new(scan));
                self.load(cache, needs)
            }
            Err(Interrupt::Need(mut needs)) => {
                if self.handler.writes {
                    needs.extend(likely_history(&needs));
                }
                self.load(cache, needs)
            }
        }
    }

    fn load(&mut self, cache: &Cache, mut needs: Vec<Need>) -> Step {
        for need in &mut needs {
            // Under the lock only bytes are good enough to write on. A history is only appended to, by the holder of the lock,
            // and its stamp shows that.
            let may_be_known = self.lock != Lock::Held || is_history(&need.path);
            need.known = cache.known_stamp(need).filter(|_| may_be_known).map(str::to_owned);
        }
        self.needs.clone_from(&needs);
        self.next_need = 0;
        Step::Load { needs }
    }

    fn commit(&mut self, cache: &Cache, settings: &Settings, writes: Vec<Write>, result: MakeResult<String>) -> Step {
        let result = with_adopted(result, &writes, &self.adoptions);
        if self.dry_run {
            let writes: Vec<_> = writes.into_iter().map(|write| from_the_file(write, &self.adoptions)).collect();
            return dry_run(cache, settings, &writes, &*result);
        }
        let committed = || writes.iter().filter(|write| !write.is_follow_up);
        let is_in_session = committed().all(|write| is_session_file(&write.path));
        let commit = Step::Commit { writes: committed().map(HostWrite::from).collect() };
        self.pending = Some(Pending { writes, result });
        match &self.lock {
            _ if is_in_session => commit,
            Lock::Held => commit,
            Lock::Absent => Step::Lock { create: true },
            Lock::Failed(fault) => {
                let fault = fault.clone();
                self.fail_commit(settings, 0, fault)
            }
            Lock::NotAsked => Step::Lock { create: false },
        }
    }

    fn committed(&mut self, cache: &mut Cache, etags: &[String]) -> Step {
        let Some(Pending { writes, result }) = self.pending.take() else {
            return Step::internal_error("the call had nothing to commit");
        };
        // A host may leave out the etag of what was put.
        let committed = writes.iter().filter(|write| !write.is_follow_up).zip(etags);
        let etags: Vec<_> = committed
            .map(|(write, given)| if given.is_empty() && write.is_put() { etag(write.bytes()) } else { given.clone() })
            .collect();
        let (follow_ups, writes): (Vec<_>, Vec<_>) = writes.into_iter().partition(|write| write.is_follow_up);
        let HistoryWrites { writes: lines, appends, change } =
            history_writes(cache, &self.info, &writes, &etags, &self.adoptions);
        for (write, etag) in writes.into_iter().zip(&etags) {
            cache.store_written(write, etag);
        }
        let recording = Recording { written: Written { etags, change }, result, appends, follow_ups };
        if lines.is_empty() {
            return recording.done();
        }
        self.recording = Some(recording);
        Step::Commit { writes: lines.iter().map(HostWrite::from).collect() }
    }

    fn fail_commit(&mut self, settings: &Settings, at: usize, fault: Fault) -> Step {
        let pending = self.pending.take();
        let write = pending.as_ref().and_then(|pending| pending.writes.get(at));
        let path = write.map(|write| format!("{}/{}", settings.plans_dir, write.path)).unwrap_or_default();
        Step::done(self.error(&Failure::File(FileFailure { path, fault, is_writing: true })))
    }

    fn error(&self, failure: &Failure) -> ToolError {
        (self.handler.error_format)(failure, &self.info.arguments)
    }
}

impl Recording {
    fn done(self) -> Step {
        let reply = Reply::Result { json: (self.result)(&self.written), diff: None };
        Step::Done { reply, follow_ups: self.follow_ups.iter().map(HostWrite::from).collect() }
    }
}

/// The plan is written. If its history could not be, the call succeeds, and the reply says so.
fn recorded(cache: &mut Cache, mut recording: Recording, event: Event) -> Step {
    let (stamps, fault) = match event {
        Event::Committed { stamps, .. } => (stamps, None),
        Event::Failed { fault, .. } => (Vec::new(), Some(fault)),
        _ => (Vec::new(), Some(Fault::Busy)),
    };
    for HistoryAppend { index, path, before, text } in mem::take(&mut recording.appends) {
        let after = stamps.get(index).map_or("", String::as_str);
        cache.append_history(&path, (&before.0, before.1), after, &text);
    }
    if let Some(fault) = fault {
        let reason = not_undoable("written", &fault);
        recording.written.change = ChangeOutput { change_id: None, not_undoable: Some(reason) };
    }
    recording.done()
}

/// What the call would return and change, if its writes were committed now.
fn dry_run(cache: &Cache, settings: &Settings, writes: &[Write], result: &dyn Fn(&Written) -> String) -> Step {
    let new_etag = |write: &Write| if write.is_put() { etag(write.bytes()) } else { String::new() };
    let etags: Vec<_> = writes.iter().map(new_etag).collect();
    let diff = |write: &Write| {
        let display_path = format!("{}/{}", settings.plans_dir, write.path);
        write.diff(cache.text(&write.path), &display_path)
    };
    let diff = writes.iter().map(diff).collect();
    let written = Written { etags, change: ChangeOutput::default() };
    Step::done(Reply::Result { json: result(&written), diff: Some(diff) })
}
