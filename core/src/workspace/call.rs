//! One call: what was asked, how far it is, and what came of it.

use std::{fmt, mem};

use crate::contract::{Json, Mismatch, choices, json, to_json};
use crate::plan::etag;
use crate::toolsets::{Context, Handler};

use super::cache::Cache;
use super::histories::{histories, history_beside, need_histories};
use super::names::Names;
use super::scan::Scan;
use super::write::{Write, WriteRequest, requests_to_json};
use super::{Files, Loaded, Need, Settings, Stop, ToolError};

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
            Some(argument) => Mismatch::new(error.problem).within(argument).into(),
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

impl Step {
    /// `{ "files": […], "dirs": […], "look": […], "summaries": […] }`, `{ "commit": […] }` or `{ "done": … }`.
    pub fn to_json(&self) -> String {
        match self {
            Self::Done(reply) => format!("{{\"done\":{}}}", reply.to_json()),
            Self::Commit(writes) => json! { "commit": requests_to_json(writes) }.to_string(),
            Self::Need(needs) => {
                let of_kind = |kind: &&str| {
                    let paths: Vec<_> = needs.iter().filter(|need| need.kind() == *kind).map(Need::path).collect();
                    ((*kind).to_owned(), Json::from(paths))
                };
                Json::Object(Need::KINDS.iter().map(of_kind).collect()).to_string()
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
    /// `{ "result": … }` or `{ "error": … }`, the latter with `structured` where that is not ours.
    pub fn to_json(&self) -> String {
        match self {
            Self::Result(result) => format!("{{\"result\":{result}}}"),
            Self::Error(error) if error.structured.is_null() => format!("{{\"error\":{}}}", to_json(error)),
            Self::Error(error) => format!("{{\"error\":{},\"structured\":{}}}", to_json(error), error.structured),
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

/// What a call that wrote came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The answer, which stands whatever becomes of the rest.
    pub reply: Reply,
    /// What is still to be written: it is good to have, and never worth a failure.
    pub afterwards: Vec<WriteRequest>,
}

impl Finished {
    /// `{ "reply": …, "afterwards": […] }`.
    pub fn to_json(&self) -> String {
        let afterwards = Json::from(requests_to_json(&self.afterwards));
        format!("{{\"reply\":{},\"afterwards\":{afterwards}}}", self.reply.to_json())
    }

    pub(super) fn failed(error: ToolError) -> Self {
        Self { reply: Reply::Error(error), afterwards: Vec::new() }
    }
}

/// A call on its way.
#[derive(Debug)]
pub(super) enum Pending {
    Running {
        handler: Handler,
        call: Call,
        asked: Names,
        /// The files that it looks through.
        scan: Option<Box<Scan>>,
        answer: Option<Answer>,
    },
    Failed(ToolError),
    /// It is answered; these are left to write.
    Answered(Vec<Write>),
}

impl Pending {
    pub(super) fn new(handler: Handler, call: Call) -> Self {
        Self::Running { handler, call, asked: Names::default(), scan: None, answer: None }
    }

    pub(super) fn failed(error: ToolError) -> Self {
        Self::Failed(error)
    }

    pub(super) fn writes(&self) -> bool {
        matches!(self, Self::Running { handler, .. } if handler.writes)
    }

    pub(super) fn write(&self, number: usize) -> Option<&Write> {
        match self {
            Self::Running { answer: Some(Answer::AfterWrites(writes, _)), .. } | Self::Answered(writes) => {
                writes.get(number)
            }
            Self::Running { .. } | Self::Failed(_) => None,
        }
    }

    pub(super) fn restart(&mut self) {
        if let Self::Running { asked, scan, answer, .. } = self {
            *asked = Names::default();
            *scan = None;
            *answer = None;
        }
    }

    pub(super) fn step(&mut self, cache: &Cache, settings: &Settings) -> Step {
        let (handler, call, asked, scan, answer) = match self {
            Self::Failed(error) => return Step::Done(Reply::Error(error.clone())),
            Self::Answered(_) => return Step::Done(Reply::Error(ToolError::no_such_call())),
            Self::Running { handler, call, asked, scan, answer } => (handler, call, asked, scan, answer),
        };
        let files = Files::new(cache, asked, scan.as_ref().map(|scan| scan.found()));
        let context = Context { files, settings, call };
        let answered = (handler.run)(&context, &call.arguments).and_then(|answer| {
            if let Answer::AfterWrites(writes, _) = &answer {
                need_histories(&context.files, writes)?;
            }
            Ok(answer)
        });
        match answered {
            Ok(Answer::Ready(json)) => Step::Done(Reply::Result(json)),
            Ok(Answer::AfterWrites(writes, make_reply)) => {
                let requests = writes.iter().filter(|write| !write.may_fail).map(Write::request).collect();
                *answer = Some(Answer::AfterWrites(writes, make_reply));
                Step::Commit(requests)
            }
            Err(Stop::Fail(error)) => Step::Done(Reply::Error((handler.translate_error)(error))),
            Err(Stop::Scan(wanted)) => {
                let needs = wanted.paths.iter().cloned().map(Need::Look).collect();
                *scan = Some(Box::new(wanted));
                Step::Need(needs)
            }
            Err(Stop::Need(mut needs)) => {
                if handler.writes {
                    needs.extend(history_beside(&needs));
                }
                for need in &needs {
                    asked.add(need.path());
                }
                Step::Need(needs)
            }
        }
    }

    /// Looks at a file that the call wanted to look through.
    pub(super) fn look(&mut self, path: &str, loaded: &Loaded) {
        if let Self::Running { scan: Some(scan), .. } = self {
            scan.look(path, loaded);
        }
    }

    /// What the call would answer and change, as JSON, if its writes were committed now.
    pub(super) fn preview(&self, cache: &Cache, plans_dir: &str) -> String {
        let Self::Running { answer: Some(Answer::AfterWrites(writes, make_reply)), .. } = self else {
            return Reply::Error(ToolError::internal("the call has nothing to commit")).to_json();
        };
        let etags: Vec<_> = writes.iter().map(|write| etag(write.bytes())).collect();
        let diff = |write: &Write| write.diff(cache.text(&write.path), &format!("{plans_dir}/{}", write.path));
        let diff: String = writes.iter().map(diff).collect();
        format!("{{\"result\":{},\"diff\":{}}}", make_reply(&etags), Json::from(diff))
    }

    pub(super) fn finish(&mut self, cache: &mut Cache, plans_dir: &str, outcome: &Outcome) -> Finished {
        let Self::Running { handler, call, answer: Some(Answer::AfterWrites(writes, make_reply)), .. } =
            mem::replace(self, Self::Answered(Vec::new()))
        else {
            return Finished::failed(ToolError::internal("the call had nothing to commit"));
        };
        match outcome {
            Outcome::Failed { at, fault } => {
                let path = writes.get(*at).map(|write| format!("{plans_dir}/{}", write.path)).unwrap_or_default();
                Finished::failed((handler.translate_error)(ToolError::write_fault(&path, fault)))
            }
            Outcome::Committed(etags) => {
                let reply = Reply::Result(make_reply(etags));
                let mut rest = histories(cache, &call, &writes, etags);
                let (extras, writes): (Vec<_>, Vec<_>) = writes.into_iter().partition(|write| write.may_fail);
                rest.extend(extras);
                let afterwards = rest.iter().map(Write::request).collect();
                for (write, etag) in writes.into_iter().zip(etags) {
                    cache.put_written(write, etag);
                }
                *self = Self::Answered(rest);
                Finished { reply, afterwards }
            }
        }
    }
}
