//! `note_search`: notes found by words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::{Bounded, Hundredths};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::is_id;
use crate::query::{cursor_at, page_start};
use crate::toolkit::LONGEST_UNREADABLE;
use crate::toolkit::notes::{FOLDER, Hit, path_of, search, task_of};
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};
use crate::toolkit::{page_size, truncate_list, truncate_names};
use crate::views::to_u32;

pub(super) const TOOL: Tool = tool!(READ, "note_search", "Find notes in which all words occur, best first.");

/// No page without a limit holds more, and of thousands that are found only these are put into words.
const MOST_ON_A_PAGE: usize = 100;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// All words must match.
    pub(super) query: String,
    /// Page size.
    pub(super) limit: Option<Bounded<1, 50>>,
    /// From `nextCursor`.
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) hits: Vec<HitOutput>,
    /// Number of all that fit.
    pub(super) total: u32,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Files that could not be read, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// Notes in which something was found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HitOutput {
    pub(super) task_id: String,
    /// From 0 to 1.
    pub(super) score: Hundredths,
    /// The words around what was found.
    pub(super) excerpt: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let paths = context.markdown_stems(FOLDER, is_id)?.into_iter().map(path_of).collect();
    let (hits, unreadable) = search(context, paths, &input.query)?;
    let start = page_start(&hits, |hit| &hit.path, &input.query, input.cursor.as_deref())
        .map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(MOST_ON_A_PAGE, Bounded::get);
    let wished = hits.iter().skip(start).take(limit).map(shown).collect();
    let (shown, _) = truncate_list(wished, page_size(input.limit.is_some()));
    Ok(Outcome::Ready(Output {
        total: to_u32(hits.len()),
        next_cursor: cursor_at(&hits, |hit| &hit.path, &input.query, start + shown.len()),
        hits: shown,
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

fn shown(hit: &Hit) -> HitOutput {
    HitOutput { task_id: task_of(&hit.path).to_owned(), score: Hundredths(hit.score), excerpt: hit.excerpt.clone() }
}
