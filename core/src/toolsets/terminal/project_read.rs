//! `project_read`: all plans with their tasks, and what the words of a command mean in them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::claims::Claims;
use crate::files::{LoadedPlan, ToolResult, Unreadable};
use crate::plan::{Diagnostic, Document, StatusCounts, id_time};
use crate::query::{Graph, ReadyTasks, short_names};
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, PlanId, Tool, path_of, tool};

use super::names::{TaskKey, TaskNames, find_tasks, require_plan};
use super::ready::why;
use super::rows::{PlanRows, Row, markers, rows, section_path};
use super::sections::{SectionName, find_section};

pub(super) const TOOL: Tool = tool!(READ, "project_read", "All plans with their tasks.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The local date, YYYY-MM-DD.
    today: String,
    /// Plans whose tasks the reply contains; all if left out.
    plan_ids: Option<Vec<String>>,
    /// Tasks to find.
    tasks: Option<TaskNames>,
    /// A task next to which or under which others go.
    other_tasks: Option<Vec<TaskNames>>,
    /// A section to find.
    section: Option<SectionName>,
    /// Adds bodies and what the found tasks block.
    details: Option<bool>,
    /// Adds when tasks last changed.
    with_times: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The default plan, then those with most open tasks.
    plans: Vec<PlanRows>,
    /// The tasks that were found.
    found: Option<Vec<TaskKey>>,
    other_tasks: Option<Vec<TaskKey>>,
    section_path: Option<Vec<String>>,
    details: Option<Vec<Details>>,
    /// What could be started, the next one first.
    ready: Vec<TaskKey>,
    /// Why that is the first.
    why: Option<String>,
}

/// What only a view of one task shows.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Details {
    body_markdown: Option<String>,
    /// Ids of the open tasks that depend on it.
    blocks: Vec<String>,
    /// Ids of all tasks that depend on it.
    dependants: Vec<String>,
    /// The line in the file, counted from 1.
    line: usize,
}

type Loaded<'w> = (&'w str, Result<LoadedPlan<'w>, Unreadable<'w>>);

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let plans = load(context)?;
    let known: Vec<_> = plans.iter().map(|(id, _)| *id).collect();
    let named_plans = input.plan_ids.iter().flatten().map(String::as_str);
    let of_names = [&input.tasks].into_iter().flatten().chain(input.other_tasks.iter().flatten());
    let named_plans = named_plans.chain(of_names.filter_map(|names| names.plan_id.as_deref()));
    for wanted in named_plans.chain(input.section.iter().map(|section| section.plan_id.as_str())) {
        require_plan(&known, wanted)?;
    }
    let is_wanted = |id: &str| input.plan_ids.as_ref().is_none_or(|wanted| wanted.iter().any(|each| each == id));
    let claims = claims(context, &plans)?;
    let (mut all, ready, why) = all_rows(context, &plans, &claims, &input.today, &is_wanted);
    if input.with_times == Some(true) {
        add_times(context, &mut all)?;
    }
    let every_row: Vec<&Row> = all.iter().flat_map(|plan| plan.tasks.iter().flatten()).collect();
    let find = |names: &TaskNames| find_tasks(&every_row, names);
    let found = input.tasks.as_ref().map(find).transpose()?;
    let others = input.other_tasks.as_ref().map(|others| others.iter().map(find).collect::<Result<Vec<_>, _>>());
    let others = others.transpose()?.map(|others| others.concat());
    let section_path = match &input.section {
        Some(section) => {
            let plan = all.iter().find(|plan| plan.plan_id == section.plan_id);
            Some(find_section(plan.map_or(&[], |plan| &plan.sections), section)?)
        }
        None => None,
    };
    let keys = |rows: &Vec<&Row>| rows.iter().map(|row| TaskKey::from(*row)).collect::<Vec<_>>();
    let details = found
        .as_ref()
        .filter(|_| input.details == Some(true))
        .map(|rows| rows.iter().filter_map(|row| details(&plans, row)).collect());
    let (found, other_tasks) = (found.as_ref().map(keys), others.as_ref().map(keys));
    let tasks_wanted = |plan: PlanRows| {
        if is_wanted(&plan.plan_id) { plan } else { PlanRows { tasks: None, ..plan } }
    };
    let plans = all.into_iter().map(tasks_wanted).collect();
    Ok(Outcome::Ready(Output { plans, found, other_tasks, section_path, details, ready, why }))
}

/// All plans, in the order that people see them. Other Markdown files are left out.
fn load<'w>(context: &Context<'w>) -> ToolResult<Vec<Loaded<'w>>> {
    let mut plans = context.files.documents(context.plan_ids()?, |id| path_of(id))?;
    plans.retain(|(_, plan)| {
        plan.as_ref().map_or(true, |plan| {
            let plan = plan.document.plan();
            !plan.is_index && plan.has_header()
        })
    });
    let open = |plan: &Result<LoadedPlan<'_>, Unreadable<'_>>| {
        plan.as_ref().map_or(0, |plan| {
            let counts = plan.document.plan().status_counts();
            counts.total - counts.done
        })
    };
    let default = context.settings.plan.as_deref();
    plans.sort_by_cached_key(|(id, plan)| (default != Some(*id), std::cmp::Reverse(open(plan)), *id));
    Ok(plans)
}

