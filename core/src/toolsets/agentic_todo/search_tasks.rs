//! `search_tasks`: tasks found by words in their titles, their blocks of the plan, and their contexts.

use crate::contract::{Bounded, Hundredths, Limited, choices, input, output};
use crate::plan::Document;
use crate::query::{Found, Weight};
use crate::text::{Span, in_order_of};
use crate::toolsets::access::{DiagnosticOutput, count};
use crate::toolsets::budget::{LARGEST, first_of, names_of, shown_name, shown_title};
use crate::toolsets::records::LONGEST_UNREADABLE;
use crate::toolsets::records::notes::{FOLDER, found_in, look_through, path_of, problem, words_of};
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::mapping::{Status, category_of, is_task_id};
use super::store::{main_tasks, read};
use super::tool;

pub(super) const TOOL: Tool = tool!(READ, "search_tasks", "Find tasks in which all words occur, best first.");

const DEFAULT_LIMIT: usize = 20;

choices! {
    /// Where words are looked for.
    pub(super) enum Field {
        /// The title.
        Title = "title",
        /// The task's block in the plan.
        Content = "content",
        /// The context file.
        Context = "context",
    }
}

input! {
    /// Arguments.
    pub(super) struct Input {
        /// All words must match.
        "query" query: Limited<1, 200>,
        /// Default: title, content.
        "search_in" search_in: Option<Vec<Field>>,
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
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
        /// Contexts that could not be read, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// A task that was found.
    pub(super) struct HitOutput {
        /// Its id.
        "task_id" task_id: String,
        /// Its title.
        "title" title: String,
        /// Its status.
        "status" status: Status,
        /// Its category.
        "category" category: String,
        /// From 0 to 1.
        "match_score" match_score: Hundredths,
        /// The words around what was found.
        "matched_content" matched_content: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let words = words_of(&input.query.0)?;
    let document = read(context)?;
    let text = document.text();
    let fields = input.search_in.as_deref().unwrap_or(&[Field::Title, Field::Content]);
    let mut contexts: Vec<(String, Found)> = Vec::new();
    let mut unreadable = Vec::new();
    if fields.contains(&Field::Context) {
        let is_task = |id: &str| is_task_id(id) && document.plan().find(text, id).is_some();
        let paths = context.stems(FOLDER, is_task)?.into_iter().map(path_of).collect();
        for (path, seen) in look_through(context, paths, &words)? {
            match found_in(seen) {
                Some(found) => contexts.push((path.clone(), found)),
                None => unreadable.push(problem(context, path, seen)),
            }
        }
    }
    let mut hits = Vec::new();
    for (number, task) in main_tasks(&document) {
        let id = task.id.of(text);
        let mut found: Vec<(Weight, Found)> = Vec::new();
        if fields.contains(&Field::Title) {
            found.push((Weight::Title, words.look(task.title.of(text))));
        }
        if fields.contains(&Field::Content) {
            found.push((Weight::Content, words.look(&block_of(&document, number))));
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
                title: shown_title(task.title.of(text)),
                status: Status::of(task),
                category: shown_name(&category_of(&document, task)),
                match_score: Hundredths(score),
                matched_content,
            });
        }
    }
    let total_matches = count(hits.len());
    let mut hits = in_order_of(hits, |hit| usize::MAX - hit.match_score.0 as usize);
    hits.truncate(input.limit.map_or(DEFAULT_LIMIT, Bounded::get));
    Ok(Done::Ready(Output {
        results: first_of(hits, LARGEST - 4_000).0,
        total_matches,
        diagnostics: DiagnosticOutput::errors_of(&document),
        unreadable: Some(names_of(&unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

/// A task's block without the comments that carry ids: nobody looks for what is in all of them.
fn block_of(document: &Document, number: usize) -> String {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let block = tasks[number].block;
    let mut shown = String::with_capacity(block.len());
    let mut start = block.start;
    for task in &tasks[number..tasks[number].subtree_end] {
        shown.push_str(Span::new(start, task.comment.start).of(text));
        start = task.comment.end;
    }
    shown.push_str(Span::new(start, block.end).of(text));
    shown
}
