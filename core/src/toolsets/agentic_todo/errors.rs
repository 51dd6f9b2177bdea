//! Errors of the shared code in this specification's codes, with the field in question and its value.

use crate::contract::{Json, json};
use crate::text::shortened;
use crate::failure::{Failure, ToolError};
use crate::files::{Interrupt, ToolResult};

/// Longest value that an error repeats.
const LONGEST_VALUE: usize = 200;

/// An error about a field.
pub(super) fn about(code: &'static str, message: impl Into<String>, field: &str, value: &str) -> ToolError {
    let value = shortened(value, LONGEST_VALUE).into_owned();
    ToolError::new(code, message).with_details(json! { "field": field, "value": value })
}

/// There is no such task.
pub(super) fn task_not_found(id: &str) -> ToolError {
    about("TASK_NOT_FOUND", format!("Task not found: {id}"), "task_id", id)
}

/// Adds the value of the argument that an error is about.
pub(super) fn with_value(stop: Interrupt, arguments: &Json) -> Interrupt {
    let Interrupt::Fail(error) = stop else { return stop };
    let Some(field) = error.details.get("field").as_str().filter(|_| error.details.get("value").is_null()) else {
        return Interrupt::Fail(error);
    };
    let value = match at_path(arguments, field) {
        Json::Text(text) => Json::from(shortened(text, LONGEST_VALUE).into_owned()),
        value @ (Json::List(_) | Json::Object(_)) => shortened(&value.to_string(), LONGEST_VALUE).into_owned().into(),
        value => value.clone(),
    };
    let details = json! { "field": field, "value": value };
    Interrupt::Fail(error.with_details(details))
}

/// The value at a path like `subtasks[2].title`.
fn at_path<'j>(json: &'j Json, path: &str) -> &'j Json {
    path.split(['.', '[']).fold(json, |value, step| match step.strip_suffix(']') {
        Some(number) => {
            let number: usize = number.parse().unwrap_or(usize::MAX);
            value.as_list().and_then(|items| items.get(number)).unwrap_or(&Json::Null)
        }
        None => value.get(step),
    })
}

/// The one place that knows which code is whose.
pub(super) fn translated(error: ToolError) -> ToolError {
    let ErrorCode::Word(word) = error.code else { return error };
    let detail = |name: &str| error.details.get(name).as_str().unwrap_or_default().to_owned();
    let coded = |code: &'static str, details: Json| ToolError::new(code, error.message.clone()).with_details(details);
    let number = error.details.get("number").clone();
    let of_number = || json! { "field": "adr_number", "value": number.clone() };
    match word {
        "INVALID_ARGUMENT" | "CONTENT_TOO_LONG" => match code_of_field(&detail("field")) {
            Some(code) => coded(code, error.details.clone()),
            None => error,
        },
        "NOT_FOUND" if !number.is_null() => coded("ADR_NOT_FOUND", of_number()),
        "NOT_FOUND" => coded("TASK_NOT_FOUND", json! { "field": "task_id", "value": detail("taskId") }),
        "AMBIGUOUS" => coded("INVALID_ADR_NUMBER", of_number()),
        "LIMIT_EXCEEDED" => coded("ADR_LIMIT_EXCEEDED", Json::Null),
        "PARSE_ERROR" => coded("FILE_READ_ERROR", error.details.clone()),
        "INVALID_PLAN" => coded("FILE_WRITE_ERROR", error.details.clone()),
        "READ_ONLY" => coded("PERMISSION_DENIED", Json::Null),
        "FILE_ERROR" => {
            let is_writing = error.details.get("whileWriting").as_bool() == Some(true);
            let code = code_of_fault(&detail("fault"), is_writing);
            coded(code, json! { "field": "file_path", "value": detail("path") })
        }
        _ => error,
    }
}

/// The code for an argument that does not fit, by its name.
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

fn code_of_fault(fault: &str, is_writing: bool) -> &'static str {
    match fault {
        "denied" | "outsideRoot" => "PERMISSION_DENIED",
        "noSpace" | "readOnly" | "busy" => "FILE_WRITE_ERROR",
        _ if is_writing => "FILE_WRITE_ERROR",
        _ => "FILE_READ_ERROR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_path() {
        let arguments = json! { "subtasks": vec![json! { "title": "a" }, json! { "title": "b" }] };
        assert_eq!(at_path(&arguments, "subtasks[1].title"), &Json::from("b"));
        assert_eq!(at_path(&arguments, "subtasks[7].title"), &Json::Null);
        assert_eq!(at_path(&arguments, "nothing"), &Json::Null);
    }

    #[test]
    fn faults_have_the_codes_of_the_specification() {
        let code = |word, writing: bool| {
            let details = json! { "fault": word, "path": ".todo/task.md", "whileWriting": writing };
            translated(Failure::file(".todo/task.md", word).with_details(details)).code
        };
        assert_eq!(code("denied", false), ErrorCode::Word("PERMISSION_DENIED"));
        assert_eq!(code("io:broken", false), ErrorCode::Word("FILE_READ_ERROR"));
        assert_eq!(code("io:broken", true), ErrorCode::Word("FILE_WRITE_ERROR"));
        assert_eq!(code("noSpace", true), ErrorCode::Word("FILE_WRITE_ERROR"));
    }
}
