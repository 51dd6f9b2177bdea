//! Why calls fail: typed, so that each toolset can use the codes and messages of its specification.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr};

use crate::contract::ArgumentError;
use crate::edit::EditError;
use crate::plan::Diagnostic;
use crate::text::truncate;

/// Why a call cannot succeed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Argument(ArgumentError),
    Edit(EditError),
    PlanNotFound(String),
    /// There is a plan whose id differs only in case, which some systems ignore.
    PlanNamedOtherwise {
        id: String,
        name: String,
    },
    PlanExists(String),
    /// `field` names the argument that contains the id, if it is not the task that the call is about.
    TaskNotFound {
        id: String,
        field: Option<&'static str>,
    },
    /// The file is not a plan, or not text.
    NotAPlan(String),
    /// The write is based on another version of the file.
    Conflict {
        current: String,
        if_match: String,
    },
    /// The cursor belongs to another query, or its item was deleted.
    InvalidCursor,
    DecisionNotFound {
        number: u32,
        message: String,
    },
    AmbiguousDecision {
        number: u32,
        message: String,
    },
    TooManyDecisions(String),
    /// What the call would write is too long; the argument that makes it so.
    TooLong {
        field: &'static str,
        message: String,
    },
    File(FileFailure),
    UnknownTool(String),
    /// The tool with this name writes, and writing is switched off.
    ReadOnly(String),
    Internal(String),
    /// What only one tool can run into.
    Other(ToolError),
}

/// A file that could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFailure {
    /// Path relative to the root; empty for the plans directory.
    pub path: String,
    pub fault: Fault,
    pub is_writing: bool,
}

/// Why a host could not use a file. Hosts write it as a word, or as `io:` and the words of the operating system.
#[derive(Clone, Debug, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Fault {
    Denied,
    NotAFile,
    NotADirectory,
    TooLarge,
    OutsideRoot,
    NoSpace,
    ReadOnly,
    Busy,
    /// Only on Windows, where that prevents writing.
    InUse,
    NoRoot,
    RootNotAllowed,
    /// Anything else, in the words of the operating system.
    #[strum(disabled)]
    Io(String),
}

const IO: &str = "io:";

impl From<String> for Fault {
    fn from(word: String) -> Self {
        word.parse().unwrap_or_else(|_| Self::Io(word.strip_prefix(IO).unwrap_or(&word).to_owned()))
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Io(message) => format!("{IO}{message}"),
            other => other.into_str().to_owned(),
        }
    }
}

/// How to name a project.
const NO_ROOT: &str = "no project was found here; name its folder with --root, or run ltp init in it";

impl Fault {
    pub fn message(&self) -> &str {
        match self {
            Self::Denied => "permission denied; check the owner and mode",
            Self::NotAFile => "not a regular file",
            Self::NotADirectory => "not a directory",
            Self::TooLarge => "larger than 32 MB; split the plan",
            Self::OutsideRoot => "leads outside of the root; nothing outside is read or written",
            Self::NoSpace => "no space left on the device; nothing was changed",
            Self::ReadOnly => "the file system is read-only; nothing was changed",
            Self::NoRoot => NO_ROOT,
            Self::RootNotAllowed => "is not allowed; start the server with --allow-root and this directory to read it",
            Self::Busy => "others kept writing, so that it could not be locked; nothing was changed, try again",
            Self::InUse => "another program has it open; nothing was changed, try again when it is closed there",
            Self::Io(message) => message,
        }
    }
}

/// An error as a reply carries it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToolError {
    pub code: ErrorCode,
    /// What was wrong and what to do.
    #[serde(serialize_with = "truncated")]
    pub message: String,
    pub details: Option<Box<Map<String, Value>>>,
    /// The whole structured reply, where a toolset's specification has its own form for errors.
    #[serde(skip)]
    pub structured: Option<Box<Value>>,
}

/// A word, or a number where a toolset's specification uses numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ErrorCode {
    Word(&'static str),
    Number(i32),
}

impl ToolError {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: ErrorCode::Word(code), message: message.into(), details: None, structured: None }
    }

    /// Adds something that programs want to know. A detail that cannot be written as JSON is left out.
    #[must_use]
    pub fn with_detail(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.details.get_or_insert_default().insert(name.to_owned(), value);
        }
        self
    }

    /// Sets the whole structured reply.
    #[must_use]
    pub fn with_structured(self, reply: &impl Serialize) -> Self {
        Self { structured: serde_json::to_value(reply).ok().map(Box::new), ..self }
    }
}

