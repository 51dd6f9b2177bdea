//! One call: what was asked, how far it is, and what came of it.

use std::fmt;

use crate::contract::{Json, Mismatch, choices, json, to_json};
use crate::plan::Document;
use crate::toolsets::{Context, Handler};

use super::files::Cache;
use super::names::Names;
use super::{Files, Need, Settings, Stop, ToolError};

choices! {
    /// What a client asks for.
    pub enum Kind {
        /// A tool.
        Tool = "tool",
        /// The text of a resource, or the list of all.
        Resource = "resource",
        /// A prompt.
        Prompt = "prompt",
        /// What an argument may be completed to.
        Complete = "complete",
    }
}

/// A call as the host hands it over. Time and randomness come with it.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is asked for.
    pub kind: Kind,
    /// Name of the tool, with underscores or with dots; of the prompt; URI of the resource, empty for the list.
    pub name: String,
    /// Its arguments.
    pub arguments: Json,
    /// Who asks.
    pub actor: String,
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// Random bits.
    pub entropy: [u8; 10],
}

impl Call {
    /// From JSON; time, entropy and whoever asks may be missing.
    pub fn from_json(json: &str) -> Result<Self, ToolError> {
        let call = Json::parse(json).map_err(|error| match error.field.strip_prefix("args.") {
            Some(argument) => Mismatch { field: argument.to_owned(), problem: error.problem.to_owned() }.into(),
            None => ToolError::invalid(format!("The call is not valid JSON: {error}")),
        })?;
        let text = |field: &str| call.get(field).as_str().unwrap_or_default();
        Ok(Self {
            kind: Kind::named(text("kind")).unwrap_or(Kind::Tool),
            name: text("name").to_owned(),
            arguments: Some(call.get("args")).filter(|args| !args.is_null()).cloned().unwrap_or_else(|| json! {}),
            actor: text("actor").to_owned(),
            now_ms: call.get("now").as_u64().unwrap_or_default(),
            entropy: entropy(text("entropy")),
        })
    }
}

/// Random bits from hexadecimal digits; missing ones are zero.
fn entropy(hex: &str) -> [u8; 10] {
    let mut bytes = [0; 10];
    for (byte, digits) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = str::from_utf8(digits).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or_default();
    }
    bytes
}

/// What a call wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put these, then step again.
    Need(Vec<Need>),
    /// Commit these in their order, then finish; or restart if a file is not what it was.
    Commit(Vec<WriteRequest>),
    /// It is over.
    Done(Reply),
}

/// A write as the host is told of it. Its bytes are fetched by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteRequest {
    /// Path relative to the plans directory.
    pub path: String,
    /// The etag that the file must still have; `None` if there must be no file.
    pub expect: Option<String>,
}

impl Step {
    /// `{ "files": […], "dirs": […] }`, `{ "commit": […] }` or `{ "done": … }`.
    pub fn to_json(&self) -> String {
        match self {
            Self::Done(reply) => format!("{{\"done\":{}}}", reply.to_json()),
            Self::Commit(writes) => {
                let write = |write: &WriteRequest| {
                    json! { "path": write.path.as_str(), "op": "put", "expect": write.expect.clone() }
                };
                json! { "commit": writes.iter().map(write).collect::<Vec<_>>() }.to_string()
            }
            Self::Need(needs) => {
                let files: Vec<_> = needs.iter().filter_map(Need::as_file).collect();
                let dirs: Vec<_> = needs.iter().filter_map(Need::as_directory).collect();
                json! { "files": files, "dirs": dirs }.to_string()
            }
        }
    }
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer, as JSON.
    Result(String),
    /// Why there is none.
    Error(ToolError),
}

impl Reply {
    /// `{ "result": … }` or `{ "error": … }`.
    pub fn to_json(&self) -> String {
        match self {
            Self::Result(result) => format!("{{\"result\":{result}}}"),
            Self::Error(error) => format!("{{\"error\":{}}}", to_json(error)),
        }
    }
}

/// What a handler came to.
pub enum Answer {
    /// The answer, as JSON.
    Ready(String),
    /// The answer, once these are written: it is made from their etags.
    AfterWrites(Vec<Write>, MakeReply),
}

/// Makes the answer from the etags of what was written.
pub type MakeReply = Box<dyn Fn(&[String]) -> String>;

