//! Other tools' words for what a task is.

use crate::plan::{Key, Priority, check_value};

use super::draft::DraftTask;

/// A priority by one of its common names.
pub(crate) fn priority(word: &str) -> Option<Priority> {
    match word.trim().to_ascii_lowercase().as_str() {
        "highest" | "critical" | "urgent" => Some(Priority::Highest),
        "high" => Some(Priority::High),
        "medium" | "normal" => Some(Priority::Medium),
        "low" | "lowest" => Some(Priority::Low),
        _ => None,
    }
}

/// Sets the day a task is due, if it is one of the calendar. Says whether it is.
pub(crate) fn set_due(task: &mut DraftTask, day: &str) -> bool {
    let is_day = check_value(Key::Due, day).is_ok();
    if is_day {
        task.due = Some(day.to_owned());
    }
    is_day
}

/// A text for an attribute, if there is anything in it.
pub(crate) fn filled(text: &str) -> Option<String> {
    Some(text.trim()).filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// Adds a tag, unless it is there already or empty.
pub(crate) fn add_tag(task: &mut DraftTask, tag: &str) {
    if let Some(tag) = filled(tag)
        && !task.tags.contains(&tag)
    {
        task.tags.push(tag);
    }
}
