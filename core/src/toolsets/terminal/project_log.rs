//! `project_log`: the changes of several plans, the latest first.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::history::{ChangeRecord, Undoings};
use crate::query::TaskChange;
use crate::text::iso_time;
use crate::toolkit::{Context, Outcome, PlanId, Tool, tool};

use super::names::require_plan;

pub(super) const TOOL: Tool = tool!(READ, "project_log", "The changes of several plans.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// All plans if left out. Plans that no longer exist have a history too.
    plan_ids: Option<Vec<String>>,
    /// Only changes of this task.
    task_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    changes: Vec<LoggedChange>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LoggedChange {
    change_id: String,
    /// The shortest ending that is unique among the changes of all plans.
    short: String,
    plan_id: String,
    /// When it was made; a hand edit or checkout: noticed.
    at: String,
    /// Absent for hand edits and checkouts.
    by: Option<String>,
    tool: Option<String>,
    switched: Option<bool>,
    undoes: Option<String>,
    undone_by: Option<String>,
    /// How many tasks a checkout changed.
    differing: Option<usize>,
    /// What it did, by task.
    changes: Vec<TaskChange>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let all = with_history(context)?;
    let is_wanted = |id: &str| input.plan_ids.as_ref().is_none_or(|wanted| wanted.iter().any(|each| each == id));
    for wanted in input.plan_ids.iter().flatten() {
        require_plan(&all.iter().map(String::as_str).collect::<Vec<_>>(), wanted)?;
    }
    let mut changes = Vec::new();
    let mut ids = Vec::new();
    // A renamed plan has a copy of its history; what exists comes first.
    let existing = context.plan_ids()?;
    let (existing, gone): (Vec<_>, Vec<_>) = all.iter().partition(|id| existing.contains(&id.as_str()));
    let mut seen = BTreeSet::new();
    for plan_id in existing.into_iter().chain(gone) {
        let mut undoings = Undoings::default();
        for history in context.histories(&PlanId::new(plan_id.as_str())?) {
            for record in history?.latest() {
                let undone_by = undoings.add(&record);
                if !seen.insert(record.id.clone()) {
                    continue;
                }
                ids.push(record.id.clone());
                let is_of_task = |wanted: &String| record.changes.iter().any(|each| each.task_id == *wanted);
                if is_wanted(plan_id) && input.task_id.as_ref().is_none_or(is_of_task) {
                    changes.push(logged(record, plan_id, undone_by));
                }
            }
        }
    }
    // The order within a plan stays.
    changes.sort_by_key(|(at, _)| Reverse(*at));
    let changes =
        changes.into_iter().map(|(_, change)| LoggedChange { short: short_id(&change.change_id, &ids), ..change });
    Ok(Outcome::Ready(Output { changes: changes.collect() }))
}

/// The ids of all plans that exist or have a history.
fn with_history(context: &Context<'_>) -> ToolResult<Vec<String>> {
    let is_name = |name: &&str| PlanId::new(*name).is_ok();
    let names = context.files.names(crate::history::FOLDER)?.iter();
    let histories = names.filter_map(|name| name.strip_suffix(".jsonl")).filter(is_name).map(str::to_owned);
    let mut all: Vec<_> = context.plan_ids()?.into_iter().map(str::to_owned).chain(histories).collect();
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn logged(record: ChangeRecord, plan_id: &str, undone_by: Option<String>) -> (u64, LoggedChange) {
    let change = LoggedChange {
        short: String::new(),
        plan_id: plan_id.to_owned(),
        at: iso_time(record.at_ms),
        differing: record.switched.then(|| record.changed_tasks()),
        by: record.by,
        tool: record.tool,
        switched: record.switched.then_some(true),
        undoes: record.undoes,
        undone_by,
        changes: record.changes,
        change_id: record.id,
    };
    (record.at_ms, change)
}

/// `c` and the shortest ending, of at least four digits, that no other change has. Ids of earlier versions stay whole.
fn short_id(id: &str, all: &[String]) -> String {
    const SHORTEST: usize = 4;
    let Some(digits) = id.strip_prefix('c').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) else {
        return id.to_owned();
    };
    let is_unique = |ending: &&str| !all.iter().any(|other| other != id && other.ends_with(ending));
    let endings = (SHORTEST..=digits.len()).filter_map(|length| digits.get(digits.len() - length..));
    endings.into_iter().find(is_unique).map_or_else(|| id.to_owned(), |ending| format!("c{ending}"))
}
