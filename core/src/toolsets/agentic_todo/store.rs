//! The plan that this toolset works on. It is made by the first write, with the boxes that GitHub renders.

use std::borrow::Cow;

use crate::contract::ArgumentError;
use crate::edit::{EditError, Edited};
use crate::failure::Failure;
use crate::files::{Interrupt, LoadedPlan, ToolResult, Unreadable, Write};
use crate::plan::{Document, Task};
use crate::toolkit::Context;
use crate::toolkit::PlanId;

use super::errors::about;
use super::mapping::is_task_id;

const DEFAULT_PLAN: &str = "task";
const NEW_PLAN: &str = "<!-- long-term-plan:format=v1 markers=gfm -->\n\n# Tasks\n";

/// The plan's id.
pub(super) fn plan_id(context: &Context<'_>) -> Result<PlanId, ArgumentError> {
    let id = context.settings.plan.as_deref().unwrap_or(DEFAULT_PLAN);
    PlanId::new(id).map_err(|error| error.within("--plan"))
}

/// The plan as it is read; an empty one as long as there is none.
pub(super) fn read<'w>(context: &Context<'w>) -> ToolResult<Cow<'w, Document>> {
    let id = plan_id(context)?;
    match context.files.document(&id.path())? {
        Err(Unreadable::Absent) => Ok(Cow::Owned(Document::default())),
        _ => Ok(Cow::Borrowed(context.plan(&id).map_err(|stop| at_file(stop, context, &id))?.document)),
    }
}

/// Names the file that an error is about.
fn at_file(stop: Interrupt, context: &Context<'_>, id: &PlanId) -> Interrupt {
    match stop {
        Interrupt::Fail(Failure::NotAPlan(message)) => {
            about("FILE_READ_ERROR", message, "file_path", &context.display_path(&id.path())).into()
        }
        other => other,
    }
}

/// The plan as a write finds it.
pub(super) struct Store<'w> {
    id: PlanId,
    /// Its file, if there is one.
    found: Option<LoadedPlan<'w>>,
    /// What a new one starts with.
    template: Document,
}

impl<'w> Store<'w> {
    /// Opens it. One with errors is refused.
    pub(super) fn open(context: &Context<'w>) -> ToolResult<Self> {
        let id = plan_id(context)?;
        let found = match context.files.document(&id.path())? {
            Err(Unreadable::Absent) => None,
            _ => Some(context.load_file(&id).map_err(|stop| at_file(stop, context, &id))?),
        };
        if let Some(plan) = found.map(|found| found.document.plan()).filter(|plan| plan.errors().next().is_some()) {
            let EditError { message, .. } = EditError::invalid_plan(plan.errors());
            return Err(about("FILE_WRITE_ERROR", message, "file_path", &context.display_path(&id.path())).into());
        }
        let template = if found.is_some() { Document::default() } else { Document::new(NEW_PLAN.into()) };
        Ok(Self { id, found, template })
    }

    /// What is in it.
    pub(super) fn document(&self) -> &Document {
        self.found.map_or(&self.template, |found| found.document)
    }

    /// The write that makes it what it was edited to be.
    pub(super) fn write(&self, edited: &Edited) -> Write {
        match self.found {
            Some(found) => Write::plan(self.id.path(), edited.document.clone(), edited.edit.clone(), found.etag),
            None => Write::new_plan(self.id.path(), edited.document.text().to_owned()),
        }
    }
}

/// Number of the task with this id in the plan.
pub(super) fn find(document: &Document, id: &str) -> Option<usize> {
    document.plan().find(document.text(), id)
}

/// The main tasks: those of this toolset that are nobody's children, with their numbers in the plan.
pub(super) fn main_tasks(document: &Document) -> impl Iterator<Item = (usize, &Task)> {
    let text = document.text();
    let tasks = document.plan().tasks.iter().enumerate();
    tasks.filter(move |(_, task)| task.parent.is_none() && is_task_id(task.id.of(text)))
}

/// Those that stand in the same category and under the same task, in order.
pub(super) fn neighbours(document: &Document, number: usize) -> Vec<usize> {
    let tasks = &document.plan().tasks;
    let Some(own) = tasks.get(number) else { return Vec::new() };
    let is_near = |other: &Task| {
        other.section == own.section && other.parent == own.parent && is_task_id(other.id.of(document.text()))
    };
    tasks.iter().enumerate().filter(|(_, other)| is_near(other)).map(|(number, _)| number).collect()
}

/// The position of a task in its category, from 1.
pub(super) fn position(document: &Document, number: usize) -> usize {
    neighbours(document, number).iter().take_while(|other| **other < number).count() + 1
}
