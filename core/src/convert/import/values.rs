//! Maps values of other tools to those of a task.

use crate::plan::{AttributeKey, Priority, check_value};

use super::draft::DraftTask;

pub(crate) fn priority(word: &str) -> Option<Priority> {
    match word.trim().to_ascii_lowercase().as_str() {
        "highest" | "critical" | "urgent" => Some(Priority::Highest),
        "high" => Some(Priority::High),
        "medium" | "normal" => Some(Priority::Medium),
        "low" | "lowest" => Some(Priority::Low),
        _ => None,
    }
}

/// Sets the due date if it is valid, and returns whether it is.
pub(crate) fn set_due(task: &mut DraftTask, day: &str) -> bool {
    let is_day = check_value(AttributeKey::Due, day).is_ok();
    if is_day {
        task.due = Some(day.to_owned());
    }
    is_day
}

/// The trimmed text; `None` if it is empty.
pub(crate) fn non_empty(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// Adds a tag, unless it is empty or a duplicate.
pub(crate) fn add_tag(task: &mut DraftTask, tag: &str) {
    if let Some(tag) = non_empty(tag)
        && !task.tags.contains(&tag)
    {
        task.tags.push(tag);
    }
}
