//! `search_contexts`: finds context files by words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::{Bounded, Hundredths, Limited};
use crate::files::ToolResult;
use crate::toolkit::notes::{FOLDER, path_of, search, task_of};
use crate::toolkit::{
    Context, LONGEST_UNREADABLE, MAX_REPLY_CHARS, Outcome, Tool, tool, truncate_list, truncate_names,
};
use crate::views::to_u32;

use super::mapping::is_task_id;

pub(super) const TOOL: Tool = tool!(READ, "search_contexts", "Find contexts in which all words occur, best first.");

const DEFAULT_LIMIT: usize = 20;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// All words must match.
    pub(super) query: Limited<1, 200>,
    #[schemars(extend("default" = 20))]
    pub(super) limit: Option<Bounded<1, 50>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) results: Vec<HitOutput>,
    /// Number of all that match.
    pub(super) total_matches: u32,
    /// Context files that could not be read, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// A context that was found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct HitOutput {
    pub(super) task_id: String,
    /// From 0 to 1.
    pub(super) match_score: Hundredths,
    /// The text around the first match.
    pub(super) matched_content: String,
    /// The file, relative to the root.
    pub(super) file_path: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let paths = context.markdown_stems(FOLDER, is_task_id)?.into_iter().map(path_of).collect();
    let (mut hits, unreadable) = search(context, paths, &input.query.0)?;
    let total_matches = to_u32(hits.len());
    hits.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let results = hits.into_iter().map(|hit| HitOutput {
        task_id: task_of(&hit.path).to_owned(),
        match_score: Hundredths(hit.score),
        file_path: context.display_path(&hit.path),
        matched_content: hit.excerpt,
    });
    Ok(Outcome::Ready(Output {
        results: truncate_list(results.collect(), MAX_REPLY_CHARS - 2_000).0,
        total_matches,
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}
