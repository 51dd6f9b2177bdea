//! `note_search`: notes found by words.

use crate::contract::{Bounded, Hundredths, input, output};
use crate::plan::is_id;
use crate::query::{cursor_at, page_start};
use crate::toolsets::access::count;
use crate::toolsets::budget::{first_of, names_of, page_size};
use crate::toolsets::records::LONGEST_UNREADABLE;
use crate::toolsets::records::notes::{FOLDER, Hit, path_of, search, task_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

pub(super) const TOOL: Tool = tool!(READ, "note_search", "Find notes in which all words occur, best first.");

/// No page without a limit holds more, and of thousands that are found only these are put into words.
const MOST_ON_A_PAGE: usize = 100;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// All words must match.
        "query" query: String,
        /// Page size.
        "limit" limit: Option<Bounded<1, 50>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// What was found.
        "hits" hits: Vec<HitOutput>,
        /// Number of all that fit.
        "total" total: u32,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
        /// Files that could not be read, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// Notes in which something was found.
    pub(super) struct HitOutput {
        /// The task.
        "taskId" task_id: String,
        /// From 0 to 1.
        "score" score: Hundredths,
        /// The words around what was found.
        "excerpt" excerpt: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let paths = context.stems(FOLDER, is_id)?.into_iter().map(path_of).collect();
    let (hits, unreadable) = search(context, paths, &input.query)?;
    let start = page_start(&hits, |hit| &hit.path, &input.query, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(MOST_ON_A_PAGE, Bounded::get);
    let wished = hits.iter().skip(start).take(limit).map(shown).collect();
    let (shown, _) = first_of(wished, page_size(input.limit.is_some()));
    Ok(Done::Ready(Output {
        total: count(hits.len()),
        next_cursor: cursor_at(&hits, |hit| &hit.path, &input.query, start + shown.len()),
        hits: shown,
        unreadable: Some(names_of(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

fn shown(hit: &Hit) -> HitOutput {
    HitOutput { task_id: task_of(&hit.path).to_owned(), score: Hundredths(hit.score), excerpt: hit.excerpt.clone() }
}
