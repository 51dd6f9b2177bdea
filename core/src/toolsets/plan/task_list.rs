//! `task_list`: tasks that match filters, in short rows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::{AtMost, to_json};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::plan::{AttributeKey, Document, Status};
use crate::query::{Graph, Holders, ReadyTasks, cursor_at, page_start};
use crate::text::iso_seconds;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, PlanId, Tool, display_name, display_title, shown_etag, tool};
use crate::views::{DiagnosticView, to_u32};

use super::plan_set::PlanSet;
use super::rows::place;
use super::task_filter::{Filters, Matching, Order};

pub(super) const TOOL: Tool = tool!(
    READ,
    "task_list",
    "List or filter tasks (todos, tickets, issues): open or pending (default), in progress, ready, mine, blocked, \
        overdue, assigned to someone, by tag, priority, section, due date, recently updated. Counts how many are left."
)
.found_as(
    "Show tasks",
    "list open, pending, remaining, unfinished, overdue, blocked or my tasks; todos, issues, tickets by filter",
);

/// A page without `limit`.
const DEFAULT_ROWS: usize = 50;
const DEFAULT_CHARS: usize = 6_000;
/// Most dependencies in a row.
const MAX_BLOCKED_BY: usize = 3;

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// "*": all plans
    pub(super) plan_id: String,
    #[serde(rename = "..")]
    #[schemars(flatten)]
    pub(super) filters: Filters,
    pub(super) limit: Option<AtMost<200>>,
    pub(super) cursor: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) tasks: Vec<Row>,
    /// All matches, on this page and on others.
    pub(super) count: u32,
    /// For `ifMatch`, if one plan was asked for.
    pub(super) etag: Option<String>,
    /// Where the next page starts.
    pub(super) next_cursor: Option<String>,
    /// Errors of the file.
    pub(super) diagnostics: Option<Vec<DiagnosticView>>,
    /// Plans of which tasks may be missing, and why.
    pub(super) unreadable: Option<Vec<String>>,
}

/// A task, and only what there is to say about it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) title: String,
    #[schemars(extend("absentMeans" = "todo"))]
    pub(super) status: Option<Status>,
    /// Its section and its parent.
    #[serde(rename = "in")]
    pub(super) place: Option<String>,
    pub(super) state: Option<String>,
    pub(super) priority: Option<String>,
    pub(super) due: Option<String>,
    pub(super) assignee: Option<String>,
    /// Who holds it, if that is not the assignee.
    pub(super) held_by: Option<String>,
    /// Ids of the first open dependencies, its own and those of its parents.
    pub(super) blocked_by: Option<Vec<String>>,
    /// If all plans were asked for.
    pub(super) plan_id: Option<String>,
    /// If the call asked for times.
    pub(super) updated: Option<String>,
}

/// A plan and what is known about its tasks.
struct Source<'d> {
    plan_id: &'d PlanId,
    document: &'d Document,
    holders: &'d Holders<'d>,
    graph: Graph<'d>,
}

