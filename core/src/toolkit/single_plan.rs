//! The one plan of a toolset whose calls name no plan. The first write creates it.

use std::borrow::Cow;

use crate::contract::ArgumentError;
use crate::edit::{EditError, Edited};
use crate::files::{LoadedPlan, ToolResult, Unreadable, Write};
use crate::plan::Document;

use super::{Context, Outcome, PlanId};

pub(crate) struct SinglePlan {
    /// The plan's id, unless the settings contain another.
    pub(crate) default_id: &'static str,
    /// The text of a new plan.
    pub(crate) new_text: fn(&PlanId) -> Result<String, EditError>,
}

impl SinglePlan {
    pub(crate) fn id(&self, context: &Context<'_>) -> Result<PlanId, ArgumentError> {
        let id = context.settings.plan.as_deref().unwrap_or(self.default_id);
        PlanId::new(id).map_err(|error| error.within("--plan"))
    }

    /// The plan to read; an empty one before the first write.
    pub(crate) fn read<'w>(&self, context: &Context<'w>) -> ToolResult<Cow<'w, Document>> {
        let id = self.id(context)?;
        match context.files.document(&id.path())? {
            Err(Unreadable::Absent) => Ok(Cow::Owned(Document::default())),
            _ => Ok(Cow::Borrowed(context.plan(&id)?.document)),
        }
    }

    /// The plan to edit. One with errors is rejected.
    pub(crate) fn open<'w>(&self, context: &Context<'w>) -> ToolResult<EditablePlan<'w>> {
        let id = self.id(context)?;
        if let Err(Unreadable::Absent) = context.files.document(&id.path())? {
            let template = Document::new((self.new_text)(&id)?);
            return Ok(EditablePlan { id, file: None, template });
        }
        let file = context.load_file(&id)?;
        if file.document.plan().errors().next().is_some() {
            return Err(context.refused(&id, file.document).into());
        }
        Ok(EditablePlan { id, file: Some(file), template: Document::default() })
    }
}

/// The plan as a write finds it.
pub(crate) struct EditablePlan<'w> {
    id: PlanId,
    file: Option<LoadedPlan<'w>>,
    /// A new plan, if there is no file.
    template: Document,
}

impl EditablePlan<'_> {
    pub(crate) fn document(&self) -> &Document {
        self.file.map_or(&self.template, |file| file.document)
    }

    /// The write of the edited plan.
    pub(crate) fn write(&self, edited: &Edited) -> Write {
        match self.file {
            Some(file) => Write::plan(self.id.path(), edited.document.clone(), edited.edit.clone(), file.etag),
            None => Write::new_plan(self.id.path(), edited.document.text().to_owned()),
        }
    }

    /// Writes the plan, unless nothing changed, and makes the result from the edited plan.
    pub(crate) fn save<O: 'static>(&self, edited: Edited, result: impl Fn(&Document) -> O + 'static) -> Outcome<O> {
        if self.file.is_some() && edited.edit.is_empty() {
            return Outcome::Ready(result(&edited.document));
        }
        Outcome::after(self.write(&edited), move |_| result(&edited.document))
    }
}
