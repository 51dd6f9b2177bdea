//! A host with its files in memory, which does what `npm/core/src/run.ts` does with a call.

use std::collections::BTreeMap;

use long_term_plan_core::workspace::{Finished, Loaded, Need, Outcome, Reply, Settings, Step, Workspace, WriteRequest};

/// A file, and how often it was written.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    version: usize,
}

impl File {
    /// Stands for the hash of the content, which is the host's business, and for its stamp.
    fn etag(&self) -> String {
        format!("{:064x}", self.version)
    }
}

pub(crate) struct Host {
    workspace: Workspace,
    files: BTreeMap<String, File>,
}

impl Host {
    /// A workspace with one plan.
    pub(crate) fn with_plan(path: &str, text: String) -> Self {
        let settings = Settings {
            toolsets: vec!["plan".into()],
            plans_dir: "plans".into(),
            tools: None,
            read_only: None,
            require_if_match: None,
            one_doing: None,
            plan: None,
        };
        let file = File { bytes: text.into_bytes(), version: 1 };
        Self { workspace: Workspace::new(settings), files: BTreeMap::from([(path.to_owned(), file)]) }
    }

    /// Runs a call, given as JSON, to its end.
    pub(crate) fn run(&mut self, call: &str) -> Reply {
        let id = self.workspace.begin(call);
        let is_locked = self.workspace.writes(id);
        let reply = loop {
            match self.workspace.step(id) {
                Step::Done(reply) => break reply,
                Step::Need(needs) => needs.iter().for_each(|need| self.load(need, is_locked)),
                Step::Commit(requests) => {
                    let etags = self.commit(id, &requests);
                    let Finished { reply, afterwards } = self.workspace.finish(id, &Outcome::Committed(etags));
                    self.commit(id, &afterwards);
                    break reply;
                }
            }
        };
        self.workspace.free(id);
        reply
    }

    /// Puts what a call needs; without the lock, a file that did not change is not put again.
    fn load(&mut self, need: &Need, is_locked: bool) {
        let Some(path) = need.as_file() else { return };
        match self.files.get(path) {
            None => self.workspace.put(path, "", Loaded::Absent),
            Some(file) => {
                let etag = file.etag();
                if is_locked || self.workspace.stamp(path) != etag {
                    let loaded = Loaded::Bytes { bytes: file.bytes.clone(), etag: etag.clone(), modified_ms: 0 };
                    self.workspace.put(path, &etag, loaded);
                }
            }
        }
    }

    fn commit(&mut self, id: u32, requests: &[WriteRequest]) -> Vec<String> {
        let mut etags = Vec::new();
        for (number, WriteRequest { path, op, .. }) in requests.iter().enumerate() {
            let file = self.files.entry(path.clone()).or_default();
            if *op != "append" {
                file.bytes.clear();
            }
            file.bytes.extend_from_slice(self.workspace.bytes(id, number));
            file.version += 1;
            etags.push(file.etag());
        }
        etags
    }
}
