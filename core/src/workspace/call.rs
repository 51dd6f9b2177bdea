//! One call: what was asked, how far it is, and what came of it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use crate::toolsets::{Answer, Context, Tool};

use super::files::Cache;
use super::{Files, Need, Settings, Stop};

/// A call as the host hands it over.
#[derive(Clone, Debug)]
pub struct Call {
    /// Name of the tool, with underscores or with dots.
    pub name: String,
    /// Its arguments.
    pub arguments: Value,
}

impl Call {
    pub(super) fn from_json(json: &str) -> Result<Self, ToolError> {
        let call: Value = serde_json::from_str(json)
            .map_err(|error| ToolError::new("INVALID_ARGUMENT", format!("The call is not valid JSON: {error}")))?;
        let name = call.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let arguments = call.get("args").filter(|args| !args.is_null()).cloned().unwrap_or_else(|| json!({}));
        Ok(Self { name, arguments })
    }
}

/// What a call wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put these, then step again.
    Need(Vec<Need>),
    /// It is over.
    Done(Reply),
}

impl Step {
    /// `{ "files": […], "dirs": […] }` or `{ "done": … }`.
    pub fn to_json(&self) -> String {
        match self {
            Self::Done(reply) => format!("{{\"done\":{}}}", reply.to_json()),
            Self::Need(needs) => {
                let files: Vec<_> = needs.iter().filter_map(Need::as_file).collect();
                let dirs: Vec<_> = needs.iter().filter_map(Need::as_directory).collect();
                json!({ "files": files, "dirs": dirs }).to_string()
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
            Self::Error(error) => json!({ "error": error }).to_string(),
        }
    }
}

/// A failed call, in words that stay the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolError {
    /// The kind of failure.
    pub code: &'static str,
    /// What was wrong and what to do.
    pub message: String,
    /// What a program may want to know besides.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub details: Value,
}

impl ToolError {
    /// An error without details.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Value::Null }
    }

    /// The same error with details.
    #[must_use]
    pub fn with_details(self, details: Value) -> Self {
        Self { details, ..self }
    }

    /// A cursor that does not belong to this question, or whose item is gone.
    pub fn invalid_cursor() -> Self {
        Self::new(
            "INVALID_CURSOR",
            "INVALID_CURSOR: the cursor does not fit this query or its item is gone; start again without cursor",
        )
    }

    pub(super) fn internal(message: &str) -> Self {
        Self::new("INTERNAL_ERROR", format!("Internal error: {message}"))
    }

    pub(super) fn file_fault(path: &str, word: &str) -> Self {
        let shown = if path.is_empty() { "The plans directory" } else { path };
        Self::new("FILE_ERROR", format!("{shown}: {}", fault_sentence(word))).with_details(json!({ "fault": word }))
    }
}

/// A host's word for why a file cannot be used, as a sentence.
pub(super) fn fault_sentence(word: &str) -> String {
    match word {
        "denied" => "permission denied; check the owner and mode".into(),
        "notAFile" => "not a regular file".into(),
        "notADirectory" => "not a directory".into(),
        "tooLarge" => "larger than 32 MB".into(),
        "outsideRoot" => "leads outside of the root; nothing outside is read or written".into(),
        other => other.strip_prefix("io:").unwrap_or(other).into(),
    }
}

/// A call on its way.
#[derive(Debug)]
pub(super) enum Pending {
    Running { tool: &'static Tool, call: Call, asked: BTreeSet<Need> },
    Failed(ToolError),
}

impl Pending {
    pub(super) fn new(tool: &'static Tool, call: Call) -> Self {
        Self::Running { tool, call, asked: BTreeSet::new() }
    }

    pub(super) fn failed(error: ToolError) -> Self {
        Self::Failed(error)
    }

    pub(super) fn writes(&self) -> bool {
        matches!(self, Self::Running { tool, .. } if !tool.annotations.read_only)
    }

    pub(super) fn step(&mut self, cache: &Cache, settings: &Settings) -> Step {
        let (tool, call, asked) = match self {
            Self::Failed(error) => return Step::Done(Reply::Error(error.clone())),
            Self::Running { tool, call, asked } => (tool, call, asked),
        };
        let context = Context { files: Files::new(cache, asked), settings };
        match (tool.run)(&context, &call.arguments) {
            Ok(Answer(result)) => Step::Done(Reply::Result(result)),
            Err(Stop::Fail(error)) => Step::Done(Reply::Error(error)),
            Err(Stop::Need(needs)) => {
                asked.extend(needs.iter().cloned());
                Step::Need(needs)
            }
        }
    }
}
