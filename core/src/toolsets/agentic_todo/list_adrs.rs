//! `list_adrs`: the decision records, by number.

use crate::contract::{Bounded, input, output};
use crate::decisions::DecisionStatus;
use crate::toolsets::access::count;
use crate::toolsets::budget::{LARGEST, first_of, names_of};
use crate::toolsets::records::LONGEST_UNREADABLE;
use crate::toolsets::records::decisions::Row;
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::tool;

pub(super) const TOOL: Tool = tool!(READ, "list_adrs", "List the decision records.");

const DEFAULT_LIMIT: usize = 50;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// A filter.
        "status" status: Option<DecisionStatus>,
        /// Default: 50.
        "limit" limit: Option<Bounded<1, 100>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The records.
        "adrs" adrs: Vec<AdrRow>,
        /// Number of all that fit.
        "total_count" total_count: u32,
        /// Files that could not be read, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// One record.
    pub(super) struct AdrRow {
        /// Its number.
        "adr_number" adr_number: u32,
        /// Its title.
        "title" title: String,
        /// Its status, if it is one of those that are known.
        "status" status: Option<DecisionStatus>,
        /// When it was made.
        "created_at" created_at: Option<String>,
        /// When it last changed.
        "updated_at" updated_at: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let (rows, unreadable) = context.decision_rows()?;
    let is_wanted = |row: &Row| input.status.is_none_or(|status| row.known_status() == Some(status));
    let mut rows: Vec<_> = rows.into_iter().filter(is_wanted).collect();
    let total_count = count(rows.len());
    rows.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let shown = rows.into_iter().map(|row| AdrRow {
        adr_number: row.number,
        status: row.known_status(),
        title: row.title,
        created_at: row.created,
        updated_at: row.updated,
    });
    Ok(Done::Ready(Output {
        adrs: first_of(shown.collect(), LARGEST - 2_000).0,
        total_count,
        unreadable: Some(names_of(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}
