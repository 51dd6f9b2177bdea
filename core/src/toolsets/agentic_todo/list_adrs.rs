//! `list_adrs`: lists the decision records by number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Bounded;
use crate::decisions::DecisionStatus;
use crate::files::ToolResult;
use crate::toolkit::decisions::Row;
use crate::toolkit::{
    Context, LONGEST_UNREADABLE, MAX_REPLY_CHARS, Outcome, Tool, tool, truncate_list, truncate_names,
};
use crate::views::to_u32;

pub(super) const TOOL: Tool = tool!(READ, "list_adrs", "List the decision records.");

const DEFAULT_LIMIT: usize = 50;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// A filter.
    pub(super) status: Option<DecisionStatus>,
    #[schemars(extend("default" = 50))]
    pub(super) limit: Option<Bounded<1, 100>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) adrs: Vec<AdrRow>,
    /// Number of all that match.
    pub(super) total_count: u32,
    /// Files that could not be read, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// One record.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct AdrRow {
    pub(super) adr_number: u32,
    pub(super) title: String,
    /// `None` for a status that is not part of the specification.
    pub(super) status: Option<DecisionStatus>,
    pub(super) created_at: Option<String>,
    /// When it last changed.
    pub(super) updated_at: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let (rows, unreadable) = context.decision_rows()?;
    let is_wanted = |row: &Row| input.status.is_none_or(|status| row.known_status() == Some(status));
    let mut rows: Vec<_> = rows.into_iter().filter(is_wanted).collect();
    let total_count = to_u32(rows.len());
    rows.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let adrs = rows.into_iter().map(|row| AdrRow {
        adr_number: row.number,
        status: row.known_status(),
        title: row.title,
        created_at: row.created,
        updated_at: row.updated,
    });
    Ok(Outcome::Ready(Output {
        adrs: truncate_list(adrs.collect(), MAX_REPLY_CHARS - 2_000).0,
        total_count,
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}
