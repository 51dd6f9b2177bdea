//! The plans that a call is about: those of the project, only the one of `--plan`, or those of another root.

use crate::failure::{Failure, Fault, ToolError};
use crate::files::{Interrupt, LoadedPlan, ToolResult, other_root_prefix};
use crate::plan::{Diagnostic, Document, Task};
use crate::toolkit::Context;
use crate::toolkit::display_name;
use crate::toolkit::{PlanId, path_of, plan_id_of};

/// The plans.
pub(super) struct PlanSet<'w> {
    /// What the paths of files start with; empty for the project's own.
    pub(super) root: String,
    pub(super) plans: Vec<PlanInSet<'w>>,
    /// Plans that could not be read, or not wholly, and why.
    pub(super) unreadable: Vec<String>,
}

/// One of them.
pub(super) struct PlanInSet<'w> {
    pub(super) id: String,
    pub(super) document: &'w Document,
    /// Its file as answers show it: relative to its root.
    pub(super) path: String,
}

/// A task: the numbers of its plan and of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaskRef {
    pub(super) plan: usize,
    pub(super) task: usize,
}

impl<'w> PlanSet<'w> {
    /// Reads them.
    pub(super) fn open(context: &Context<'w>, root_dir: Option<&str>) -> ToolResult<Self> {
        let root = root_dir.map_or(String::new(), other_root_prefix);
        let ids = match (&context.settings.plan, root_dir) {
            (Some(only), None) => {
                vec![PlanId::new(only.as_str()).map_err(|error| error.within("--plan"))?.0]
            }
            _ => plan_ids(context, &root).map_err(|stop| refused(stop, root_dir))?,
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

    /// The plan and the task at a place.
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

    /// The tasks right under one.
    pub(super) fn children(&self, parent: TaskRef) -> Vec<TaskRef> {
        let tasks = &self.plans[parent.plan].document.plan().tasks;
        let below = parent.task + 1..tasks[parent.task].subtree_end;
        let own = below.filter(|task| tasks[*task].parent == Some(parent.task));
        own.map(|task| TaskRef { task, ..parent }).collect()
    }

    /// What tells a task from those of all plans.
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

/// Why another root cannot be read, in words about the argument.
fn refused(stop: Interrupt, root_dir: Option<&str>) -> Interrupt {
    let (Interrupt::Fail(Failure::File(file)), Some(root_dir)) = (&stop, root_dir) else { return stop };
    if file.fault != Fault::RootNotAllowed {
        return stop;
    }
    let root_dir = display_name(root_dir);
    let message = format!(
        "rootDir is not allowed: {root_dir}; leave it out, or start the server with --allow-root for that directory"
    );
    ToolError::new("ROOT_NOT_ALLOWED", message).with_detail("rootDir", root_dir).into()
}
