//! Valid titles and section names: one line, and unchanged when they are read back.

use crate::markdown::drops_end;
use crate::plan::ends_with_task_id;
use crate::text::{fold, has_line_break, one_line};

use super::EditError;

/// A task title on one line.
pub(crate) fn task_title(title: &str) -> Result<String, EditError> {
    let title = one_line(title);
    if title.is_empty() {
        return Err(EditError::invalid("title must not be empty"));
    }
    if title.chars().any(char::is_control) {
        return Err(EditError::control_character("title", &title));
    }
    Ok(title)
}

/// A plan title. It is a heading too.
pub(super) fn plan_title(title: &str) -> Result<String, EditError> {
    let title = task_title(title)?;
    check_heading("title", &title)?;
    Ok(title)
}

pub(super) fn section_name(name: &str) -> Result<&str, EditError> {
    if has_line_break(name) {
        return Err(EditError::invalid(format!(
            "sectionPath holds {name:?}, which has a line break; use one line a name"
        )));
    }
    let name = name.trim();
    if name.is_empty() {
        return Err(EditError::invalid("sectionPath holds an empty name"));
    }
    if name.chars().any(char::is_control) {
        return Err(EditError::control_character("sectionPath", name));
    }
    check_heading("sectionPath", name)?;
    Ok(name)
}

/// A run of `#` at the end of a heading is not part of its name in Markdown, and the id of a task there is an error.
fn check_heading(field: &str, name: &str) -> Result<(), EditError> {
    if ends_with_task_id(name) {
        return Err(EditError::invalid(format!("{field} {name:?} ends with the id of a task; write it without")));
    }
    if drops_end(name) {
        return Err(EditError::invalid(format!(
            "{field} {name:?} ends with #, which a heading drops; write it without"
        )));
    }
    Ok(())
}

/// A name without case and white space.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plain(pub(crate) String);

impl Plain {
    pub(crate) fn of(name: &str) -> Self {
        Self(fold(name).split_whitespace().collect())
    }
}

/// Whether two names differ only in case and white space.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    Plain::of(one) == Plain::of(other)
}
