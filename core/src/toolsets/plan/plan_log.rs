//! `plan_log`: the changes of a plan, the latest first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::AtMost;
use crate::edit::find_task;
use crate::failure::Failure;
use crate::files::{Interrupt, ToolResult};
use crate::history::{ChangeRecord, Undoings};
use crate::plan::Document;
use crate::query::{cursor_at, page_start};
use crate::text::iso_seconds;
use crate::toolkit::PlanId;
use crate::toolkit::change_lines;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};
use crate::toolkit::{page_size, truncate_list};

pub(in crate::toolsets) const TOOL: Tool = tool!(
    READ,
    "plan_log",
    "History (recent activity, audit trail) of a plan or task: what happened, who changed what and when. \
        changeId is for plan_undo."
)
.found_as(
    "Change log",
    "history of changes, activity, changelog; who changed or completed a task, recently, since yesterday",
);

/// More changes than a page without `limit` can contain.
const MOST_ON_A_PAGE: usize = 50;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    pub(super) plan_id: PlanId,
    pub(super) task_id: Option<String>,
    pub(super) limit: Option<AtMost<200>>,
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The changes, the latest first.
    pub(super) changes: Vec<LoggedChange>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
}

/// One change.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoggedChange {
    /// What `plan_undo` calls it.
    pub(super) change_id: String,
    /// When it was made; a hand edit or checkout: noticed.
    pub(super) at: String,
    /// The author. Absent for hand edits and checkouts.
    pub(super) by: Option<String>,
    /// The tool. Absent for hand edits and checkouts.
    pub(super) tool: Option<String>,
    /// Whether the caller made it.
    pub(super) yours: Option<bool>,
    /// Whether the plan got contents that it had before, or those that git has.
    pub(super) switched: Option<bool>,
    /// The change that it undoes.
    pub(super) undoes: Option<String>,
    /// The change that undid it.
    pub(super) undone_by: Option<String>,
    /// What it did, by task.
    pub(super) what: Vec<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plan = match context.load_file(&input.plan_id) {
        Err(Interrupt::Fail(Failure::PlanNotFound(_) | Failure::PlanNamedOtherwise { .. })) => None,
        found => Some(found?.document),
    };
    let wanted = match (&input.task_id, plan) {
        (Some(name), Some(document)) => whole_id(document, name)?,
        (name, _) => name.clone().unwrap_or_default(),
    };
    let wanted = wanted.as_str();
    let mut changes = Vec::new();
    let mut start = None;
    let mut undoings = Undoings::default();
    for history in context.histories(&input.plan_id) {
        for record in history?.latest() {
            let undone_by = undoings.add(&record);
            if wanted.is_empty() || record.changes.iter().any(|each| each.task_id == wanted) {
                changes.push(logged(&record, undone_by, &context.call.actor));
            }
        }
        start = page_start(&changes, |change| &change.change_id, wanted, input.cursor.as_deref()).ok();
        let most = input.limit.map_or(MOST_ON_A_PAGE, AtMost::get);
        if start.is_some_and(|start| changes.len() > start + most) {
            break;
        }
    }
    if plan.is_none() && changes.is_empty() {
        return Err(Failure::PlanNotFound(input.plan_id.0.clone()).into());
    }
    let start = start.ok_or(Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, AtMost::get);
    let page = changes.iter().skip(start).take(limit).cloned().collect();
    let (page, _) = truncate_list(page, page_size(input.limit.is_some()));
    let next_cursor = cursor_at(&changes, |change| &change.change_id, wanted, start + page.len());
    Ok(Outcome::Ready(Output { changes: page, next_cursor }))
}

/// The id that a name means. A task that was deleted is known by its whole id.
fn whole_id(document: &Document, name: &str) -> Result<String, Failure> {
    let found = find_task(document, name)?;
    Ok(found.map_or(name, |index| document.plan().tasks[index].id.of(document.text())).to_owned())
}

fn logged(record: &ChangeRecord, undone_by: Option<String>, caller: &str) -> LoggedChange {
    LoggedChange {
        change_id: record.id.clone(),
        at: iso_seconds(record.at_ms),
        by: record.by.clone(),
        tool: record.tool.clone(),
        yours: (record.by.as_deref() == Some(caller)).then_some(true),
        switched: record.switched.then_some(true),
        undoes: record.undoes.clone(),
        undone_by,
        what: change_lines(record),
    }
}
