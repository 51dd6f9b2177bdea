//! `MemoryHost` keeps files in memory and runs calls the way `npm/core/src/run.ts` does.
//!
//! Every test that calls a tool uses it, so this file alone knows the steps between the core and its host.

use std::collections::{BTreeMap, VecDeque};

use long_term_plan_core::failure::Fault;
use long_term_plan_core::files::{FileState, Need, NeedKind, SOURCE};
use long_term_plan_core::plan::etag;
use long_term_plan_core::workspace::{
    Begun, CallId, CallRequest, Event, HostExpected, HostWrite, Reply, Step, Workspace, WriteOp,
};
use serde_json::{Value, json};

/// Time of the first call, in milliseconds since 1970.
pub(crate) const START: u64 = 1_700_000_000_000;

/// A host with one workspace. Files are known by their paths relative to the plans directory.
pub(crate) struct MemoryHost {
    settings: Value,
    workspace: Workspace,
    files: BTreeMap<String, File>,
    last_version: u32,
    calls: u64,
    /// Time of the next call, in milliseconds since 1970. Each call takes a second.
    pub(crate) now: u64,
    /// The local date; by default that of `now`.
    pub(crate) today: Option<String>,
    /// The files whose bytes the last call was given.
    pub(crate) reads: Vec<String>,
    edits_before_commits: VecDeque<(String, String)>,
    read_faults: BTreeMap<String, Fault>,
    write_faults: BTreeMap<String, Fault>,
    lock_fault: Option<Fault>,
    /// Spares benchmarks the hashing, which is the work of the host.
    pub(crate) etags_are_versions: bool,
}

#[derive(Clone)]
struct File {
    bytes: Vec<u8>,
    /// No two contents share a version, so it serves as the stamp.
    version: u32,
    modified: u64,
}

/// One request to the core.
#[derive(Clone)]
pub(crate) struct Call {
    /// `tool`, `resource`, `prompt` or `complete`.
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) args: Value,
    pub(crate) actor: String,
    /// Stops before the commit and replies with a diff.
    pub(crate) dry_run: bool,
}

impl Call {
    pub(crate) fn tool(name: &str, args: &Value) -> Self {
        let (kind, actor) = ("tool".to_owned(), "tester".to_owned());
        Self { kind, name: name.to_owned(), args: args.clone(), actor, dry_run: false }
    }
}

/// A call between two of its steps.
pub(crate) struct Running {
    id: CallId,
    step: Step,
    /// What became of the step, if it is done.
    event: Option<Event>,
    has_lock: bool,
    /// Etags of the files that were read under the lock.
    seen: BTreeMap<String, Option<String>>,
}

impl MemoryHost {
    pub(crate) fn new(settings: &Value) -> Self {
        Self {
            settings: settings.clone(),
            workspace: Workspace::new(serde_json::from_value(settings.clone()).unwrap()),
            files: BTreeMap::new(),
            last_version: 0,
            calls: 0,
            now: START,
            today: None,
            reads: Vec::new(),
            edits_before_commits: VecDeque::new(),
            read_faults: BTreeMap::new(),
            write_faults: BTreeMap::new(),
            lock_fault: None,
            etags_are_versions: false,
        }
    }

    /// A host with these toolsets and files.
    pub(crate) fn with<P: Into<String>, T: AsRef<[u8]>>(
        toolsets: &[&str],
        files: impl IntoIterator<Item = (P, T)>,
    ) -> Self {
        let mut host = Self::new(&json!({ "toolsets": toolsets, "plansDir": ".long-term-plan" }));
        for (path, content) in files {
            host.write(&path.into(), content);
        }
        host
    }

    /// The same files with a workspace that has read none of them.
    pub(crate) fn restarted(&self) -> Self {
        let Self { files, last_version, calls, now, .. } = self;
        Self {
            files: files.clone(),
            last_version: *last_version,
            calls: *calls,
            now: *now,
            ..Self::new(&self.settings)
        }
    }

    /// Writes a file as another program would.
    pub(crate) fn write(&mut self, path: &str, content: impl AsRef<[u8]>) {
        self.last_version += 1;
        let file = File { bytes: content.as_ref().to_vec(), version: self.last_version, modified: self.now };
        self.files.insert(path.to_owned(), file);
    }

    pub(crate) fn remove(&mut self, path: &str) {
        self.files.remove(path);
    }

