//! The order of a list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::fold;
use crate::toolkit::Direction;

use super::mapping::{Status, TaskType, priority};
use super::plan_set::{PlanSet, TaskRef};
use super::times::Times;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub(super) enum SortField {
    // Alphabetical, ignoring case.
    Title,
    // In the order of `Status`.
    Status,
    // Highest first.
    Priority,
    // In the order of `TaskType`.
    Type,
    CreatedDate,
    UpdatedDate,
}

/// How a list is sorted.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Sort {
    /// Priority starts with highest.
    pub(super) field: SortField,
    #[schemars(extend("default" = "asc"))]
    pub(super) order: Option<Direction>,
}

/// The sort key of a task. Unknown times are last in both directions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SortKey {
    is_unknown: bool,
    rank: u64,
    /// Position among equal ones.
    position: usize,
}

impl Sort {
    pub(super) fn needs_times(&self) -> bool {
        matches!(self.field, SortField::CreatedDate | SortField::UpdatedDate)
    }

    /// The tasks in order. The sort is stable.
    pub(super) fn sorted(&self, set: &PlanSet<'_>, times: &Times<'_>, tasks: &[TaskRef]) -> Vec<TaskRef> {
        let titles = if self.field == SortField::Title { title_ranks(set, tasks) } else { Vec::new() };
        let key = |position: usize, at: TaskRef| {
            let (plan, task) = set.get(at);
            let text = plan.document.text();
            let task_times = || times.task(at, task.id.of(text));
            let rank = match self.field {
                SortField::Title => titles.get(position).copied(),
                SortField::Status => Some(Status::of(task, text) as u64),
                SortField::Priority => Some(priority(task, text) as u64),
                SortField::Type => Some(TaskType::of(task, text) as u64),
                SortField::CreatedDate => task_times().created,
                SortField::UpdatedDate => task_times().updated,
            };
            let is_descending = self.order == Some(Direction::Descending);
            let ordered = rank.map_or(0, |rank| if is_descending { u64::MAX - rank } else { rank });
            SortKey { is_unknown: rank.is_none(), rank: ordered, position }
        };
        let mut keys: Vec<_> = tasks.iter().enumerate().map(|(position, at)| key(position, *at)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|key| tasks[key.position]).collect()
    }
}

/// For each task, the rank of its title. Equal titles have the same rank.
fn title_ranks(set: &PlanSet<'_>, tasks: &[TaskRef]) -> Vec<u64> {
    let title = |(position, at): (usize, &TaskRef)| {
        let (plan, task) = set.get(*at);
        (fold(task.title.of(plan.document.text())), position)
    };
    let mut sorted: Vec<_> = tasks.iter().enumerate().map(title).collect();
    sorted.sort_unstable();
    let mut ranks = vec![0; tasks.len()];
    let mut rank = 0;
    for (index, (title, position)) in sorted.iter().enumerate() {
        if index > 0 && sorted[index - 1].0 != *title {
            rank += 1;
        }
        ranks[*position] = rank;
    }
    ranks
}
