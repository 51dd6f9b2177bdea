//! The filters and orders of `task_list`.

use std::cmp::Ordering;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::edit::{Plain, are_alike};
use crate::failure::Failure;
use crate::files::ToolResult;
use crate::history::{History, TaskTimes};
use crate::plan::{AttributeKey, Document, Priority, State, Status, Task};
use crate::query::{Graph, Holders, ReadyTasks, is_same_connection};
use crate::text::is_date;
use crate::toolkit::{Context, Timestamp, named_task};
use crate::word::Word;

/// In place of the caller's name.
const ME: &str = "me";

/// All of them must match.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Filters {
    pub(super) status: Option<StatusFilter>,
    pub(super) ready: Option<bool>,
    pub(super) mine: Option<bool>,
    pub(super) assignee: Option<String>,
    pub(super) tag: Option<String>,
    #[schemars(with = "Option<String>")]
    pub(super) priority: Option<Priority>,
    pub(super) section: Option<String>,
    pub(super) parent_task_id: Option<String>,
    pub(super) due_before: Option<String>,
    pub(super) overdue: Option<bool>,
    #[schemars(with = "Option<String>")]
    pub(super) updated_since: Option<Timestamp>,
    pub(super) order: Option<Order>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum StatusFilter {
    Open,
    Todo,
    Doing,
    Done,
    Blocked,
    All,
    #[schemars(skip)]
    Deferred,
    #[schemars(skip)]
    Cancelled,
    #[schemars(skip)]
    Archived,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Order {
    Plan,
    Priority,
    Due,
    Updated,
    /// As the next task is chosen; the default of ready tasks.
    #[serde(skip)]
    #[schemars(skip)]
    #[strum(disabled)]
    Next,
}

impl Filters {
    pub(super) fn order(&self) -> Order {
        match self.order {
            None | Some(Order::Plan) if self.ready == Some(true) => Order::Next,
            order => order.unwrap_or(Order::Plan),
        }
    }

    pub(super) fn needs_times(&self) -> bool {
        self.updated_since.is_some() || self.order == Some(Order::Updated)
    }
}

/// The filters on the tasks of one plan.
pub(super) struct Matching<'d> {
    filters: &'d Filters,
    document: &'d Document,
    holders: &'d Holders<'d>,
    ready: ReadyTasks<'d>,
    history: Option<&'d History>,
    caller: &'d str,
    today: &'d str,
    /// For each heading, whether the section is wanted.
    sections: Option<Vec<bool>>,
    /// The subtasks of the wanted parent; empty in a plan that does not have it.
    subtasks: Option<Range<usize>>,
}

impl<'d> Matching<'d> {
    pub(super) fn new(
        context: &'d Context<'_>,
        filters: &'d Filters,
        document: &'d Document,
        holders: &'d Holders<'d>,
        ready: ReadyTasks<'d>,
        history: Option<&'d History>,
        is_every: bool,
    ) -> ToolResult<Self> {
        if let Some(date) = filters.due_before.as_ref().filter(|date| !is_date(date)) {
            return Err(Failure::argument("dueBefore", format!("must be a date as YYYY-MM-DD, not {date:?}")).into());
        }
        let subtasks = |parent: usize| parent + 1..document.plan().tasks[parent].subtree_end;
        let subtasks = match &filters.parent_task_id {
            Some(id) if is_every => Some(named_task(document, id).map(subtasks).unwrap_or_default()),
            Some(id) => Some(subtasks(named_task(document, id)?)),
            None => None,
        };
        let sections = filters.section.as_ref().map(|wanted| wanted_sections(document, wanted));
        let (caller, today) = (context.call.actor.as_str(), context.call.today.as_str());
        Ok(Self { filters, document, holders, ready, history, caller, today, sections, subtasks })
    }

    pub(super) fn matches(&self, index: usize, graph: &Graph<'_>) -> bool {
        let filters = self.filters;
        self.has_status(index, graph)
            && (filters.ready != Some(true) || self.ready.contains(index))
            && self.is_in(index)
            && self.has_attributes(index)
            && self.is_with(index)
            && filters.updated_since.is_none_or(|Timestamp(since)| self.updated(index).is_some_and(|at| at >= since))
    }

    fn task(&self, index: usize) -> &Task {
        &self.document.plan().tasks[index]
    }

    fn value(&self, index: usize, key: AttributeKey) -> Option<String> {
        let task = self.task(index);
        if task.attributes.is_empty() { None } else { task.value(self.document.text(), key) }
    }

