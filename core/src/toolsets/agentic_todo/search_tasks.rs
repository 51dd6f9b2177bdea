//! `search_tasks`: finds tasks by words in their titles, blocks and context files.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::{Bounded, Hundredths, Limited};
use crate::files::ToolResult;
use crate::plan::Document;
use crate::query::{TermMatches, Weight};
use crate::text::Span;
use crate::toolkit::notes::{FOLDER, path_of, problem_line, scan_notes, words_of};
use crate::toolkit::{
    Context, LONGEST_UNREADABLE, MAX_REPLY_CHARS, Outcome, Tool, display_name, display_title, tool, truncate_list,
    truncate_names,
};
use crate::views::{DiagnosticView, to_u32};

use super::mapping::{Status, category_of, is_task_id};
use super::tasks::{main_tasks, read};

pub(super) const TOOL: Tool = tool!(READ, "search_tasks", "Find tasks in which all words occur, best first.");

const DEFAULT_LIMIT: usize = 20;

/// Where to search.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Field {
    Title,
    // The task's block in the plan.
    Content,
    // The context file.
    Context,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// All words must match.
    pub(super) query: Limited<1, 200>,
    #[schemars(extend("default" = ["title", "content"]))]
    pub(super) search_in: Option<Vec<Field>>,
    #[schemars(extend("default" = 20))]
    pub(super) limit: Option<Bounded<1, 50>>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) results: Vec<HitOutput>,
    /// Number of all that match.
    pub(super) total_matches: u32,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
    /// Context files that could not be read, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// A task that was found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct HitOutput {
    pub(super) task_id: String,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) category: String,
    /// From 0 to 1.
    pub(super) match_score: Hundredths,
    /// The text around the first match.
    pub(super) matched_content: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let words = words_of(&input.query.0)?;
    let document = read(context)?;
    let text = document.text();
    let fields = input.search_in.as_deref().unwrap_or(&[Field::Title, Field::Content]);
    let mut contexts: Vec<(String, TermMatches)> = Vec::new();
    let mut unreadable = Vec::new();
    if fields.contains(&Field::Context) {
        let is_task = |id: &str| is_task_id(id) && document.plan().find(text, id).is_some();
        let paths = context.markdown_stems(FOLDER, is_task)?.into_iter().map(path_of).collect();
        for (path, scanned) in scan_notes(context, paths, &words)? {
            match scanned {
                Ok(found) => contexts.push((path.clone(), found.clone())),
                Err(problem) => unreadable.push(problem_line(context, path, problem)),
            }
        }
    }
    let mut hits = Vec::new();
    for (index, task) in main_tasks(&document) {
        let id = task.id.of(text);
        let mut found: Vec<(Weight, TermMatches)> = Vec::new();
        if fields.contains(&Field::Title) {
            found.push((Weight::Title, words.look(task.title.of(text))));
        }
        if fields.contains(&Field::Content) {
            found.push((Weight::Content, words.look(&searchable_block(&document, index))));
        }
        let path = path_of(id);
        if let Ok(at) = contexts.binary_search_by(|(other, _)| other.as_str().cmp(&path)) {
            found.extend(contexts.get(at).map(|(_, found)| (Weight::Context, found.clone())));
        }
        let borrowed: Vec<_> = found.iter().map(|(weight, found)| (*weight, found)).collect();
        if let Some(score) = words.score(&borrowed) {
            let matched_content = found.into_iter().find_map(|(_, found)| found.excerpt).unwrap_or_default();
            hits.push(HitOutput {
                task_id: id.to_owned(),
                title: display_title(task.title.of(text)),
                status: Status::of(task),
                category: display_name(&category_of(&document, task)),
                match_score: Hundredths(score),
                matched_content,
            });
        }
    }
    let total_matches = to_u32(hits.len());
    hits.sort_by_key(|hit| Reverse(hit.match_score.0));
    hits.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    Ok(Outcome::Ready(Output {
        results: truncate_list(hits, MAX_REPLY_CHARS - 4_000).0,
        total_matches,
        diagnostics: DiagnosticView::errors_of(&document),
        unreadable: Some(truncate_names(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

/// A task's block without the id comments: a search for `id` should not find every task.
fn searchable_block(document: &Document, index: usize) -> String {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let block = tasks[index].block;
    let mut searchable = String::with_capacity(block.len());
    let mut start = block.start;
    for task in &tasks[index..tasks[index].subtree_end] {
        searchable.push_str(Span::new(start, task.comment.start).of(text));
        start = task.comment.end;
    }
    searchable.push_str(Span::new(start, block.end).of(text));
    searchable
}
