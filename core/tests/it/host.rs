//! `MemoryHost` keeps files in memory and runs calls the way `npm/core/src/run.ts` does.
//!
//! Every test that calls a tool uses it, so this file alone knows the steps between the core and its host.

use std::collections::{BTreeMap, VecDeque};

use long_term_plan_core::plan::etag;
use long_term_plan_core::workspace::{
    CallId, Expected, Finished, Loaded, Need, Outcome, Step, Workspace, WriteRequest,
};
use serde_json::{Value, json};

/// Time of the first call, in milliseconds since 1970.
pub(crate) const START: u64 = 1_700_000_000_000;

/// How often a call decides again because a file changed before its commit.
const MAX_RESTARTS: u32 = 5;

/// A host with one workspace. Files are known by their paths relative to the plans directory.
pub(crate) struct MemoryHost {
    settings: Value,
    workspace: Workspace,
    files: BTreeMap<String, File>,
    last_version: u32,
    calls: u64,
    /// Time of the next call, in milliseconds since 1970. Each call takes a second.
    pub(crate) now: u64,
    /// The files whose bytes the last call was given.
    pub(crate) reads: Vec<String>,
    edits_before_commits: VecDeque<(String, String)>,
    read_faults: BTreeMap<String, String>,
    write_faults: BTreeMap<String, String>,
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
    dry_run: bool,
    has_lock: bool,
    restarts: u32,
    /// Etags of the files that were read under the lock.
    seen: BTreeMap<String, Option<String>>,
}

