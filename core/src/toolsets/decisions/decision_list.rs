//! `decision_list`: all decisions, by number.

use crate::contract::{Bounded, input, output};
use crate::decisions::DecisionStatus;
use crate::query::{Words, cursor_at, page_start};
use crate::toolsets::access::count;
use crate::toolsets::budget::{first_of, names_of, page_size};
use crate::toolsets::records::LONGEST_UNREADABLE;
use crate::toolsets::records::decisions::Row;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool = tool!(READ, "decision_list", "List the decisions that were written down.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// A filter.
        "status" status: Option<DecisionStatus>,
        /// Words of the title.
        "query" query: Option<String>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 100>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The decisions.
        "decisions" decisions: Vec<RowOutput>,
        /// Number of all that fit.
        "total" total: u32,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
        /// Files that could not be read, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// One decision.
    pub(super) struct RowOutput {
        /// Number.
        "number" number: u32,
        /// Title.
        "title" title: String,
        /// As it is written.
        "status" status: Option<String>,
        /// When it was made.
        "createdAt" created_at: Option<String>,
        /// When it last changed.
        "updatedAt" updated_at: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let (rows, unreadable) = context.decision_rows()?;
    let words = input.query.as_deref().and_then(Words::new);
    let is_wanted = |row: &Row| {
        let fits = |words: &Words| words.look(&row.title).counts.iter().all(|count| *count > 0);
        input.status.is_none_or(|status| row.known_status() == Some(status)) && words.as_ref().is_none_or(fits)
    };
    let rows: Vec<_> = rows.into_iter().filter(is_wanted).collect();
    let question =
        format!("{}/{}", input.status.map_or("", DecisionStatus::as_str), input.query.as_deref().unwrap_or_default());
    let start = page_start(&rows, |row| &row.path, &question, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let wished = rows.iter().skip(start).take(limit).map(shown).collect();
    let (decisions, _) = first_of(wished, page_size(input.limit.is_some()));
    Ok(Done::Ready(Output {
        total: count(rows.len()),
        next_cursor: cursor_at(&rows, |row| &row.path, &question, start + decisions.len()),
        decisions,
        unreadable: Some(names_of(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

fn shown(row: &Row) -> RowOutput {
    RowOutput {
        number: row.number,
        title: row.title.clone(),
        status: Some(row.status.clone()).filter(|status| !status.is_empty()),
        created_at: row.created.clone(),
        updated_at: row.updated.clone(),
    }
}
