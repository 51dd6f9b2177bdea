//! Maps ids, statuses and categories between this specification and plans.

use schemars::JsonSchema;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::failure::ToolError;
use crate::markdown::drops_end;
use crate::plan::{self, Document, Task};
use crate::text::{has_line_break, one_line};

use super::errors::about;

/// The highest task number.
pub(super) const MAX_TASKS: u32 = 999;

/// `T001`
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub(super) struct TaskId(#[schemars(regex(pattern = "^T[0-9]{3}$"))] pub(super) String);

impl<'de> Deserialize<'de> for TaskId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id;

        impl Visitor<'_> for Id {
            type Value = TaskId;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the id of a task, T and three digits as in T001")
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<TaskId, E> {
                if is_task_id(id) {
                    Ok(TaskId(id.to_owned()))
                } else {
                    Err(E::invalid_value(Unexpected::Str(id), &self))
                }
            }
        }

        deserializer.deserialize_str(Id)
    }
}

/// Whether an id has the form of this toolset, as in `T001`.
pub(super) fn is_task_id(id: &str) -> bool {
    matches!(id.as_bytes(), [b'T', digits @ ..] if digits.len() == 3 && digits.iter().all(u8::is_ascii_digit))
}

pub(super) fn task_id(number: u32) -> String {
    format!("T{number:03}")
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(super) enum Status {
    /// Not started.
    Todo,
    /// Started.
    InProgress,
    /// Done.
    Done,
}

impl Status {
    /// The status of a task, ignoring its state.
    pub(super) fn of(task: &Task) -> Self {
        match task.status {
            plan::Status::Todo => Self::Todo,
            plan::Status::Doing => Self::InProgress,
            plan::Status::Done => Self::Done,
        }
    }

    pub(super) fn to_plan(self) -> plan::Status {
        match self {
            Self::Todo => plan::Status::Todo,
            Self::InProgress => plan::Status::Doing,
            Self::Done => plan::Status::Done,
        }
    }
}

/// Separates the names of nested sections in a category.
const SEPARATOR: &str = " / ";

/// The category of a task: its section path. Empty before the first section.
pub(super) fn category_of(document: &Document, task: &Task) -> String {
    document.plan().section_path(document.text(), task.section).join(SEPARATOR)
}

/// The section path of a category. A category that does not exist yet is one section of that name.
pub(super) fn section_path(document: &Document, category: &str) -> Result<Vec<String>, ToolError> {
    let invalid =
        |problem: &str| Err(about("INVALID_CATEGORY", format!("Argument category {problem}"), "category", category));
    if has_line_break(category) {
        return invalid("must be one line");
    }
    let name = category.trim();
    if name.is_empty() {
        return Ok(Vec::new());
    }
    let (text, plan) = (document.text(), document.plan());
    let paths = (0..plan.headings.len()).map(|index| plan.section_path(text, Some(index)));
    if let Some(path) = paths.into_iter().find(|path| path.join(SEPARATOR) == name) {
        return Ok(path.into_iter().map(str::to_owned).collect());
    }
    if drops_end(name) {
        return invalid("must not end with a separate #, which a heading drops");
    }
    Ok(vec![name.to_owned()])
}

/// The title on one line, or an error if it is empty.
pub(super) fn title(title: &str, field: &str) -> Result<String, ToolError> {
    let line = one_line(title);
    if line.is_empty() {
        return Err(about("INVALID_ARGUMENT", format!("Argument {field} must not be empty"), field, title));
    }
    Ok(line)
}
