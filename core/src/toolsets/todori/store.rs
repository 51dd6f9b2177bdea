//! The one plan that this toolset works on. It is made by the first write.

use std::borrow::Cow;

use crate::contract::ArgumentError;
use crate::edit::{EditError, Edited, Template, create};
use crate::failure::Failure;
use crate::files::{LoadedPlan, ToolResult, Unreadable, Write};
use crate::history::TaskTimes;
use crate::plan::Document;
use crate::toolkit::Context;
use crate::toolkit::Outcome;
use crate::toolkit::{PlanId, written};

use super::dotted_ids::Ids;
use super::view::{Lengths, TaskOutput};

const DEFAULT_PLAN: &str = "tasks";
/// Longest title, in characters.
const LONGEST_TITLE: usize = 200;

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
        _ => Ok(Cow::Borrowed(context.plan(&id)?.document)),
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
            _ => Some(context.load_file(&id)?),
        };
        if let Some(plan) = found.map(|found| found.document.plan()).filter(|plan| plan.errors().next().is_some()) {
            return Err(Failure::from(EditError::invalid_plan(plan.errors())).into());
        }
        let template = match found {
            Some(_) => Document::default(),
            None => Document::new(create(&title_of(&id.0), Template::Empty, None)?),
        };
        Ok(Self { id, found, template })
    }

    /// What is in it.
    pub(super) fn document(&self) -> &Document {
        self.found.map_or(&self.template, |found| found.document)
    }

    /// Writes it and then answers with the task that the plan knows as `id`.
    pub(super) fn write_and_show(&self, edited: Edited, id: String, times: TaskTimes) -> Outcome<TaskOutput> {
        self.write(edited, move |document| {
            let ids = Ids::of(document);
            let number = ids.find(&id).unwrap_or_default();
            TaskOutput::of(document, &ids, number, times, &Lengths::FULL, None)
        })
    }

    /// Writes it and then answers; at once if nothing changed.
    pub(super) fn write<O: 'static>(&self, edited: Edited, output: impl Fn(&Document) -> O + 'static) -> Outcome<O> {
        let Some(found) = self.found else {
            let write = Write::new_plan(self.id.path(), edited.document.text().to_owned());
            return Outcome::after(write, move |_| output(&edited.document));
        };
        written(&self.id, found, edited, move |edited, _| output(&edited.document))
    }
}

/// The title of a plan that is made for this id.
fn title_of(id: &str) -> String {
    let mut characters = id.chars();
    characters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(characters).collect()
}

/// Refuses titles that are too long for this specification.
pub(super) fn check_title(title: Option<&str>) -> Result<(), Failure> {
    match title.map(|title| title.trim().chars().count()).filter(|length| *length > LONGEST_TITLE) {
        Some(length) => Err(Failure::invalid(format!(
            "Argument title must have at most {LONGEST_TITLE} characters, and has {length}; put the rest into the description"
        ))),
        None => Ok(()),
    }
}