impl fmt::Debug for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready(json) => formatter.debug_tuple("Ready").field(json).finish(),
            Self::AfterWrites(writes, _) => formatter.debug_tuple("AfterWrites").field(writes).finish(),
        }
    }
}

/// A file to be written.
#[derive(Clone, Debug)]
pub struct Write {
    /// Path relative to the plans directory.
    pub path: String,
    /// What it becomes.
    pub document: Document,
    /// The etag that it must still have; `None` if there must be no file.
    pub expect: Option<String>,
}

impl Write {
    /// What is written.
    pub fn bytes(&self) -> &[u8] {
        self.document.text().as_bytes()
    }
}

/// How a commit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is written; the etags of the files, in order.
    Committed(Vec<String>),
    /// The write with this number failed; the host's word for why. Those before it are done.
    Failed {
        /// Number of the write.
        at: usize,
        /// The host's word.
        fault: String,
    },
}

impl Outcome {
    /// From `{ "committed": […] }` or `{ "failed": { "at", "fault" } }`.
    pub fn from_json(json: &str) -> Self {
        let outcome = Json::parse(json).unwrap_or_default();
        if let Some(etags) = outcome.get("committed").as_list() {
            return Self::Committed(etags.iter().map(|etag| etag.as_str().unwrap_or_default().to_owned()).collect());
        }
        let failed = outcome.get("failed");
        let at = failed.get("at").as_u64().and_then(|at| at.try_into().ok()).unwrap_or_default();
        Self::Failed { at, fault: failed.get("fault").as_str().unwrap_or("io:the write failed").to_owned() }
    }
}

/// A call on its way.
#[derive(Debug)]
pub(super) enum Pending {
    Running { handler: Handler, call: Call, asked: Names, answer: Option<Answer> },
    Failed(ToolError),
}

impl Pending {
    pub(super) fn new(handler: Handler, call: Call) -> Self {
        Self::Running { handler, call, asked: Names::default(), answer: None }
    }

    pub(super) fn failed(error: ToolError) -> Self {
        Self::Failed(error)
    }

    pub(super) fn writes(&self) -> bool {
        matches!(self, Self::Running { handler, .. } if handler.writes)
    }

    pub(super) fn write(&self, number: usize) -> Option<&Write> {
        match self {
            Self::Running { answer: Some(Answer::AfterWrites(writes, _)), .. } => writes.get(number),
            _ => None,
        }
    }

    pub(super) fn restart(&mut self) {
        if let Self::Running { asked, answer, .. } = self {
            *asked = Names::default();
            *answer = None;
        }
    }

    pub(super) fn step(&mut self, cache: &Cache, settings: &Settings) -> Step {
        let (handler, call, asked, answer) = match self {
            Self::Failed(error) => return Step::Done(Reply::Error(error.clone())),
            Self::Running { handler, call, asked, answer } => (handler, call, asked, answer),
        };
        let context = Context { files: Files::new(cache, asked), settings, call };
        match (handler.run)(&context, &call.arguments) {
            Ok(Answer::Ready(json)) => Step::Done(Reply::Result(json)),
            Ok(Answer::AfterWrites(writes, make_reply)) => {
                let request = |write: &Write| WriteRequest { path: write.path.clone(), expect: write.expect.clone() };
                let requests = writes.iter().map(request).collect();
                *answer = Some(Answer::AfterWrites(writes, make_reply));
                Step::Commit(requests)
            }
            Err(Stop::Fail(error)) => Step::Done(Reply::Error(error)),
            Err(Stop::Need(needs)) => {
                for need in &needs {
                    asked.add(need.path());
                }
                Step::Need(needs)
            }
        }
    }

    pub(super) fn finish(self, cache: &mut Cache, plans_dir: &str, outcome: &Outcome) -> Reply {
        let Self::Running { answer: Some(Answer::AfterWrites(writes, make_reply)), .. } = self else {
            return Reply::Error(ToolError::internal("the call had nothing to commit"));
        };
        match outcome {
            Outcome::Failed { at, fault } => {
                let path = writes.get(*at).map(|write| format!("{plans_dir}/{}", write.path)).unwrap_or_default();
                Reply::Error(ToolError::file_fault(&path, fault))
            }
            Outcome::Committed(etags) => {
                let reply = make_reply(etags);
                for (write, etag) in writes.into_iter().zip(etags) {
                    cache.put_document(&write.path, etag, write.document);
                }
                Reply::Result(reply)
            }
        }
    }
}
