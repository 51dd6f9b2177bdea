//! `search_contexts`: contexts found by words.

use crate::contract::{Bounded, Hundredths, Limited, input, output};
use crate::toolsets::access::count;
use crate::toolsets::budget::{LARGEST, first_of, names_of};
use crate::toolsets::records::LONGEST_UNREADABLE;
use crate::toolsets::records::notes::{FOLDER, path_of, search, task_of};
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::mapping::is_task_id;
use super::tool;

pub(super) const TOOL: Tool = tool!(READ, "search_contexts", "Find contexts in which all words occur, best first.");

const DEFAULT_LIMIT: usize = 20;

input! {
    /// Arguments.
    pub(super) struct Input {
        /// All words must match.
        "query" query: Limited<1, 200>,
        /// Default: 20.
        "limit" limit: Option<Bounded<1, 50>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// What was found.
        "results" results: Vec<HitOutput>,
        /// Number of all that fit.
        "total_matches" total_matches: u32,
        /// Contexts that could not be read, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// A context that was found.
    pub(super) struct HitOutput {
        /// Its task.
        "task_id" task_id: String,
        /// From 0 to 1.
        "match_score" match_score: Hundredths,
        /// The words around what was found.
        "matched_content" matched_content: String,
        /// The file, relative to the root.
        "file_path" file_path: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let paths = context.stems(FOLDER, is_task_id)?.into_iter().map(path_of).collect();
    let (mut hits, unreadable) = search(context, paths, &input.query.0)?;
    let total_matches = count(hits.len());
    hits.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    let shown = hits.into_iter().map(|hit| HitOutput {
        task_id: task_of(&hit.path).to_owned(),
        match_score: Hundredths(hit.score),
        file_path: context.shown_file(&hit.path),
        matched_content: hit.excerpt,
    });
    Ok(Done::Ready(Output {
        results: first_of(shown.collect(), LARGEST - 2_000).0,
        total_matches,
        unreadable: Some(names_of(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}