    fn has_status(&self, index: usize, graph: &Graph<'_>) -> bool {
        let status = self.task(index).status;
        let is_open = status != Status::Done;
        let has_state = |state: State| self.value(index, AttributeKey::State).as_deref() == Some(state.as_str());
        match self.filters.status.unwrap_or(StatusFilter::Open) {
            StatusFilter::All => true,
            StatusFilter::Open => is_open,
            StatusFilter::Todo => status == Status::Todo,
            StatusFilter::Doing => status == Status::Doing,
            StatusFilter::Done => status == Status::Done,
            StatusFilter::Blocked => {
                is_open && (self.ready.paused(index) == Some(State::Blocked) || !graph.blocked_by(index).is_empty())
            }
            StatusFilter::Deferred => has_state(State::Deferred),
            StatusFilter::Cancelled => has_state(State::Cancelled),
            StatusFilter::Archived => has_state(State::Archived),
        }
    }

    /// Whether the task is in the section and under the parent.
    fn is_in(&self, index: usize) -> bool {
        let section = self.task(index).section;
        let is_in_section = self.sections.as_ref().is_none_or(|wanted| section.is_some_and(|section| wanted[section]));
        is_in_section && self.subtasks.as_ref().is_none_or(|subtasks| subtasks.contains(&index))
    }

    fn has_attributes(&self, index: usize) -> bool {
        let filters = self.filters;
        let due = || self.value(index, AttributeKey::Due).filter(|due| is_date(due));
        let has_tag = |wanted: &String| {
            let task = self.task(index);
            let tags = if task.attributes.is_empty() {
                Vec::new()
            } else {
                task.list(self.document.text(), AttributeKey::Tags)
            };
            tags.iter().any(|tag| are_alike(tag, wanted))
        };
        filters.tag.as_ref().is_none_or(has_tag)
            && filters.priority.is_none_or(|wanted| {
                self.value(index, AttributeKey::Priority).and_then(|word| Priority::named(&word)) == Some(wanted)
            })
            && filters.due_before.as_ref().is_none_or(|before| due().is_some_and(|due| due < *before))
            && (filters.overdue != Some(true)
                || self.task(index).status != Status::Done && due().is_some_and(|due| due.as_str() < self.today))
    }

    /// Whether the task is held by, or assigned to, who is asked for.
    fn is_with(&self, index: usize) -> bool {
        let is_me = |name: &String| are_alike(name, ME);
        let asks_for_mine = self.filters.mine == Some(true) || self.filters.assignee.as_ref().is_some_and(is_me);
        let name = self.filters.assignee.as_ref().filter(|name| !is_me(name));
        if !asks_for_mine && name.is_none() {
            return true;
        }
        let holder = self.holders.holder(index).map(|holding| holding.by);
        let owners: Vec<_> = self.value(index, AttributeKey::Assignee).into_iter().chain(holder).collect();
        (!asks_for_mine || owners.iter().any(|owner| is_same_connection(owner, self.caller)))
            && name.is_none_or(|name| owners.iter().any(|owner| are_alike(owner, name)))
    }

    /// When the task last changed, if times were asked for and this one is known.
    pub(super) fn updated(&self, index: usize) -> Option<u64> {
        let history = self.history?;
        TaskTimes::of(self.task(index).id.of(self.document.text()), Some(history)).updated
    }

    /// Orders two tasks, which may be of different plans. Equal ones stay in the order of the plans.
    pub(super) fn compare(&self, task: usize, other: &Self, other_task: usize, order: Order) -> Ordering {
        // A task without a date comes last.
        let due = |matching: &Self, task| {
            let due = matching.value(task, AttributeKey::Due).filter(|due| is_date(due));
            (due.is_none(), due)
        };
        let by_due = || due(self, task).cmp(&due(other, other_task));
        let by_rank = |rank: &dyn Fn(&Self, usize) -> (Priority, bool)| rank(self, task).cmp(&rank(other, other_task));
        match order {
            Order::Plan => Ordering::Equal,
            Order::Next => by_rank(&|matching, task| matching.ready.rank(task)),
            Order::Priority => by_rank(&|matching, task| (matching.ready.rank(task).0, false)).then_with(by_due),
            Order::Due => by_due(),
            Order::Updated => other.updated(other_task).cmp(&self.updated(task)),
        }
    }
}

/// For each heading, whether its path contains the section `wanted`, which may be a path such as `A / B`.
fn wanted_sections(document: &Document, wanted: &str) -> Vec<bool> {
    let (text, plan) = (document.text(), document.plan());
    let wanted = Plain::of(wanted).0;
    let below_title = plan.title(text).and_then(|title| wanted.strip_prefix(&format!("{}/", Plain::of(title).0)));
    let candidates = [Some(wanted.as_str()), below_title];
    let is_wanted = |section: usize| {
        let names: Vec<_> = plan.section_path(text, Some(section)).into_iter().map(|name| Plain::of(name).0).collect();
        let path = format!("/{}/", names.join("/"));
        candidates.iter().flatten().any(|wanted| path.contains(&format!("/{wanted}/")))
    };
    (0..plan.headings.len()).map(is_wanted).collect()
}