impl Failure {
    /// An error that no toolset words differently.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        ToolError::new(code, message).into()
    }

    /// Arguments that make no sense together or for this plan.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    /// An argument that makes no sense; the message starts with its name.
    pub fn argument(field: &str, problem: impl Into<String>) -> Self {
        Self::Argument(ArgumentError::new(problem).within(field))
    }

    pub fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into())
    }

    pub fn not_a_plan<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> Self {
        let lines: Vec<_> = diagnostics.map(Diagnostic::to_line).collect();
        Self::NotAPlan(lines.join("\n"))
    }

    pub fn task_not_found(id: &str) -> Self {
        Self::TaskNotFound { id: truncate(id, LONGEST_WORD).into_owned(), field: None }
    }

    /// A file that could not be read.
    pub fn file(path: &str, fault: &Fault) -> Self {
        Self::File(FileFailure { path: path.to_owned(), fault: fault.clone(), is_writing: false })
    }

    /// The error in the words of the main specification.
    pub fn to_error(&self) -> ToolError {
        match self {
            Self::Argument(error) => {
                ToolError::new(error.code, error.message()).with_detail("field", truncate(&error.field, LONGEST_WORD))
            }
            Self::Edit(error) => {
                let details = [("cycle", &error.cycle), ("candidates", &error.candidates)];
                details.into_iter().fold(ToolError::new(error.code, &error.message), |shown, (name, ids)| {
                    ids.iter().fold(shown, |shown, ids| shown.with_detail(name, ids))
                })
            }
            Self::PlanNotFound(id) => {
                ToolError::new("NOT_FOUND", format!("Plan not found: {id}")).with_detail("planId", id)
            }
            Self::PlanNamedOtherwise { id, name } => ToolError::new("NOT_FOUND", format!("Plan not found: {id}"))
                .with_detail("planId", id)
                .with_detail("didYouMean", name),
            Self::PlanExists(id) => ToolError::new("ALREADY_EXISTS", format!("Plan already exists: {id}")),
            Self::TaskNotFound { id, field } => {
                let error = ToolError::new("NOT_FOUND", format!("Task not found: {id}")).with_detail("taskId", id);
                field.iter().fold(error, |error, field| error.with_detail("field", field))
            }
            Self::NotAPlan(lines) => ToolError::new("PARSE_ERROR", lines),
            Self::Conflict { current, if_match } => {
                let if_match = truncate(if_match, LONGEST_WORD);
                ToolError::new("CONFLICT", format!("CONFLICT: etag mismatch (current={current}, ifMatch={if_match})"))
                    .with_detail("current", current)
            }
            Self::InvalidCursor => ToolError::new(
                "INVALID_CURSOR",
                "INVALID_CURSOR: the cursor does not fit this query or its item is gone; start again without cursor",
            ),
            Self::DecisionNotFound { number, message } => {
                ToolError::new("NOT_FOUND", message).with_detail("number", number)
            }
            Self::AmbiguousDecision { number, message } => {
                ToolError::new("AMBIGUOUS", message).with_detail("number", number)
            }
            Self::TooManyDecisions(message) => ToolError::new("LIMIT_EXCEEDED", message),
            Self::TooLong { field, message } => ToolError::new("CONTENT_TOO_LONG", message).with_detail("field", field),
            Self::File(failure) => failure.to_error(),
            Self::UnknownTool(message) => ToolError::new("UNKNOWN_TOOL", message),
            Self::ReadOnly(tool) => {
                ToolError::new("READ_ONLY", format!("READ_ONLY: {tool} writes, and writing is switched off"))
            }
            Self::Internal(message) => ToolError::new("INTERNAL_ERROR", format!("Internal error: {message}")),
            Self::Other(error) => error.clone(),
        }
    }
}

impl FileFailure {
    fn to_error(&self) -> ToolError {
        let shown = if self.path.is_empty() { "The plans directory" } else { &self.path };
        let error = ToolError::new("FILE_ERROR", format!("{shown}: {}", self.fault.message()))
            .with_detail("fault", &self.fault)
            .with_detail("path", &self.path);
        if self.is_writing { error.with_detail("whileWriting", true) } else { error }
    }
}

impl From<ArgumentError> for Failure {
    fn from(error: ArgumentError) -> Self {
        Self::Argument(error)
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        Self::Other(error)
    }
}

/// Longest word of a caller that a message repeats, in characters.
const LONGEST_WORD: usize = 200;
/// Longest message, in characters. Only a file with very many errors needs more.
const LONGEST_MESSAGE: usize = 30_000;

/// A long message is cut after a line, and ends with the number of lines that were left out.
fn truncated<S: Serializer>(message: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) else {
        return serializer.serialize_str(message);
    };
    let shown = match message[..end].rsplit_once('\n') {
        Some((shown, _)) => {
            format!("{shown}\n… and {} more lines", message.lines().count() - shown.lines().count())
        }
        None => truncate(message, LONGEST_MESSAGE).into_owned(),
    };
    serializer.serialize_str(&shown)
}
