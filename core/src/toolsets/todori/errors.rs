//! Maps failures to the error codes of this specification.

use crate::contract::Arguments;
use crate::failure::{ErrorCode, Failure, Fault, ToolError};

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;
const TASK_NOT_FOUND: i32 = -32000;
const INVALID_DEPENDENCY: i32 = -32001;
const NO_PROJECT_ROOT: i32 = -32002;

/// Maps a failure to the codes of this specification.
pub(super) fn format(failure: &Failure, _: &Arguments) -> ToolError {
    let plain = failure.to_error();
    let ErrorCode::Word(word) = plain.code else { return plain };
    let numbered = |code| ToolError { code: ErrorCode::Number(code), ..plain.clone() };
    match (failure, word) {
        (Failure::TaskNotFound { .. }, _) | (Failure::Edit(_), "NOT_FOUND") => {
            ToolError { message: "Task not found".into(), ..numbered(TASK_NOT_FOUND) }
        }
        (_, "DEPENDENCY_CYCLE") => {
            ToolError { message: "Dependency would create a cycle".into(), ..numbered(INVALID_DEPENDENCY) }
        }
        // Only prompts are looked up by a name that is a parameter.
        (_, "INVALID_ARGUMENT" | "NOT_FOUND") => numbered(INVALID_PARAMS),
        (_, "UNKNOWN_TOOL") => numbered(METHOD_NOT_FOUND),
        (Failure::File(file), _) if file.fault == Fault::NoRoot => {
            let message = format!("Project root not found: {}, or set TODORI_PROJECT_ROOT", file.fault.message());
            ToolError { message, details: None, ..numbered(NO_PROJECT_ROOT) }
        }
        // Problems with files, the disk, or this program; `reason` says which.
        _ => ToolError { details: None, ..numbered(INTERNAL_ERROR) }.with_detail("reason", word),
    }
}
