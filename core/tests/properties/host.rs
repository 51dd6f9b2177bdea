//! A host whose files are given, for calls of tools.

use long_term_plan_core::plan::etag;
use long_term_plan_core::workspace::{Loaded, Need, Reply, Settings, Step, Workspace};
use serde_json::{Value, json};

/// Answers calls on files that never change.
pub(crate) struct Host {
    workspace: Workspace,
    files: Vec<(String, String)>,
}

impl Host {
    /// A workspace with one toolset on files of the plans directory.
    pub(crate) fn new(toolset: &str, files: Vec<(String, String)>) -> Self {
        let settings = json!({ "toolsets": [toolset], "plansDir": ".long-term-plan" }).to_string();
        Self { workspace: Workspace::new(Settings::from_json(&settings).unwrap()), files }
    }

    /// What a tool answers.
    pub(crate) fn call(&mut self, name: &str, arguments: &Value) -> Result<Value, String> {
        let call = json!({ "kind": "tool", "name": name, "args": arguments, "now": 1_700_000_000_000_u64 });
        let id = self.workspace.begin(&call.to_string());
        loop {
            match self.workspace.step(id) {
                Step::Need(needs) => needs.iter().for_each(|need| self.put(need)),
                Step::Done(Reply::Result(result)) => return Ok(serde_json::from_str(&result).unwrap()),
                Step::Done(Reply::Error(error)) => return Err(error.message),
                Step::Commit(_) => return Err("the call wants to write".into()),
            }
        }
    }

    fn put(&mut self, need: &Need) {
        let found = |path: &str| self.files.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone());
        let (path, loaded) = match need {
            Need::File(path) | Need::Look(path) | Need::Summary(path) => (
                path,
                found(path).map_or(Loaded::Absent, |text| Loaded::Bytes {
                    etag: etag(text.as_bytes()),
                    modified_ms: 0,
                    bytes: text.into_bytes(),
                }),
            ),
            Need::Directory(path) => {
                let right_in = |name: &&String| !name.contains('/');
                (path, Loaded::Names(self.files.iter().map(|(name, _)| name).filter(right_in).cloned().collect()))
            }
        };
        self.workspace.put(path, "", loaded);
    }
}
