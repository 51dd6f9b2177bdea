//! `plan_log`: the changes of a plan, the latest first.

use crate::contract::{Bounded, input, output};
use crate::history::Record;
use crate::query::{cursor_at, page_start};
use crate::text::iso_time;
use crate::toolsets::access::PlanId;
use crate::toolsets::budget::{first_of, page_size};
use crate::toolsets::changes::summary;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool = tool!(READ, "plan_log", "List the changes of a plan or of one task, the latest first.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
        /// Only changes of this task.
        "taskId" task_id: Option<String>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 200>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The changes, the latest first.
        "changes" changes: Vec<ChangeOutput>,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
    }
}

output! {
    /// One change.
    pub(super) struct ChangeOutput {
        /// What `plan_undo` calls it.
        "changeId" change_id: String,
        /// When it was made or, if by hand, noticed.
        "at" at: String,
        /// Who made it; none if by hand.
        "by" by: Option<String>,
        /// The tool; none if by hand.
        "tool" tool: Option<String>,
        /// The change that it took back.
        "undoes" undoes: Option<String>,
        /// What it did, by task.
        "what" what: Vec<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    context.any_file(&input.plan_id)?;
    let (newer, older) = (context.history(&input.plan_id)?, context.older_history(&input.plan_id)?);
    let wanted = input.task_id.as_deref().unwrap_or_default();
    let is_wanted = |record: &Record| wanted.is_empty() || record.changes.iter().any(|each| each.task_id == wanted);
    let records: Vec<_> = newer.latest().chain(older.latest()).filter(is_wanted).collect();
    let start = page_start(&records, |record| &record.id, wanted, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let wished = records.iter().skip(start).take(limit).map(shown).collect();
    let (changes, _) = first_of(wished, page_size(input.limit.is_some()));
    let next_cursor = cursor_at(&records, |record| &record.id, wanted, start + changes.len());
    Ok(Done::Ready(Output { changes, next_cursor }))
}

fn shown(record: &Record) -> ChangeOutput {
    ChangeOutput {
        change_id: record.id.clone(),
        at: iso_time(record.at_ms),
        by: record.by.clone(),
        tool: record.tool.clone(),
        undoes: record.undoes.clone(),
        what: summary(record),
    }
}
