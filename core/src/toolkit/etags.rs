//! Etags as replies show them and as `ifMatch` takes them.

use crate::failure::Failure;
use crate::plan::{Document, etag};

/// Digits of a plan's etag in replies. Inside, and in histories, it has all 64.
const PLAN_DIGITS: usize = 16;
const TASK_DIGITS: usize = 8;
const ALL_DIGITS: usize = 64;

/// A file's etag as replies show it.
pub(crate) fn shown_etag(etag: &str) -> String {
    etag.get(..PLAN_DIGITS).unwrap_or(etag).to_owned()
}

/// A hash of a task's line, without its indentation, and of its body: the same wherever the task is.
pub(crate) fn task_etag(document: &Document, index: usize) -> String {
    let (text, task) = (document.text(), &document.plan().tasks[index]);
    let line = task.span.of(text).trim();
    let body = task.body.map(|body| body.markdown(text)).unwrap_or_default();
    let mut etag = etag(format!("{line}\n{body}").as_bytes());
    etag.truncate(TASK_DIGITS);
    etag
}

/// Whether `ifMatch` is the etag of one task rather than that of a plan.
pub(super) fn is_task_etag(if_match: &str) -> bool {
    if_match.len() == TASK_DIGITS && if_match.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Rejects a write that is based on another version of the file.
pub(super) fn check_file_etag(if_match: &str, current: &str) -> Result<(), Failure> {
    if if_match == current || if_match.len() == PLAN_DIGITS && current.starts_with(if_match) {
        return Ok(());
    }
    let is_whole = if_match.len() == ALL_DIGITS;
    let current = if is_whole { current.to_owned() } else { shown_etag(current) };
    Err(Failure::Conflict { current, if_match: if_match.to_owned() })
}

/// Rejects a write that is based on another version of a task.
pub(super) fn check_task_etag(if_match: &str, document: &Document, index: usize) -> Result<(), Failure> {
    let current = task_etag(document, index);
    if current == if_match { Ok(()) } else { Err(Failure::Conflict { current, if_match: if_match.to_owned() }) }
}
