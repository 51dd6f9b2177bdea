//! Maps failures to the codes of this specification, with the field in question and its value.

use crate::contract::{Arguments, given_value};
use crate::failure::{Failure, Fault, FileFailure, ToolError};
use crate::text::truncate;

/// Longest value that an error repeats, in characters.
const LONGEST_VALUE: usize = 200;

/// An error about a field.
pub(super) fn about(code: &'static str, message: impl Into<String>, field: &str, value: &str) -> ToolError {
    let value = truncate(value, LONGEST_VALUE);
    ToolError::new(code, message).with_detail("field", field).with_detail("value", value)
}

pub(super) fn task_not_found(id: &str) -> ToolError {
    about("TASK_NOT_FOUND", format!("Task not found: {id}"), "task_id", id)
}

/// Maps a failure to the codes of this specification.
pub(super) fn format(failure: &Failure, arguments: &Arguments) -> ToolError {
    let plain = failure.to_error();
    let coded = |code| ToolError::new(code, plain.message.clone());
    let argument = |code, field: &str| {
        let value = given_value(arguments, field, LONGEST_VALUE);
        ToolError::new(code, plain.message.clone()).with_detail("field", field).with_detail("value", value)
    };
    match failure {
        Failure::Argument(error) => argument(code_of_field(&error.field).unwrap_or(error.code), &error.field),
        Failure::TooLong { field, .. } => argument("CONTENT_TOO_LONG", field),
        Failure::DecisionNotFound { number, .. } => {
            coded("ADR_NOT_FOUND").with_detail("field", "adr_number").with_detail("value", number)
        }
        Failure::AmbiguousDecision { number, .. } => {
            coded("INVALID_ADR_NUMBER").with_detail("field", "adr_number").with_detail("value", number)
        }
        Failure::TooManyDecisions(_) => coded("ADR_LIMIT_EXCEEDED"),
        Failure::TaskNotFound { id, .. } => about("TASK_NOT_FOUND", plain.message, "task_id", id),
        Failure::NotAPlan(_) => coded("FILE_READ_ERROR"),
        Failure::Edit(error) if error.code == "INVALID_PLAN" => coded("FILE_WRITE_ERROR"),
        Failure::Edit(error) if error.code == "NOT_FOUND" => about("TASK_NOT_FOUND", plain.message, "task_id", ""),
        Failure::ReadOnly(_) => coded("PERMISSION_DENIED"),
        Failure::File(failure) => about(code_of_fault(failure), plain.message, "file_path", &failure.path),
        _ => plain,
    }
}

/// The code for an invalid argument, by its name.
fn code_of_field(field: &str) -> Option<&'static str> {
    match field.rsplit('.').next().unwrap_or(field) {
        "task_id" | "reference_task_id" => Some("INVALID_TASK_ID"),
        "adr_number" => Some("INVALID_ADR_NUMBER"),
        "status" => Some("INVALID_STATUS"),
        "category" => Some("INVALID_CATEGORY"),
        "position" => Some("INVALID_POSITION"),
        _ => None,
    }
}

fn code_of_fault(failure: &FileFailure) -> &'static str {
    match failure.fault {
        Fault::Denied | Fault::OutsideRoot => "PERMISSION_DENIED",
        Fault::NoSpace | Fault::ReadOnly | Fault::Busy => "FILE_WRITE_ERROR",
        _ if failure.is_writing => "FILE_WRITE_ERROR",
        _ => "FILE_READ_ERROR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::ErrorCode;

    #[test]
    fn faults_have_the_codes_of_the_specification() {
        let code = |fault, is_writing| {
            let failure = FileFailure { path: ".todo/task.md".into(), fault, is_writing };
            format(&Failure::File(failure), &Arguments::Null).code
        };
        let broken = || Fault::Io("broken".into());
        assert_eq!(code(Fault::Denied, false), ErrorCode::Word("PERMISSION_DENIED"));
        assert_eq!(code(broken(), false), ErrorCode::Word("FILE_READ_ERROR"));
        assert_eq!(code(broken(), true), ErrorCode::Word("FILE_WRITE_ERROR"));
        assert_eq!(code(Fault::NoSpace, true), ErrorCode::Word("FILE_WRITE_ERROR"));
    }
}
