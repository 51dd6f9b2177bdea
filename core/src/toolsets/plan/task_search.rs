//! `task_search`: finds tasks by words, in one plan or in all.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::{AtMost, MayBeEmpty};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{Document, Status};
use crate::query::{Hit, cursor_at, every_task, page_start, search};
use crate::toolkit::{Context, Outcome, Tool, display_title, page_size, take_fitting, tool};
use crate::views::DiagnosticView;
use crate::word::Word;

use super::plan_set::PlanSet;
use super::rows::section_path;

pub(super) const TOOL: Tool =
    tool!(READ, "task_search", "Find tasks (todos, tickets) by words: full text of title, description, tags, section.")
        .found_as("Search tasks", "find todo, ticket or issue by keyword; full text search across all plans");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// "*": all plans
    pub(super) plan_id: String,
    pub(super) query: MayBeEmpty,
    #[schemars(with = "Option<String>")]
    pub(super) status: Option<SearchedStatus>,
    pub(super) limit: Option<AtMost<100>>,
    pub(super) cursor: Option<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum SearchedStatus {
    /// Not done.
    Open,
    Todo,
    Doing,
    Done,
}

impl SearchedStatus {
    fn includes(self, status: Status) -> bool {
        match self {
            Self::Open => status != Status::Done,
            Self::Todo => status == Status::Todo,
            Self::Doing => status == Status::Doing,
            Self::Done => status == Status::Done,
        }
    }
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
    let set = PlanSet::named(context, &input.plan_id)?;
    let query = &input.query.0;
    let is_wanted = |status| input.status.is_none_or(|wanted| wanted.includes(status));
    let mut hits = Vec::new();
    for (plan_id, plan) in &set.plans {
        let found = match query.trim() {
            "" => every_task(plan.document, is_wanted),
            query => search(plan.document, query, is_wanted),
        };
        hits.extend(found.into_iter().map(|hit| FoundHit { plan_id: &plan_id.0, document: plan.document, hit }));
    }
    hits.sort_by_key(|found| Reverse(found.hit.score));
    let status = input.status.map_or("", Word::as_str);
    let query = format!("{}/{status}/{query}", input.plan_id);
    let start =
        page_start(&hits, FoundHit::key, &query, input.cursor.as_deref()).map_err(|_| Failure::InvalidCursor)?;
    let limit = input.limit.map_or(usize::MAX, AtMost::get);
    let page =
        take_fitting(hits.iter().skip(start).take(limit).map(FoundHit::to_output), page_size(input.limit.is_some()));
    Ok(Outcome::Ready(Output {
        next_cursor: cursor_at(&hits, FoundHit::key, &query, start + page.len()),
        hits: page,
        unreadable: set.unreadable(),
        diagnostics: set.diagnostics,
    }))
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
