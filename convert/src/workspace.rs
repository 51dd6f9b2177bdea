//! Imports and exports as calls, in the steps that hosts of the core know: what a call needs, what it writes, what it answers.
//!
//! A host puts the files to import before the call, under paths that start with [`SOURCE`]; everything else is a path in the
//! plans directory.

use std::collections::BTreeMap;

use long_term_plan_core::contract::{Json, Read};
use long_term_plan_core::plan::{Diagnostic, Document};
use long_term_plan_core::toolsets::PlanId;
use long_term_plan_core::workspace::{Call, CallId, Loaded, Need, Outcome, Reply, Step, ToolError, WriteRequest};

use crate::export::{self, export};
use crate::import::{self, Imported, Request, Source, import};
use crate::object::object;

/// What the path of a file to import starts with.
pub const SOURCE: &str = "source:";

/// The files that were put, and the calls that work on them.
#[derive(Debug, Default)]
pub struct Workspace {
    plans_dir: String,
    sources: Vec<Source>,
    plans: BTreeMap<String, Loaded>,
    calls: BTreeMap<CallId, Pending>,
    last_call: CallId,
}

/// A call on its way.
#[derive(Debug)]
enum Pending {
    Failed(ToolError),
    Import { plan_id: PlanId, imported: Box<Imported>, dry_run: bool },
    Export { plan_id: PlanId, format: export::Format },
}

impl Workspace {
    /// A workspace with nothing in it; of the settings, only the name of the plans directory matters.
    pub fn from_json(settings: &str) -> Self {
        let settings = Json::parse(settings).unwrap_or_default();
        Self { plans_dir: settings.get("plansDir").as_str().unwrap_or_default().to_owned(), ..Self::default() }
    }

    /// Begins `import` or `export`.
    pub fn begin(&mut self, call: &str) -> CallId {
        let pending = self.understood(call).unwrap_or_else(Pending::Failed);
        self.last_call += 1;
        self.calls.insert(self.last_call, pending);
        self.last_call
    }

    fn understood(&self, call: &str) -> Result<Pending, ToolError> {
        let call = Call::from_json(call)?;
        let text = |name: &str| call.arguments.get(name).as_str();
        match call.name.as_str() {
            "import" => {
                let format = text("from").map(import::Format::named).transpose()?;
                let request = Request {
                    sources: &self.sources,
                    format,
                    name: text("name").unwrap_or_default(),
                    now_ms: call.now_ms,
                    entropy: call.entropy,
                };
                let wanted = text("planId").map(|_| PlanId::read_field(&call.arguments, "planId")).transpose()?;
                let imported = import(&request)?;
                let plan_id = wanted.unwrap_or_else(|| PlanId(imported.plan_id.clone()));
                let dry_run = call.arguments.get("dryRun").as_bool() == Some(true);
                Ok(Pending::Import { plan_id, imported: Box::new(imported), dry_run })
            }
            "export" => {
                let plan_id = PlanId::read_field(&call.arguments, "planId")?;
                let format = export::Format::named(text("to").unwrap_or_default())?;
                Ok(Pending::Export { plan_id, format })
            }
            other => Err(ToolError::invalid(format!("There is no call {other:?}; there are import and export"))),
        }
    }

    /// Whether the call may write.
    pub fn writes(&self, id: CallId) -> bool {
        matches!(self.calls.get(&id), Some(Pending::Import { dry_run: false, .. }))
    }

