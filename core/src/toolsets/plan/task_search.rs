//! `task_search`: finds tasks by words, in one plan or in all.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Bounded;
use crate::failure::Failure;
use crate::files::{LoadedPlan, ToolResult};
use crate::plan::{Document, Status};
use crate::query::{Hit, cursor_at, page_start, search};
use crate::toolkit::{
    Context, LONGEST_UNREADABLE, Outcome, PlanId, Tool, display_name, display_title, page_size, path_of, take_fitting,
    tool, truncate_names,
};
use crate::views::DiagnosticView;
use crate::word::Word;

use super::rows::section_path;

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_search",
    "Find tasks by words in title, tags, section or body, best first; planId \"*\": every plan."
);

/// In place of a plan id.
const EVERY_PLAN: &str = "*";

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: String,
    /// All words must match.
    pub(super) query: String,
    /// A filter.
    pub(super) status: Option<Status>,
    /// Page size.
    pub(super) limit: Option<Bounded<1, 100>>,
    /// From `nextCursor`.
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) hits: Vec<TaskHit>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
    /// Plans that could not be searched, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// A task that was found.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskHit {
    pub(super) plan_id: String,
    pub(super) task_id: String,
    pub(super) title: String,
    pub(super) status: Status,
    /// Headings that lead to it.
    pub(super) section_path: Vec<String>,
    /// The text around the match, if it is not in the title.
    pub(super) excerpt: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    if input.query.trim().is_empty() {
        return Err(Failure::invalid("Argument query must hold at least one word").into());
    }
    let searched = if input.plan_id == EVERY_PLAN { every_plan(context)? } else { one_plan(context, &input.plan_id)? };
    let mut hits = Vec::new();
    for (plan_id, document) in &searched.documents {
        let found = search(document, &input.query, input.status).into_iter();
        hits.extend(found.map(|hit| FoundHit { plan_id, document, hit }));
    }
    hits.sort_by_key(|found| Reverse(found.hit.score));
    let status = input.status.map_or("", Word::as_str);
    let query = format!("{}/{status}/{}", input.plan_id, input.query);
    let start =
        page_start(&hits, FoundHit::key, &query, input.cursor.as_deref()).map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, Bounded::get);
    let page =
        take_fitting(hits.iter().skip(start).take(limit).map(FoundHit::to_output), page_size(input.limit.is_some()));
    Ok(Outcome::Ready(Output {
        next_cursor: cursor_at(&hits, FoundHit::key, &query, start + page.len()),
        hits: page,
        diagnostics: searched.diagnostics,
        unreadable: Some(truncate_names(&searched.unreadable, LONGEST_UNREADABLE))
            .filter(|reasons| !reasons.is_empty()),
    }))
}

/// The plans to search, with their problems.
struct Searched<'w> {
    documents: Vec<(String, &'w Document)>,
    diagnostics: Option<Vec<DiagnosticView>>,
    unreadable: Vec<String>,
}

fn one_plan<'w>(context: &Context<'w>, id: &str) -> ToolResult<Searched<'w>> {
    let id = PlanId::new(id).map_err(|error| error.within("planId"))?;
    let document = context.plan(&id)?.document;
    let diagnostics = DiagnosticView::errors_of(document);
    Ok(Searched { documents: vec![(id.0, document)], diagnostics, unreadable: Vec::new() })
}

fn every_plan<'w>(context: &Context<'w>) -> ToolResult<Searched<'w>> {
    let mut searched = Searched { documents: Vec::new(), diagnostics: None, unreadable: Vec::new() };
    for (id, document) in context.files.documents(context.plan_ids()?, |id| path_of(id))? {
        match document {
            Ok(LoadedPlan { document, .. }) if document.plan().is_index => {}
            Ok(LoadedPlan { document, .. }) => {
                let error = document.plan().errors().next();
                searched.unreadable.extend(error.map(|error| display_name(&format!("{id}: {}", error.to_line()))));
                searched.documents.push((id.to_owned(), document));
            }
            Err(unreadable) => searched.unreadable.push(display_name(&format!("{id}: {}", unreadable.to_line()))),
        }
    }
    Ok(searched)
}

/// A hit and its plan. There may be thousands, of which only one page becomes output.
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

    fn to_output(&self) -> TaskHit {
        let (text, task) = (self.document.text(), &self.document.plan().tasks[self.hit.task]);
        TaskHit {
            plan_id: self.plan_id.to_owned(),
            task_id: task.id.of(text).to_owned(),
            title: display_title(task.title.of(text)),
            status: task.status,
            section_path: section_path(self.document, task),
            excerpt: self.hit.excerpt(self.document),
        }
    }
}
