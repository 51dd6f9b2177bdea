//! `decision_list`: lists the decision records by number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Bounded;
use crate::decisions::DecisionStatus;
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::query::{SearchTerms, cursor_at, page_start};
use crate::toolkit::decisions::Row;
use crate::toolkit::{Context, LONGEST_UNREADABLE, Outcome, Tool, page_size, tool, truncate_list, truncate_names};
use crate::views::to_u32;
use crate::word::Word;

pub(super) const TOOL: Tool = tool!(READ, "decision_list", "List the decisions that were written down.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// A filter.
    pub(super) status: Option<DecisionStatus>,
    /// Words of the title.
    pub(super) query: Option<String>,
    /// Page size.
    pub(super) limit: Option<Bounded<1, 100>>,
    /// From `nextCursor`.
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) decisions: Vec<RowOutput>,
    /// Number of all that match.
    pub(super) total: u32,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Files that could not be read, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// One decision.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RowOutput {
    pub(super) number: u32,
    pub(super) title: String,
    /// As written in the record.
    pub(super) status: Option<String>,
    pub(super) created_at: Option<String>,
    pub(super) updated_at: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let (rows, unreadable) = context.decision_rows()?;
    let terms = input.query.as_deref().and_then(SearchTerms::new);
    let matches = |row: &Row| {
        let has_all = |terms: &SearchTerms| terms.look(&row.title).counts.iter().all(|count| *count > 0);
        input.status.is_none_or(|status| row.known_status() == Some(status)) && terms.as_ref().is_none_or(has_all)
    };
    let rows: Vec<_> = rows.into_iter().filter(matches).collect();
    let query =
        format!("{}/{}", input.status.map_or("", DecisionStatus::as_str), input.query.as_deref().unwrap_or_default());
    let start =
        page_start(&rows, |row| &row.path, &query, input.cursor.as_deref()).map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let page = rows.iter().skip(start).take(limit).map(to_output).collect();
    let (decisions, _) = truncate_list(page, page_size(input.limit.is_some()));
    Ok(Outcome::Ready(Output {
        total: to_u32(rows.len()),
        next_cursor: cursor_at(&rows, |row| &row.path, &query, start + decisions.len()),
        decisions,
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

fn to_output(row: &Row) -> RowOutput {
    RowOutput {
        number: row.number,
        title: row.title.clone(),
        status: Some(row.status.clone()).filter(|status| !status.is_empty()),
        created_at: row.created.clone(),
        updated_at: row.updated.clone(),
    }
}