/// The claims on each plan. The host is asked once for all of them.
fn claims(context: &Context<'_>, plans: &[Loaded<'_>]) -> ToolResult<Vec<Claims>> {
    let ids = plans.iter().map(|(id, _)| PlanId::new(*id)).collect::<Result<Vec<_>, _>>()?;
    context.require_claims(ids.iter())?;
    let of_plan = |(id, (_, plan)): (&PlanId, &Loaded<'_>)| match plan {
        Ok(plan) => context.claims(id, plan.document),
        Err(_) => Ok(Claims::default()),
    };
    ids.iter().zip(plans).map(of_plan).collect()
}

/// When each task last changed, from the histories.
fn add_times(context: &Context<'_>, plans: &mut [PlanRows]) -> ToolResult<()> {
    for plan in plans {
        let mut times: BTreeMap<String, u64> = BTreeMap::new();
        for history in context.histories(&PlanId::new(plan.plan_id.as_str())?) {
            for record in history?.latest() {
                for change in &record.changes {
                    times.entry(change.task_id.clone()).or_insert(record.at_ms);
                }
            }
        }
        for row in plan.tasks.iter_mut().flatten() {
            let changed = times.get(&row.id).copied().or_else(|| id_time(&row.id));
            row.updated = changed.map(iso_time);
        }
    }
    Ok(())
}

/// The rows of all plans, the keys of the ready ones among the wanted plans, and why the first of them comes first.
fn all_rows(
    context: &Context<'_>,
    plans: &[Loaded<'_>],
    claims: &[Claims],
    today: &str,
    is_wanted: &dyn Fn(&str) -> bool,
) -> (Vec<PlanRows>, Vec<TaskKey>, Option<String>) {
    let document = |plan: &Loaded<'_>| plan.1.as_ref().ok().map(|plan| plan.document.clone());
    let documents: Vec<Option<Document>> = plans.iter().map(document).collect();
    let ids: Vec<&str> = documents
        .iter()
        .flatten()
        .flat_map(|document| document.plan().tasks.iter().map(|task| task.id.of(document.text())))
        .collect();
    let names = short_names(&ids);
    let mut rest = names.as_slice();
    let mut ready = Vec::new();
    let mut all = Vec::new();
    for ((plan_id, plan), claims) in plans.iter().zip(claims) {
        let path = context.display_path(&path_of(plan_id));
        let loaded = match plan {
            Ok(loaded) => loaded,
            Err(unreadable) => {
                all.push(unreadable_plan(plan_id, path, unreadable));
                continue;
            }
        };
        let document = loaded.document;
        let (own, others) = rest.split_at(document.plan().tasks.len());
        rest = others;
        let holders = claims.holders(document);
        let startable = ReadyTasks::of(document, &holders, &context.call.actor, today);
        let rows = rows(document, plan_id, own, &startable, claims, &holders);
        if is_wanted(plan_id) {
            let found = (0..rows.len()).filter(|index| startable.contains(*index));
            ready.extend(found.map(|index| (startable.rank(index), TaskKey::from(&rows[index]))));
        }
        all.push(plan_rows(loaded, plan_id, path, rows));
    }
    ready.sort_by_key(|(rank, _)| *rank);
    let why = why(&ready.iter().map(|(rank, _)| *rank).collect::<Vec<_>>());
    (all, ready.into_iter().map(|(_, key)| key).collect(), why)
}

fn plan_rows(loaded: &LoadedPlan<'_>, plan_id: &str, path: String, rows: Vec<Row>) -> PlanRows {
    let (text, plan) = (loaded.document.text(), loaded.document.plan());
    let errors: Vec<_> = plan.errors().map(Diagnostic::to_line).collect();
    let sections = (0..plan.headings.len()).filter(|index| plan.headings[*index].level > 1);
    PlanRows {
        plan_id: plan_id.to_owned(),
        title: plan.title(text).unwrap_or(plan_id).to_owned(),
        path,
        etag: loaded.etag.to_owned(),
        stats: plan.status_counts(),
        markers: markers(loaded.document),
        description: plan.body.map(|body| body.markdown(text)),
        errors: Some(errors).filter(|errors| !errors.is_empty()),
        sections: sections.map(|index| section_path(loaded.document, Some(index))).collect(),
        tasks: Some(rows),
    }
}

fn unreadable_plan(plan_id: &str, path: String, unreadable: &Unreadable<'_>) -> PlanRows {
    PlanRows {
        plan_id: plan_id.to_owned(),
        title: plan_id.to_owned(),
        path,
        etag: String::new(),
        stats: StatusCounts::default(),
        markers: "plan",
        description: None,
        errors: Some(vec![unreadable.to_line()]),
        sections: Vec::new(),
        tasks: Some(Vec::new()),
    }
}

fn details(plans: &[Loaded<'_>], row: &Row) -> Option<Details> {
    let (_, plan) = plans.iter().find(|(id, _)| *id == row.plan_id)?;
    let document = plan.as_ref().ok()?.document;
    let (text, plan) = (document.text(), document.plan());
    let index = plan.find(text, &row.id)?;
    let graph = Graph::of(document);
    let ids = |tasks: Cow<'_, [usize]>| tasks.iter().map(|task| plan.tasks[*task].id.of(text).to_owned()).collect();
    let task = &plan.tasks[index];
    Some(Details {
        body_markdown: task.body.map(|body| body.markdown(text)),
        blocks: ids(graph.blocks(index).into()),
        dependants: ids(graph.dependants(index).into()),
        line: task.line,
    })
}
