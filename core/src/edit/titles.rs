//! Titles and section names as they are written: one line, and read back as what was meant.

use crate::text::{has_line_break, one_line};

use super::EditError;

/// A title of a task on one line: line breaks become spaces, white space at the ends goes.
pub(crate) fn task_title(title: &str) -> Result<String, EditError> {
    let title = one_line(title);
    if title.is_empty() {
        return Err(EditError::invalid("title must not be empty"));
    }
    Ok(title)
}

/// A title of a plan, which is a heading too.
pub(super) fn plan_title(title: &str) -> Result<String, EditError> {
    let title = task_title(title)?;
    check_heading("title", &title)?;
    Ok(title)
}

/// The name of a section.
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
    check_heading("sectionPath", name)?;
    Ok(name)
}

/// Markdown takes a run of `#` at the end of a heading for decoration.
fn check_heading(field: &str, name: &str) -> Result<(), EditError> {
    let undecorated = name.trim_end_matches('#');
    if undecorated.len() < name.len() && (undecorated.is_empty() || undecorated.ends_with([' ', '\t'])) {
        return Err(EditError::invalid(format!(
            "{field} {name:?} ends with #, which a heading drops; write it without"
        )));
    }
    Ok(())
}
