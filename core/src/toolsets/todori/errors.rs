//! Errors of the shared code in this specification's numbers and words.

use crate::contract::{Json, json};
use crate::failure::{Failure, ToolError};

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;
const TASK_NOT_FOUND: i32 = -32000;
const INVALID_DEPENDENCY: i32 = -32001;
const NO_PROJECT_ROOT: i32 = -32002;

/// The one place that knows them.
pub(super) fn translated(error: ToolError) -> ToolError {
    let ErrorCode::Word(word) = error.code else { return error };
    let is_about_task = !error.details.get("taskId").is_null();
    let is_without_root = error.details.get("fault").as_str() == Some("noRoot");
    let numbered = |number, message: String, details| ToolError {
        code: ErrorCode::Number(number),
        message,
        details,
        structured: Json::Null,
    };
    match word {
        "NOT_FOUND" if is_about_task => numbered(TASK_NOT_FOUND, "Task not found".into(), error.details),
        "DEPENDENCY_CYCLE" => numbered(INVALID_DEPENDENCY, "Dependency would create a cycle".into(), error.details),
        "INVALID_ARGUMENT" => numbered(INVALID_PARAMS, error.message, error.details),
        "UNKNOWN_TOOL" => numbered(METHOD_NOT_FOUND, error.message, error.details),
        "FILE_ERROR" if is_without_root => {
            let reason = error.message.split_once(": ").map_or("", |(_, reason)| reason);
            numbered(NO_PROJECT_ROOT, format!("Project root not found: {reason}"), Json::Null)
        }
        // What remains is wrong with the file, the disk or us. The word says which.
        _ => numbered(INTERNAL_ERROR, error.message, json! { "reason": word }),
    }
}
