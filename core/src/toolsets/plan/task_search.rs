//! `task_search`: tasks found by words, in one plan or in all.

use crate::contract::{Bounded, Json, input, output};
use crate::plan::{Document, Status};
use crate::query::{Hit, cursor_at, page_start, search};
use crate::text::in_order_of;
use crate::toolsets::access::{DiagnosticOutput, PlanId, path_of};
use crate::toolsets::budget::{first_fitting, names_of, page_size, shown_name, shown_title};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Found, Stop, ToolError};

use super::rows::section_path;

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_search",
    "Find tasks by words in title, tags, section or body, best first; planId \"*\": every plan."
);

/// Most that is said about plans which could not be searched.
const LONGEST_UNREADABLE: usize = 1_500;
/// The id that stands for every plan.
const EVERY_PLAN: &str = "*";

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: String,
        /// All words must match.
        "query" query: String,
        /// A filter.
        "status" status: Option<Status>,
        /// Page size.
        "limit" limit: Option<Bounded<1, 100>>,
        /// From `nextCursor`.
        "cursor" cursor: Option<String>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// What was found.
        "hits" hits: Vec<TaskHit>,
        /// Where the next page starts.
        "nextCursor" next_cursor: Option<String>,
        /// What is wrong with the file.
        "diagnostics" diagnostics: Option<Vec<DiagnosticOutput>>,
        /// Plans that could not be searched, and why.
        "unreadable" unreadable: Option<Vec<String>>,
    }
}

output! {
    /// A task that was found.
    pub(super) struct TaskHit {
        /// Its plan.
        "planId" plan_id: String,
        /// Its id.
        "taskId" task_id: String,
        /// Its title.
        "title" title: String,
        /// Its status.
        "status" status: Status,
        /// Headings that lead to it.
        "sectionPath" section_path: Vec<String>,
        /// The words around what was found, if that is not in the title.
        "excerpt" excerpt: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    if input.query.trim().is_empty() {
        return Err(ToolError::invalid("Argument query must hold at least one word").into());
    }
    let searched = if input.plan_id == EVERY_PLAN { every_plan(context)? } else { one_plan(context, &input.plan_id)? };
    let mut hits = Vec::new();
    for (plan_id, document) in &searched.documents {
        let found = search(document, &input.query, input.status).into_iter();
        hits.extend(found.map(|hit| FoundHit { plan_id, document, hit }));
    }
    let hits = in_order_of(hits, |found| usize::MAX - found.hit.score as usize);
    let status = input.status.map_or("", Status::as_str);
    let question = format!("{}/{status}/{}", input.plan_id, input.query);
    let start = page_start(&hits, FoundHit::key, &question, input.cursor.as_deref())
        .map_err(|_| ToolError::invalid_cursor())?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let shown =
        first_fitting(hits.iter().skip(start).take(limit).map(FoundHit::shown), page_size(input.limit.is_some()));
    Ok(Done::Ready(Output {
        next_cursor: cursor_at(&hits, FoundHit::key, &question, start + shown.len()),
        hits: shown,
        diagnostics: searched.diagnostics,
        unreadable: Some(names_of(&searched.unreadable, LONGEST_UNREADABLE)).filter(|reasons| !reasons.is_empty()),
    }))
}

/// The plans to search, and what has to be said about them.
struct Searched<'w> {
    documents: Vec<(String, &'w Document)>,
    diagnostics: Option<Vec<DiagnosticOutput>>,
    unreadable: Vec<String>,
}

fn one_plan<'w>(context: &Context<'w>, id: &str) -> Result<Searched<'w>, Stop> {
    let id: PlanId = crate::contract::Read::read(&Json::from(id)).map_err(|mismatch| mismatch.within("planId"))?;
    let document = context.plan(&id)?.document;
    let diagnostics = DiagnosticOutput::errors_of(document);
    Ok(Searched { documents: vec![(id.0, document)], diagnostics, unreadable: Vec::new() })
}

fn every_plan<'w>(context: &Context<'w>) -> Result<Searched<'w>, Stop> {
    let mut searched = Searched { documents: Vec::new(), diagnostics: None, unreadable: Vec::new() };
    for (id, document) in context.files.documents(context.plan_ids()?, |id| path_of(id))? {
        match document {
            Ok(Found { document, .. }) if document.plan().is_index => {}
            Ok(Found { document, .. }) => {
                let error = document.plan().errors().next();
                searched.unreadable.extend(error.map(|error| shown_name(&format!("{id}: {}", error.to_line()))));
                searched.documents.push((id.to_owned(), document));
            }
            Err(unreadable) => searched.unreadable.push(shown_name(&format!("{id}: {}", unreadable.to_line()))),
        }
    }
    Ok(searched)
}

/// A hit and where it was found. There may be thousands, of which a page is shown.
struct FoundHit<'w> {
    plan_id: &'w str,
    document: &'w Document,
    hit: Hit,
}

impl FoundHit<'_> {
    fn key(&self) -> String {
        let id = self.document.plan().tasks[self.hit.task].id.of(self.document.text());
        format!("{}/{id}", self.plan_id)
    }

    fn shown(&self) -> TaskHit {
        let (text, task) = (self.document.text(), &self.document.plan().tasks[self.hit.task]);
        TaskHit {
            plan_id: self.plan_id.to_owned(),
            task_id: task.id.of(text).to_owned(),
            title: shown_title(task.title.of(text)),
            status: task.status,
            section_path: section_path(self.document, task),
            excerpt: self.hit.excerpt(self.document),
        }
    }
}