    /// Goes on with a call.
    pub fn step(&mut self, id: CallId) -> Step {
        let failed = |error| Step::Done(Reply::Error(error));
        match self.calls.get(&id) {
            None => failed(ToolError::internal("the call was freed or never begun")),
            Some(Pending::Failed(error)) => failed(error.clone()),
            Some(Pending::Import { plan_id, imported, dry_run }) => match self.plans.get(&plan_id.path()) {
                None => Step::Need(vec![Need::File(plan_id.path())]),
                Some(Loaded::Fault(word)) => failed(ToolError::file_fault(&self.shown(plan_id), word)),
                Some(Loaded::Bytes { .. } | Loaded::Names(_)) => failed(ToolError::plan_exists(&plan_id.0)),
                Some(Loaded::Absent) if *dry_run => {
                    Step::Done(Reply::Result(self.import_answer(plan_id, imported, None)))
                }
                Some(Loaded::Absent) => Step::Commit(vec![WriteRequest { path: plan_id.path(), expect: None }]),
            },
            Some(Pending::Export { plan_id, format }) => match self.plans.get(&plan_id.path()) {
                None => Step::Need(vec![Need::File(plan_id.path())]),
                Some(Loaded::Fault(word)) => failed(ToolError::file_fault(&self.shown(plan_id), word)),
                Some(Loaded::Absent | Loaded::Names(_)) => failed(ToolError::plan_not_found(&plan_id.0)),
                Some(Loaded::Bytes { bytes, .. }) => Step::Done(export_answer(plan_id, *format, bytes)),
            },
        }
    }

    /// Takes a file, or the news that there is none.
    pub fn put(&mut self, path: &str, loaded: Loaded) {
        match (path.strip_prefix(SOURCE), loaded) {
            (Some(path), Loaded::Bytes { bytes, .. }) => self.sources.push(Source { path: path.to_owned(), bytes }),
            (_, loaded) => {
                self.plans.insert(path.to_owned(), loaded);
            }
        }
    }

    /// The bytes of the plan that a call writes.
    pub fn bytes(&self, id: CallId) -> &[u8] {
        match self.calls.get(&id) {
            Some(Pending::Import { imported, .. }) => imported.text.as_bytes(),
            _ => &[],
        }
    }

    /// Forgets what was seen of plans.
    pub fn restart(&mut self) {
        self.plans.clear();
    }

    /// Ends a call whose plan was written, or could not be.
    pub fn finish(&mut self, id: CallId, outcome: &Outcome) -> Reply {
        match (self.calls.remove(&id), outcome) {
            (Some(Pending::Import { plan_id, imported, .. }), Outcome::Committed(etags)) => {
                Reply::Result(self.import_answer(&plan_id, &imported, etags.first().map(String::as_str)))
            }
            (Some(Pending::Import { plan_id, .. }), Outcome::Failed { fault, .. }) => {
                Reply::Error(ToolError::file_fault(&self.shown(&plan_id), fault))
            }
            _ => Reply::Error(ToolError::internal("the call had nothing to commit")),
        }
    }

    /// Forgets a call.
    pub fn free(&mut self, id: CallId) {
        self.calls.remove(&id);
    }

    fn shown(&self, plan_id: &PlanId) -> String {
        format!("{}/{}", self.plans_dir, plan_id.path())
    }

    /// `{ planId, path, format, title, tasks, warnings }`, with the `etag` of what was written, or the `text` of a dry run.
    fn import_answer(&self, plan_id: &PlanId, imported: &Imported, etag: Option<&str>) -> String {
        let answer = object([
            ("planId", plan_id.0.as_str().into()),
            ("path", self.shown(plan_id).into()),
            ("etag", etag.into()),
            ("format", imported.format.as_str().into()),
            ("title", imported.title.as_str().into()),
            ("tasks", imported.tasks.into()),
            ("warnings", Json::List(imported.warnings.iter().map(import::Warning::to_json).collect())),
            ("text", Some(imported.text.as_str()).filter(|_| etag.is_none()).into()),
        ]);
        answer.to_string()
    }
}

/// `{ planId, format, text, warnings }`
fn export_answer(plan_id: &PlanId, format: export::Format, bytes: &[u8]) -> Reply {
    let document = match Document::from_bytes(bytes.to_vec()) {
        Ok(document) if document.plan().has_header() => document,
        Ok(document) => return Reply::Error(ToolError::no_plan(document.plan().errors())),
        Err(finding) => return Reply::Error(ToolError::no_plan([finding].iter())),
    };
    let exported = export(&document, &plan_id.0, format);
    let answer = object([
        ("planId", plan_id.0.as_str().into()),
        ("format", format.as_str().into()),
        ("text", exported.text.into()),
        ("warnings", exported.findings.iter().map(Diagnostic::to_line).collect::<Vec<_>>().into()),
    ]);
    Reply::Result(answer.to_string())
}