impl MemoryHost {
    pub(crate) fn new(settings: &Value) -> Self {
        Self {
            settings: settings.clone(),
            workspace: Workspace::from_json(&settings.to_string()),
            files: BTreeMap::new(),
            last_version: 0,
            calls: 0,
            now: START,
            reads: Vec::new(),
            edits_before_commits: VecDeque::new(),
            read_faults: BTreeMap::new(),
            write_faults: BTreeMap::new(),
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
        self.workspace.uris(path)
    }

    /// Another program writes this right before the next commit; several edits come before as many commits.
    pub(crate) fn write_before_commit(&mut self, path: &str, text: &str) {
        self.edits_before_commits.push_back((path.to_owned(), text.to_owned()));
    }

    /// From now on, reading the file or directory fails.
    pub(crate) fn fail_reads(&mut self, path: &str, fault: &str) {
        self.read_faults.insert(path.to_owned(), fault.to_owned());
    }

    /// From now on, writing the file fails.
    pub(crate) fn fail_writes(&mut self, path: &str, fault: &str) {
        self.write_faults.insert(path.to_owned(), fault.to_owned());
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
        serde_json::from_str(&self.run_to_json(call)).unwrap()
    }

    /// The same reply as JSON text.
    pub(crate) fn run_to_json(&mut self, call: &Call) -> String {
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
        let entropy = format!("{:020x}", self.calls);
        let request =
            json!({ "kind": kind, "name": name, "args": args, "actor": actor, "now": self.now, "entropy": entropy });
        self.calls += 1;
        self.now += 1_000;
        self.reads.clear();
        let id = self.workspace.begin(&request.to_string());
        let has_lock = self.workspace.writes(id) && !dry_run;
        Running { id, dry_run: *dry_run, has_lock, restarts: 0, seen: BTreeMap::new() }
    }

    /// Takes one step of a call and does what it wants; the reply as JSON if it was the last.
    pub(crate) fn advance(&mut self, running: &mut Running) -> Option<String> {
        let reply = match self.workspace.step(running.id) {
            Step::Done(reply) => reply.to_json(),
            Step::Commit(_) if running.dry_run => self.workspace.preview(running.id),
            Step::Need(needs) => {
                for need in &needs {
                    self.load(need, running);
                }
                return None;
            }
            Step::Commit(requests) => {
                let outcome = self.commit(running, &requests)?;
                let Finished { reply, afterwards } = self.workspace.finish(running.id, &outcome);
                for (index, request) in afterwards.iter().enumerate() {
                    self.follow_up(running, index, request);
                }
                reply.to_json()
            }
        };
        self.workspace.free(running.id);
        Some(reply)
    }

    fn load(&mut self, need: &Need, running: &mut Running) {
        let (Need::File(path) | Need::Directory(path) | Need::Look(path) | Need::Summary(path)) = need;
        if let Some(fault) = self.read_faults.get(path) {
            let fault = Loaded::Fault(fault.clone());
            return if matches!(need, Need::Look(_)) {
                self.workspace.look(running.id, path, &fault);
            } else {
                self.workspace.put(path, "", fault);
            };
        }
        match need {
            Need::Directory(_) => self.workspace.put(path, "", self.list(path)),
            Need::Look(_) => {
                self.reads.push(path.clone());
                self.workspace.look(running.id, path, &self.read(path));
            }
            Need::File(_) | Need::Summary(_) => self.load_unless_known(need, path, running),
        }
    }

    /// Under the lock, only the bytes of a plan are good enough to write on; a history is known by its stamp.
    fn load_unless_known(&mut self, need: &Need, path: &str, running: &mut Running) {
        let is_summary = matches!(need, Need::Summary(_));
        let known = if running.has_lock && !is_summary {
            self.workspace.stamp_under_lock(path)
        } else {
            self.workspace.stamp(path)
        };
        let stamp = self.files.get(path).map(|file| file.version.to_string()).unwrap_or_default();
        if !stamp.is_empty() && known == stamp {
            running.seen.remove(path);
            return;
        }
        if running.has_lock {
            running.seen.insert(path.to_owned(), self.etag(path));
        }
        let loaded = match self.read(path) {
            Loaded::Bytes { bytes, .. } if is_summary => Loaded::Listed(bytes),
            loaded => loaded,
        };
        if !stamp.is_empty() {
            self.reads.push(path.to_owned());
        }
        self.workspace.put(path, &stamp, loaded);
    }

    fn read(&self, path: &str) -> Loaded {
        if self.is_in_unknown_root(path) {
            return Loaded::Fault("rootNotAllowed".into());
        }
        match self.files.get(path) {
            Some(file) => Loaded::Bytes {
                bytes: file.bytes.clone(),
                etag: self.etag(path).unwrap_or_default(),
                modified_ms: file.modified,
            },
            None => Loaded::Absent,
        }
    }

    fn etag(&self, path: &str) -> Option<String> {
        let file = self.files.get(path)?;
        Some(if self.etags_are_versions { format!("{:064x}", file.version) } else { etag(&file.bytes) })
    }

    fn list(&self, directory: &str) -> Loaded {
        if self.is_in_unknown_root(directory) {
            return Loaded::Fault("rootNotAllowed".into());
        }
        let directory = directory.trim_end_matches('/');
        let prefix = if directory.is_empty() { String::new() } else { format!("{directory}/") };
        let inside = self.files.keys().filter_map(|path| path.strip_prefix(&prefix));
        // A scheme such as `root:` marks a file that is not in the plans directory.
        let names = inside.filter_map(|path| path.split('/').next()).filter(|name| !name.contains(':'));
        let mut names: Vec<_> = names.map(str::to_owned).collect();
        names.dedup();
        if names.is_empty() && !directory.is_empty() { Loaded::Absent } else { Loaded::Names(names) }
    }

    /// Another root is allowed if it has files.
    fn is_in_unknown_root(&self, path: &str) -> bool {
        let Some((root, _)) = path.split_once('/').filter(|(root, _)| root.starts_with("root:")) else { return false };
        !self.files.keys().any(|path| path.starts_with(&format!("{root}/")))
    }

    /// Writes files in order. `None` if one of them changed, and the call has to decide again.
    fn commit(&mut self, running: &mut Running, requests: &[WriteRequest]) -> Option<Outcome> {
        let is_session_file = |request: &WriteRequest| request.path.starts_with("mem:");
        assert!(running.has_lock || requests.iter().all(is_session_file), "a call that writes takes the lock first");
        if let Some((path, text)) = self.edits_before_commits.pop_front() {
            self.write(&path, text);
        }
        if requests.iter().any(|request| self.is_stale(running, request)) {
            running.restarts += 1;
            if running.restarts > MAX_RESTARTS {
                return Some(Outcome::Failed { at: 0, fault: "busy".into() });
            }
            self.workspace.restart(running.id);
            return None;
        }
        let mut etags = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            if let Some(fault) = self.write_faults.get(&request.path) {
                return Some(Outcome::Failed { at, fault: fault.clone() });
            }
            self.apply(running, at, request);
            etags.push(self.etag(&request.path).filter(|_| request.op == "put").unwrap_or_default());
        }
        Some(Outcome::Committed(etags))
    }

    fn is_stale(&self, running: &Running, WriteRequest { path, expect, .. }: &WriteRequest) -> bool {
        let current = self.etag(path);
        let meets_expectation = match expect {
            Expected::Anything => true,
            Expected::Absent => current.is_none(),
            Expected::Etag(etag) => current.as_ref() == Some(etag),
        };
        !meets_expectation || running.seen.get(path).is_some_and(|seen| *seen != current)
    }

    /// Does a write after the reply; a failure changes nothing about the reply.
    fn follow_up(&mut self, running: &Running, index: usize, request: &WriteRequest) {
        if self.write_faults.contains_key(&request.path) || self.is_stale(running, request) {
            return;
        }
        let bytes = self.apply(running, index, request);
        if request.op == "append" {
            let stamp = self.files[&request.path].version.to_string();
            self.workspace.put(&request.path, &stamp, Loaded::Appended(bytes));
        }
    }

    /// Applies one write and returns its bytes.
    fn apply(&mut self, running: &Running, index: usize, WriteRequest { path, op, .. }: &WriteRequest) -> Vec<u8> {
        let bytes = self.workspace.bytes(running.id, index).to_vec();
        match *op {
            "delete" => self.remove(path),
            "append" => {
                let before = self.files.get(path).map(|file| file.bytes.as_slice()).unwrap_or_default();
                self.write(path, [before, &bytes].concat());
            }
            _ => self.write(path, &bytes),
        }
        bytes
    }
}
