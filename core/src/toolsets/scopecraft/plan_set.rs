//! The plans of a call: all plans of the project, the plan of `--plan`, or all plans of another root.

use crate::failure::{Failure, Fault, ToolError};
use crate::files::{Interrupt, LoadedPlan, ToolResult, other_root_prefix};
use crate::plan::{Diagnostic, Document, Task};
use crate::toolkit::{Context, PlanId, display_name, path_of, plan_id_of};

pub(super) struct PlanSet<'w> {
    /// Prefix of the paths of all files; empty for the project itself.
    pub(super) root: String,
    pub(super) plans: Vec<PlanInSet<'w>>,
    /// Plans that could not be read, or only in part, and why.
    pub(super) unreadable: Vec<String>,
}

pub(super) struct PlanInSet<'w> {
    pub(super) id: String,
    pub(super) document: &'w Document,
    /// Its file, relative to its root.
    pub(super) path: String,
}

/// A task: the index of its plan in the set, and of the task in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaskRef {
    pub(super) plan: usize,
    pub(super) task: usize,
}

impl<'w> PlanSet<'w> {
    pub(super) fn open(context: &Context<'w>, root_dir: Option<&str>) -> ToolResult<Self> {
        let root = root_dir.map_or(String::new(), other_root_prefix);
        let ids = match (&context.settings.plan, root_dir) {
            (Some(only), None) => {
                vec![PlanId::new(only.as_str()).map_err(|error| error.within("--plan"))?.0]
            }
            _ => plan_ids(context, &root).map_err(|interrupt| explain_rejected_root(interrupt, root_dir))?,
        };
        let mut set = Self { plans: Vec::new(), unreadable: Vec::new(), root };
        let documents = context.files.documents(ids, |id| format!("{}{}", set.root, path_of(id)))?;
        for (id, found) in documents {
            let document = match found {
                Ok(LoadedPlan { document, .. }) if document.plan().is_index => continue,
                Ok(LoadedPlan { document, .. }) => document,
                Err(unreadable) => {
                    set.unreadable.push(display_name(&format!("{id}: {}", unreadable.to_line())));
                    continue;
                }
            };
            let error = document.plan().errors().next().map(Diagnostic::to_line);
            set.unreadable.extend(error.map(|error| display_name(&format!("{id}: {error}"))));
            if document.plan().has_header() {
                let path = format!("{}/{}", context.settings.plans_dir, path_of(&id));
                set.plans.push(PlanInSet { id, document, path });
            }
        }
        Ok(set)
    }

    pub(super) fn get(&self, at: TaskRef) -> (&PlanInSet<'w>, &'w Task) {
        let plan = &self.plans[at.plan];
        (plan, &plan.document.plan().tasks[at.task])
    }

    /// All tasks, plan by plan, each in the order of its document.
    pub(super) fn tasks(&self) -> impl Iterator<Item = TaskRef> {
        let of_plan = |(plan, found): (usize, &PlanInSet<'_>)| {
            let tasks = found.document.plan().tasks.len();
            (0..tasks).map(move |task| TaskRef { plan, task })
        };
        self.plans.iter().enumerate().flat_map(of_plan)
    }

    /// The direct subtasks.
    pub(super) fn children(&self, parent: TaskRef) -> Vec<TaskRef> {
        let tasks = &self.plans[parent.plan].document.plan().tasks;
        let below = parent.task + 1..tasks[parent.task].subtree_end;
        let own = below.filter(|task| tasks[*task].parent == Some(parent.task));
        own.map(|task| TaskRef { task, ..parent }).collect()
    }

    /// Uniquely identifies a task across plans.
    pub(super) fn key(&self, at: TaskRef) -> String {
        let (plan, task) = self.get(at);
        format!("{}/{}", plan.id, task.id.of(plan.document.text()))
    }
}

fn plan_ids(context: &Context<'_>, root: &str) -> ToolResult<Vec<String>> {
    let names = context.files.names(root)?.iter();
    let mut ids: Vec<_> = names.filter_map(|name| plan_id_of(name)).map(str::to_owned).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Explains in terms of the argument why another root cannot be read.
fn explain_rejected_root(interrupt: Interrupt, root_dir: Option<&str>) -> Interrupt {
    let (Interrupt::Fail(Failure::File(file)), Some(root_dir)) = (&interrupt, root_dir) else { return interrupt };
    if file.fault != Fault::RootNotAllowed {
        return interrupt;
    }
    let root_dir = display_name(root_dir);
    let message = format!(
        "rootDir is not allowed: {root_dir}; leave it out, or start the server with --allow-root for that directory"
    );
    ToolError::new("ROOT_NOT_ALLOWED", message).with_detail("rootDir", root_dir).into()
}
