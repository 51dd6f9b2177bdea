//! Failed calls, in words that stay the same.

use crate::contract::{FieldsToJson, Json, Mismatch, ToJson, json, write_field, write_object, write_text};
use crate::edit::EditError;
use crate::plan::Diagnostic;
use crate::text::shortened;

/// The kind of a failure: a word of ours, or a number where the specification of a toolset has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// A word.
    Word(&'static str),
    /// A number, as in JSON-RPC.
    Number(i32),
}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, word: &&str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }
}

impl ToJson for ErrorCode {
    fn write(&self, json: &mut String) {
        match self {
            Self::Word(word) => write_text(json, word),
            Self::Number(number) => json.push_str(&number.to_string()),
        }
    }
}

/// A failed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    /// The kind of failure.
    pub code: ErrorCode,
    /// What was wrong and what to do.
    pub message: String,
    /// What a program may want to know besides.
    pub details: Json,
    /// The whole structured answer, where the specification of a toolset has another form for it than ours.
    pub structured: Json,
}

impl ToolError {
    /// An error without details.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: ErrorCode::Word(code), message: message.into(), details: Json::Null, structured: Json::Null }
    }

    /// The same error with details.
    #[must_use]
    pub fn with_details(self, details: Json) -> Self {
        Self { details, ..self }
    }

    /// Arguments that make no sense.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    /// A plan that is not there.
    pub fn plan_not_found(id: &str) -> Self {
        Self::new("NOT_FOUND", format!("Plan not found: {id}")).with_details(json! { "planId": id })
    }

    /// A file that is no plan.
    pub fn no_plan<'d>(findings: impl Iterator<Item = &'d Diagnostic>) -> Self {
        let lines: Vec<_> = findings.map(Diagnostic::to_line).collect();
        Self::new("PARSE_ERROR", lines.join("\n"))
    }

    /// A task that is not there.
    pub fn task_not_found(id: &str) -> Self {
        let id = shortened(id, LONGEST_WORD).into_owned();
        Self::new("NOT_FOUND", format!("Task not found: {id}")).with_details(json! { "taskId": id })
    }

    /// A write that is based on another version of the file.
    pub fn conflict(current: &str, if_match: &str) -> Self {
        let if_match = shortened(if_match, LONGEST_WORD);
        Self::new("CONFLICT", format!("CONFLICT: etag mismatch (current={current}, ifMatch={if_match})"))
            .with_details(json! { "current": current })
    }

    /// A cursor that does not belong to this question, or whose item is gone.
    pub fn invalid_cursor() -> Self {
        let message =
            "INVALID_CURSOR: the cursor does not fit this query or its item is gone; start again without cursor";
        Self::new("INVALID_CURSOR", message)
    }

    /// Something that cannot happen did.
    pub fn internal(message: &str) -> Self {
        Self::new("INTERNAL_ERROR", format!("Internal error: {message}"))
    }

    pub(super) fn no_such_call() -> Self {
        Self::internal("the call was freed or never begun")
    }

    /// A file that could not be written.
    pub(super) fn write_fault(path: &str, word: &str) -> Self {
        Self::file_fault(path, word).with_details(json! { "fault": word, "path": path, "whileWriting": true })
    }

    /// A file that could not be read or written; `word` is the host's for why.
    pub fn file_fault(path: &str, word: &str) -> Self {
        let shown = if path.is_empty() { "The plans directory" } else { path };
        Self::new("FILE_ERROR", format!("{shown}: {}", fault_sentence(word)))
            .with_details(json! { "fault": word, "path": path })
    }
}

impl FieldsToJson for ToolError {
    fn write_fields(&self, json: &mut String) {
        write_field(json, "code", &self.code);
        write_field(json, "message", &bounded(&self.message));
        write_field(json, "details", &self.details);
    }
}

impl ToJson for ToolError {
    fn write(&self, json: &mut String) {
        write_object(json, self);
    }
}

impl From<Mismatch> for ToolError {
    fn from(mismatch: Mismatch) -> Self {
        Self::new(mismatch.code, mismatch.message())
            .with_details(json! { "field": shortened(&mismatch.field, LONGEST_WORD).into_owned() })
    }
}

impl From<EditError> for ToolError {
    fn from(error: EditError) -> Self {
        Self::new(error.code, error.message).with_details(error.details)
    }
}

/// Longest word of a caller's that a message repeats.
const LONGEST_WORD: usize = 200;
/// Longest message. Only a file with very many errors needs more.
const LONGEST_MESSAGE: usize = 30_000;

/// The message, or as many of its first lines as are bearable and the number of the others.
fn bounded(message: &str) -> String {
    let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) else { return message.to_owned() };
    match message[..end].rsplit_once('\n') {
        Some((shown, _)) => {
            format!("{shown}\n… and {} more lines", message.lines().count() - shown.lines().count())
        }
        None => shortened(message, LONGEST_MESSAGE).into_owned(),
    }
}

/// Where a project is looked for, and how to name it.
const NO_ROOT: &str = "no project was found: neither the working directory nor one above it holds .git or a plans \
                       directory; start the server inside a project, or name it with --root or TODORI_PROJECT_ROOT";

/// A host's word for why a file cannot be used, as a sentence.
pub(super) fn fault_sentence(word: &str) -> String {
    match word {
        "denied" => "permission denied; check the owner and mode".into(),
        "notAFile" => "not a regular file".into(),
        "notADirectory" => "not a directory".into(),
        "tooLarge" => "larger than 32 MB; split the plan".into(),
        "outsideRoot" => "leads outside of the root; nothing outside is read or written".into(),
        "noSpace" => "no space left on the device; nothing was changed".into(),
        "readOnly" => "the file system is read-only; nothing was changed".into(),
        "noRoot" => NO_ROOT.into(),
        "rootNotAllowed" => "is not allowed; start the server with --allow-root and this directory to read it".into(),
        "busy" => "others kept writing, so that it could not be locked; nothing was changed, try again".into(),
        other => other.strip_prefix("io:").unwrap_or(other).into(),
    }
}