    /// The text of a file, if it exists.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|file| str::from_utf8(&file.bytes).unwrap())
    }

    /// All files, by path.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.iter().map(|(path, file)| (path.clone(), file.bytes.clone())).collect()
    }

    /// The resources that a change of the file at `path` concerns.
    pub(crate) fn resource_uris(&self, path: &str) -> Vec<String> {
        self.workspace.resource_uris(path)
    }

    /// Another program writes this right before the next commit; several edits come before as many commits.
    pub(crate) fn write_before_commit(&mut self, path: &str, text: &str) {
        self.edits_before_commits.push_back((path.to_owned(), text.to_owned()));
    }

    /// From now on, reading the file or directory fails.
    pub(crate) fn fail_reads(&mut self, path: &str, fault: &str) {
        self.read_faults.insert(path.to_owned(), fault.to_owned().into());
    }

    /// From now on, writing the file fails.
    pub(crate) fn fail_writes(&mut self, path: &str, fault: &str) {
        self.write_faults.insert(path.to_owned(), fault.to_owned().into());
    }

    /// From now on, nothing can be locked.
    pub(crate) fn fail_locks(&mut self, fault: &str) {
        self.lock_fault = Some(fault.to_owned().into());
    }

    /// Calls a tool; see [`Self::run`] for the reply.
    pub(crate) fn call(&mut self, name: &str, args: &Value) -> Value {
        self.run(&Call::tool(name, args))
    }

    /// The result of a tool, or its error.
    pub(crate) fn result(&mut self, name: &str, args: &Value) -> Result<Value, Value> {
        let mut reply = self.call(name, args);
        match reply.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(reply["error"].take()),
        }
    }

    /// Runs a call to its end. The reply is `{ "result": …, "diff"?: … }` or `{ "error": …, "structured"?: … }`.
    pub(crate) fn run(&mut self, call: &Call) -> Value {
        to_value(&self.run_to_reply(call))
    }

    pub(crate) fn run_to_reply(&mut self, call: &Call) -> Reply {
        let mut running = self.start(call);
        loop {
            if let Some(reply) = self.advance(&mut running) {
                return reply;
            }
        }
    }

    /// Starts a call. Its time and its random bytes follow from its position, so ids are the same in every run.
    pub(crate) fn start(&mut self, call: &Call) -> Running {
        let Call { kind, name, args, actor, dry_run } = call;
        let mut entropy = [0; 10];
        entropy[2..].copy_from_slice(&self.calls.to_be_bytes());
        let request = CallRequest {
            today: self.today.clone(),
            kind: serde_json::from_value(kind.as_str().into()).unwrap(),
            name: name.clone(),
            args: args.to_string(),
            actor: actor.clone(),
            now: self.now,
            entropy: entropy.into(),
            dry_run: *dry_run,
        };
        self.calls += 1;
        self.now += 1_000;
        self.reads.clear();
        let Begun { call: id, step } = self.workspace.begin(request);
        Running { id, step, event: None, has_lock: false, seen: BTreeMap::new() }
    }

    /// Does what a call wants, or continues the call with what became of it; the reply if it is done.
    pub(crate) fn advance(&mut self, running: &mut Running) -> Option<Reply> {
        if let Some(event) = running.event.take() {
            running.step = self.workspace.resume(running.id, event);
        }
        let event = match running.step.clone() {
            Step::Lock { .. } => {
                running.has_lock = self.lock_fault.is_none();
                self.lock_fault.clone().map_or(Event::Locked, |fault| Event::Failed { at: 0, fault })
            }
            Step::Load { needs } => {
                for need in &needs {
                    self.load(need, running);
                }
                Event::Loaded
            }
            Step::Commit { writes } => self.commit(running, &writes),
            Step::Done { reply, follow_ups } => {
                for write in &follow_ups {
                    self.follow_up(running, write);
                }
                return Some(reply);
            }
        };
        running.event = Some(event);
        None
    }

    fn load(&mut self, need: &Need, running: &mut Running) {
        let Need { path, kind, known } = need;
        if *kind == NeedKind::Directory {
            let state = self.list(path);
            return self.workspace.provide(running.id, path, state);
        }
        let stamp = self.stamp(path);
        if known.is_some() && *known == stamp && !self.read_faults.contains_key(path) {
            running.seen.remove(path);
            return;
        }
        if running.has_lock {
            running.seen.insert(path.clone(), self.etag(path));
        }
        let state = self.read(path);
        if stamp.is_some() && matches!(state, FileState::File { .. }) {
            self.reads.push(path.clone());
        }
        self.workspace.provide(running.id, path, state);
    }

    fn read(&self, path: &str) -> FileState {
        if let Some(fault) = self.read_faults.get(path) {
            return FileState::Fault { fault: fault.clone() };
        }
        if self.is_in_unknown_root(path) {
            return FileState::Fault { fault: Fault::RootNotAllowed };
        }
        match self.files.get(path) {
            Some(File { bytes, modified, .. }) => FileState::File {
                bytes: bytes.clone().into(),
                etag: self.etags_are_versions.then(|| self.etag(path)).flatten(),
                stamp: self.stamp(path),
                modified: Some(*modified),
            },
            None => FileState::Absent,
        }
    }

    fn stamp(&self, path: &str) -> Option<String> {
        self.files.get(path).map(|file| file.version.to_string())
    }

    fn etag(&self, path: &str) -> Option<String> {
        let file = self.files.get(path)?;
        Some(if self.etags_are_versions { format!("{:064x}", file.version) } else { etag(&file.bytes) })
    }

    fn list(&self, directory: &str) -> FileState {
        if let Some(fault) = self.read_faults.get(directory) {
            return FileState::Fault { fault: fault.clone() };
        }
        if self.is_in_unknown_root(directory) {
            return FileState::Fault { fault: Fault::RootNotAllowed };
        }
        // Files to import are listed with their folders.
        if directory == SOURCE {
            let names = self.files.keys().filter_map(|path| path.strip_prefix(SOURCE)).map(str::to_owned).collect();
            return FileState::Directory { names };
        }
        let directory = directory.trim_end_matches('/');
        let prefix = if directory.is_empty() { String::new() } else { format!("{directory}/") };
        let inside = self.files.keys().filter_map(|path| path.strip_prefix(&prefix));
        // A scheme such as `root:` marks a file that is not in the plans directory.
        let names = inside.filter_map(|path| path.split('/').next()).filter(|name| !name.contains(':'));
        let mut names: Vec<_> = names.map(str::to_owned).collect();
        names.dedup();
        if names.is_empty() && !directory.is_empty() { FileState::Absent } else { FileState::Directory { names } }
    }

    /// Another root is allowed if it has files.
    fn is_in_unknown_root(&self, path: &str) -> bool {
        let Some((root, _)) = path.split_once('/').filter(|(root, _)| root.starts_with("root:")) else { return false };
        !self.files.keys().any(|path| path.starts_with(&format!("{root}/")))
    }

    /// Writes files in order, unless one of them changed.
    fn commit(&mut self, running: &Running, writes: &[HostWrite]) -> Event {
        let is_session_file = |write: &HostWrite| write.path.starts_with("session:");
        assert!(running.has_lock || writes.iter().all(is_session_file), "a call that writes takes the lock first");
        if let Some((path, text)) = self.edits_before_commits.pop_front() {
            self.write(&path, text);
        }
        if writes.iter().any(|write| self.is_stale(running, write)) {
            return Event::Stale;
        }
        let (mut etags, mut stamps) = (Vec::new(), Vec::new());
        for (at, write) in writes.iter().enumerate() {
            if let Some(fault) = self.write_faults.get(&write.path) {
                return Event::Failed { at, fault: fault.clone() };
            }
            self.apply(write);
            etags.push(if write.op == WriteOp::Put {
                self.etag(&write.path).unwrap_or_default()
            } else {
                String::new()
            });
            stamps.push(self.stamp(&write.path).unwrap_or_default());
        }
        Event::Committed { etags, stamps }
    }

    fn is_stale(&self, running: &Running, HostWrite { path, expect, .. }: &HostWrite) -> bool {
        let current = self.etag(path);
        let meets_expectation = match expect {
            HostExpected::Anything => true,
            HostExpected::Absent => current.is_none(),
            HostExpected::Etag(etag) => current.as_ref() == Some(etag),
        };
        !meets_expectation || running.seen.get(path).is_some_and(|seen| *seen != current)
    }

    /// Does a write after the reply, unless it fails: that changes nothing about the reply.
    fn follow_up(&mut self, running: &Running, write: &HostWrite) {
        if !self.write_faults.contains_key(&write.path) && !self.is_stale(running, write) {
            self.apply(write);
        }
    }

    fn apply(&mut self, HostWrite { path, op, bytes, .. }: &HostWrite) {
        match op {
            WriteOp::Delete => self.remove(path),
            WriteOp::Append => {
                let before = self.files.get(path).map(|file| file.bytes.as_slice()).unwrap_or_default();
                self.write(path, [before, bytes].concat());
            }
            WriteOp::Put => self.write(path, bytes),
        }
    }
}

/// `{ "result": …, "diff"?: … }` or `{ "error": …, "structured"?: … }`.
pub(crate) fn to_value(reply: &Reply) -> Value {
    match reply {
        Reply::Result { json, diff } => {
            let mut value = json!({ "result": serde_json::from_str::<Value>(json).unwrap() });
            if let Some(diff) = diff {
                value["diff"] = diff.as_str().into();
            }
            value
        }
        Reply::Error { error, structured } => {
            let mut value = json!({ "error": error });
            if let Some(structured) = structured {
                value["structured"] = (**structured).clone();
            }
            value
        }
    }
}