/// A task that matches: the index of its plan, and its own.
type Place = (usize, usize);

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let set = PlanSet::named(context, &input.plan_id)?;
    let mut holders = Vec::with_capacity(set.plans.len());
    for (plan_id, plan) in &set.plans {
        holders.push(context.holders(plan_id, plan.document)?);
    }
    let plans = set.plans.iter().zip(&holders);
    let sources: Vec<Source<'_>> = plans
        .map(|((plan_id, plan), holders)| {
            let document = plan.document;
            Source { plan_id, document, holders, graph: Graph::of(document) }
        })
        .collect();
    let mut matching = Vec::with_capacity(sources.len());
    for Source { plan_id, document, holders, .. } in &sources {
        let ready = ReadyTasks::of(document, holders, &context.call.actor, &context.call.today);
        let history = if input.filters.needs_times() { Some(context.history(plan_id)?) } else { None };
        matching.push(Matching::new(context, &input.filters, document, holders, ready, history, set.is_every)?);
    }
    let places = |is_wanted: &dyn Fn(Place) -> bool| -> Vec<Place> {
        let all = sources.iter().enumerate();
        let all = all.flat_map(|(plan, source)| (0..source.document.plan().tasks.len()).map(move |task| (plan, task)));
        all.filter(|place| is_wanted(*place)).collect()
    };
    let mut found = places(&|(plan, task)| matching[plan].matches(task, &sources[plan].graph));
    let order = input.filters.order();
    if order != Order::Plan {
        found.sort_by(|one, other| matching[one.0].compare(one.1, &matching[other.0], other.1, order));
    }
    let key = |place: &Place| sources[place.0].key(place.1, set.is_every);
    let query = format!("{:?}", Input { limit: None, cursor: None, ..input.clone() });
    let cursor = input.cursor.as_deref();
    let start = page_start(&found, key, &query, cursor).or_else(|invalid| {
        // The last task of a page may have been finished since. In the order of the plan the place is still known.
        if order != Order::Plan {
            return Err(invalid);
        }
        let all = places(&|_| true);
        let last = page_start(&all, key, &query, cursor)? - 1;
        Ok(found.partition_point(|place| *place <= all[last]))
    });
    let start = start.map_err(|_| Failure::InvalidCursor)?;
    let row = |&(plan, task): &Place| Row {
        plan_id: set.is_every.then(|| sources[plan].plan_id.0.clone()),
        updated: matching[plan].updated(task).map(iso_seconds),
        ..sources[plan].row(task)
    };
    let mut output = Output {
        tasks: Vec::new(),
        count: to_u32(found.len()),
        etag: set.plans.first().filter(|_| !set.is_every).map(|(_, plan)| shown_etag(plan.etag)),
        next_cursor: None,
        unreadable: set.unreadable(),
        diagnostics: set.diagnostics.clone(),
    };
    let most = input.limit.map_or(DEFAULT_ROWS, AtMost::get);
    let rows: Vec<Row> = found.iter().skip(start).take(most).map(row).collect();
    let is_last_page = start + rows.len() == found.len();
    let size = if input.limit.is_some() { MAX_REPLY_CHARS } else { DEFAULT_CHARS };
    let longest_key = rows.iter().map(|row| row.id.len() + row.plan_id.as_ref().map_or(0, String::len)).max();
    output.tasks = fitting(rows, size.saturating_sub(chars(&output)), longest_key.unwrap_or_default(), is_last_page);
    output.next_cursor = cursor_at(&found, key, &query, start + output.tasks.len());
    Ok(Outcome::Ready(output))
}

/// The first rows, as many as fit; at least one, if there is one. A cursor needs room only if there is another page.
fn fitting(mut rows: Vec<Row>, size: usize, longest_key: usize, is_last_page: bool) -> Vec<Row> {
    const CURSOR: usize = r#","nextCursor":"00000000.0./""#.len();
    let sizes: Vec<_> = rows.iter().map(|row| chars(row) + 1).collect();
    if !is_last_page || sizes.iter().sum::<usize>() > size {
        let mut left = size.saturating_sub(CURSOR + longest_key);
        let fits = |size: &&usize| match left.checked_sub(**size) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        };
        let count = sizes.iter().take_while(fits).count().max(1);
        rows.truncate(count);
    }
    rows
}

fn chars(value: &impl Serialize) -> usize {
    to_json(value).chars().count()
}

impl Source<'_> {
    /// Identifies a task across pages.
    fn key(&self, task: usize, is_every: bool) -> String {
        let id = self.document.plan().tasks[task].id.of(self.document.text());
        if is_every { format!("{}/{id}", self.plan_id.0) } else { id.to_owned() }
    }

    fn row(&self, index: usize) -> Row {
        let (text, tasks) = (self.document.text(), &self.document.plan().tasks);
        let task = &tasks[index];
        let has_attributes = !task.attributes.is_empty();
        let value = |key| task.value(text, key).filter(|_| has_attributes).map(|value| display_name(&value));
        let assignee = value(AttributeKey::Assignee);
        let holder = self.holders.holder(index).map(|holding| display_name(&holding.by));
        let blocked_by = self.graph.blocked_by(index).into_iter().take(MAX_BLOCKED_BY);
        let blocked_by: Vec<_> = blocked_by.map(|other| tasks[other].id.of(text).to_owned()).collect();
        Row {
            id: task.id.of(text).to_owned(),
            title: display_title(task.title.of(text)),
            status: Some(task.status).filter(|status| *status != Status::Todo),
            place: place(self.document, index),
            state: value(AttributeKey::State),
            priority: value(AttributeKey::Priority),
            due: value(AttributeKey::Due),
            held_by: holder.filter(|holder| assignee.as_ref() != Some(holder)),
            assignee,
            blocked_by: (!blocked_by.is_empty()).then_some(blocked_by),
            plan_id: None,
            updated: None,
        }
    }
}
