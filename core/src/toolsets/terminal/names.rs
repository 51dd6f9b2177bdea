//! The tasks and plans that people name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, ToolError};
use crate::query::{Named, NamedTask, Wanted, is_typo, named_tasks};
use crate::text::fold;

use super::rows::Row;

/// Most candidates that an error lists.
const MOST_CANDIDATES: usize = 8;
const MOST_CLOSEST: usize = 3;

/// Words that name tasks.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TaskNames {
    /// Ids or endings of ids; if one is neither, all of them are words of one title.
    pub(super) words: Vec<String>,
    /// Only tasks of this plan.
    pub(super) plan_id: Option<String>,
    /// Words of titles mean done tasks only.
    pub(super) only_done: Option<bool>,
}

/// A task that was named.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskKey {
    pub(super) plan_id: String,
    pub(super) id: String,
}

impl From<&Row> for TaskKey {
    fn from(row: &Row) -> Self {
        Self { plan_id: row.plan_id.clone(), id: row.id.clone() }
    }
}

/// Finds the tasks among the rows of all plans.
pub(super) fn find_tasks<'r>(rows: &[&'r Row], names: &TaskNames) -> Result<Vec<&'r Row>, Failure> {
    use crate::plan::Status;

    let rows: Vec<_> =
        rows.iter().copied().filter(|row| names.plan_id.as_ref().is_none_or(|plan| *plan == row.plan_id)).collect();
    let tasks: Vec<_> = rows
        .iter()
        .map(|row| NamedTask { id: &row.id, title: &row.title, is_open: row.status != Status::Done })
        .collect();
    let short_names: Vec<_> = rows.iter().map(|row| row.short.as_str()).collect();
    let wanted = if names.only_done == Some(true) { Wanted::OnlyDone } else { Wanted::OpenFirst };
    let ambiguous = |message: String, found: &[usize]| {
        let candidates: Vec<_> = found.iter().take(MOST_CANDIDATES).map(|index| rows[*index]).collect();
        ToolError::new("AMBIGUOUS", message).with_detail("candidates", candidates).into()
    };
    match named_tasks(&tasks, &short_names, &names.words, wanted) {
        Named::Tasks(found) => Ok(found.into_iter().map(|index| rows[index]).collect()),
        Named::SameEnding { ending, tasks: found } => {
            let any = if found.len() == 2 { "either" } else { "any" };
            Err(ambiguous(format!("\"{ending}\" could be {any} of {} tasks", found.len()), &found))
        }
        Named::SameWords { words, tasks: found } => {
            let are_open = found.iter().all(|index| tasks[*index].is_open);
            let kind = if are_open { "open" } else { "done" };
            Err(ambiguous(format!("\"{words}\" is in the titles of {} {kind} tasks", found.len()), &found))
        }
        Named::Nothing { name, closest } => {
            let shown = closest.iter().take(MOST_CLOSEST).map(|index| {
                let row = rows[*index];
                let done = if row.status == Status::Done { " (done)" } else { "" };
                format!("{} {}{done}", row.short, row.title)
            });
            let shown: Vec<_> = shown.collect();
            let hint = if shown.is_empty() { String::new() } else { format!(". Closest: {}", shown.join(", ")) };
            Err(ToolError::new("NOT_FOUND", format!("There is no task \"{name}\"{hint}")).into())
        }
    }
}

/// Rejects a plan that does not exist, and suggests the one that was probably meant.
pub(super) fn require_plan(known: &[&str], wanted: &str) -> Result<(), Failure> {
    if known.contains(&wanted) {
        return Ok(());
    }
    let folded = fold(wanted);
    let meant = known.iter().find(|id| fold(id) == folded || is_typo(&fold(id), &folded));
    let hint = meant.map(|id| format!(" Did you mean {id}?")).unwrap_or_default();
    let available = if known.is_empty() { String::new() } else { format!(" Available: {}", known.join(", ")) };
    let message = format!("There is no plan \"{wanted}\".{hint}{available}");
    Err(ToolError::new("NOT_FOUND", message).with_detail("planId", wanted).into())
}
