//! Finds a task by its id in all plans.

use crate::failure::{Failure, ToolError};
use crate::text::truncate;

use super::plan_set::{PlanInSet, PlanSet, TaskRef};

/// The task with this id. With `parent`, its subtask with this id or sequence number.
pub(super) fn find(set: &PlanSet<'_>, id: &str, parent: Option<&str>) -> Result<TaskRef, ToolError> {
    let find_in = |(index, plan): (usize, &PlanInSet<'_>)| {
        let (tasks, text) = (plan.document.plan(), plan.document.text());
        let Some(parent) = parent else { return Some(TaskRef { plan: index, task: tasks.find(text, id)? }) };
        let parent = TaskRef { plan: index, task: tasks.find(text, parent)? };
        let children = set.children(parent);
        let by_id = tasks.find(text, id).map(|task| TaskRef { plan: index, task }).filter(|at| children.contains(at));
        let by_number = || children.get(id.parse::<usize>().ok()?.checked_sub(1)?).copied();
        by_id.or_else(by_number)
    };
    let found: Vec<_> = set.plans.iter().enumerate().filter_map(find_in).collect();
    match found.as_slice() {
        [] => Err(not_found(set, id, parent)),
        [only] => Ok(*only),
        several => {
            let plans: Vec<_> = several.iter().map(|at| set.plans[at.plan].id.clone()).collect();
            let message = format!(
                "AMBIGUOUS: {id} is the id of tasks in several plans: {}; serve one of them with --plan, or use the \
                 toolset plan, whose tools take a planId",
                plans.join(", ")
            );
            Err(ToolError::new("AMBIGUOUS", message).with_detail("plans", plans))
        }
    }
}

/// The error if there is no such task. It also names a plan that cannot be read, which may contain the task.
fn not_found(set: &PlanSet<'_>, id: &str, parent: Option<&str>) -> ToolError {
    let mut error = Failure::task_not_found(id).to_error();
    if let Some(parent) = parent {
        error.message += &format!(" under {}", truncate(parent, 200));
    }
    if let Some(first) = set.unreadable.first() {
        error.message += &format!("; it may be in a plan that cannot be read: {first}");
    }
    error
}
