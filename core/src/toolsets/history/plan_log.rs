//! `plan_log`: the changes of a plan, the latest first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Bounded;
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::history::ChangeRecord;
use crate::query::{cursor_at, page_start};
use crate::text::iso_time;
use crate::toolkit::PlanId;
use crate::toolkit::change_lines;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};
use crate::toolkit::{page_size, truncate_list};

pub(super) const TOOL: Tool = tool!(READ, "plan_log", "List the changes of a plan or of one task, the latest first.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
    /// Only changes of this task.
    pub(super) task_id: Option<String>,
    /// Page size.
    pub(super) limit: Option<Bounded<1, 200>>,
    /// From `nextCursor`.
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The changes, the latest first.
    pub(super) changes: Vec<ChangeOutput>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
}

/// One change.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeOutput {
    /// What `plan_undo` calls it.
    pub(super) change_id: String,
    /// When it was made or, if by hand, noticed.
    pub(super) at: String,
    /// Who made it; none if by hand.
    pub(super) by: Option<String>,
    /// The tool; none if by hand.
    pub(super) tool: Option<String>,
    /// The change that it took back.
    pub(super) undoes: Option<String>,
    /// What it did, by task.
    pub(super) what: Vec<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    context.load_file(&input.plan_id)?;
    let (newer, older) = (context.history(&input.plan_id)?, context.older_history(&input.plan_id)?);
    let wanted = input.task_id.as_deref().unwrap_or_default();
    let is_wanted =
        |record: &ChangeRecord| wanted.is_empty() || record.changes.iter().any(|each| each.task_id == wanted);
    let records: Vec<_> = newer.latest().chain(older.latest()).filter(is_wanted).collect();
    let start = page_start(&records, |record| &record.id, wanted, input.cursor.as_deref())
        .map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let wished = records.iter().skip(start).take(limit).map(shown).collect();
    let (changes, _) = truncate_list(wished, page_size(input.limit.is_some()));
    let next_cursor = cursor_at(&records, |record| &record.id, wanted, start + changes.len());
    Ok(Outcome::Ready(Output { changes, next_cursor }))
}

fn shown(record: &ChangeRecord) -> ChangeOutput {
    ChangeOutput {
        change_id: record.id.clone(),
        at: iso_time(record.at_ms),
        by: record.by.clone(),
        tool: record.tool.clone(),
        undoes: record.undoes.clone(),
        what: change_lines(record),
    }
}
