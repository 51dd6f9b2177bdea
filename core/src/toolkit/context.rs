//! What a call works with: its files, the settings, and who calls when.

use crate::contract::Arguments;
use crate::edit::{EditError, Edited, Op, apply};
use crate::failure::Failure;
use crate::files::{Files, LoadedPlan, LoadedText, ToolResult, Unreadable, Write};
use crate::history::{FOLDER, History, history_path, older_history_paths};
use crate::plan::{Document, IdGenerator};

use super::{Outcome, PlanId, Receipt, Settings, listed_name, plan_id_of};

#[derive(Debug)]
pub struct Context<'w> {
    pub files: Files<'w>,
    pub settings: &'w Settings,
    pub call: &'w CallInfo,
}

/// A call, with the time and randomness that come with it.
#[derive(Clone, Debug)]
pub struct CallInfo {
    /// Name of the tool or prompt; URI of the resource, empty for the list of all.
    pub name: String,
    pub arguments: Arguments,
    pub actor: String,
    /// Milliseconds since 1970.
    pub now_ms: u64,
    pub entropy: [u8; 10],
}

impl<'w> Context<'w> {
    /// New ids, the same ones each time the call is run.
    pub fn ids(&self) -> IdGenerator {
        IdGenerator::new(self.call.now_ms, self.call.entropy)
    }

    /// The ids of all plans, in order.
    pub(crate) fn plan_ids(&self) -> ToolResult<Vec<&'w str>> {
        let mut ids: Vec<_> = self.files.names("")?.iter().filter_map(|name| plan_id_of(name)).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    /// A plan to read. One with errors is read as far as it goes; one without the header is refused.
    pub fn plan(&self, id: &PlanId) -> ToolResult<LoadedPlan<'w>> {
        let found = self.load_file(id)?;
        if !found.document.plan().has_header() {
            return Err(Failure::not_a_plan(found.document.plan().errors()).into());
        }
        Ok(found)
    }

    /// The file of a plan, however broken, as long as it is text.
    pub(crate) fn load_file(&self, id: &PlanId) -> ToolResult<LoadedPlan<'w>> {
        self.files.document(&id.path())?.map_err(|unreadable| match unreadable {
            Unreadable::Absent => Failure::PlanNotFound(id.0.clone()).into(),
            Unreadable::NotText { diagnostic, .. } => Failure::not_a_plan([diagnostic].into_iter()).into(),
            Unreadable::Fault(fault) => Failure::file(&self.display_path(&id.path()), &fault).into(),
        })
    }

    /// Refuses a plan whose file exists, whatever is in it.
    pub fn require_absent(&self, id: &PlanId) -> ToolResult<()> {
        match self.files.document(&id.path())? {
            Err(Unreadable::Absent) => Ok(()),
            Err(Unreadable::Fault(fault)) => Err(Failure::file(&self.display_path(&id.path()), &fault).into()),
            Ok(_) | Err(Unreadable::NotText { .. }) => Err(Failure::PlanExists(id.0.clone()).into()),
        }
    }

    /// A path as replies show it: relative to the root.
    pub fn display_path(&self, path: &str) -> String {
        format!("{}/{path}", self.settings.plans_dir)
    }

    /// Checks the etag that a write is based on, before anything else is looked at.
    pub(crate) fn check_if_match(&self, if_match: Option<&str>, current: &str) -> Result<(), Failure> {
        match if_match {
            Some("") => {
                Err(Failure::invalid("ifMatch must not be empty; leave it out or give the etag of the last read"))
            }
            Some(etag) if etag != current => {
                Err(Failure::Conflict { current: current.to_owned(), if_match: etag.to_owned() })
            }
            None if self.settings.require_if_match == Some(true) => Err(Failure::invalid("ifMatch is required")),
            _ => Ok(()),
        }
    }

    /// A plan to edit, based on `if_match`. One with errors is refused before anything is searched in it: what is missing from
    /// the half that could be read may well be in the other half.
    pub(crate) fn load_for_edit(&self, id: &PlanId, if_match: Option<&str>) -> ToolResult<LoadedPlan<'w>> {
        let found = self.load_for_repair(id, if_match)?;
        let plan = found.document.plan();
        if plan.errors().next().is_some() {
            return Err(self.refused(id, found.document).into());
        }
        Ok(found)
    }

    /// Why a plan with errors is not written. The last line ends with what helps.
    pub(crate) fn refused(&self, id: &PlanId, document: &Document) -> EditError {
        const REPAIR: &str = "doc_repair";
        let mut error = EditError::invalid_plan(document.plan().errors());
        if document.plan().has_conflict() || !document.plan().has_header() {
            return error;
        }
        let Settings { toolsets, tools, .. } = self.settings;
        let is_on = toolsets.iter().any(|toolset| toolset == "doc")
            && tools.as_ref().is_none_or(|tools| tools.iter().any(|tool| tool == REPAIR));
        let remedy = if is_on { listed_name(REPAIR, self.settings) } else { format!("ltp fix {}", id.0) };
        error.message += &format!("; run {remedy}");
        error
    }

    /// The file of a plan to repair, however broken, based on `if_match`.
    pub(crate) fn load_for_repair(&self, id: &PlanId, if_match: Option<&str>) -> ToolResult<LoadedPlan<'w>> {
        let found = self.load_file(id)?;
        self.check_if_match(if_match, found.etag)?;
        Ok(found)
    }

    /// Applies operations to a plan.
    pub(crate) fn edit<O: 'static>(
        &self,
        id: &PlanId,
        found: LoadedPlan<'_>,
        ops: &[Op],
        output: impl Fn(&Edited, Receipt) -> O + 'static,
    ) -> ToolResult<Outcome<O>> {
        Ok(written(id, found, apply(found.document, ops, &mut self.ids())?, output))
    }

    pub(crate) fn history(&self, id: &PlanId) -> ToolResult<&'w History> {
        self.files.history(&history_path(&id.path()))
    }

    /// The histories of a plan, the latest first. An older one is loaded only once its turn comes.
    pub(crate) fn histories(&self, id: &PlanId) -> impl Iterator<Item = ToolResult<&'w History>> {
        let older = || -> ToolResult<_> { Ok(older_history_paths(&id.path(), self.files.names(FOLDER)?.iter())) };
        let older = std::iter::once_with(older).flat_map(|paths| match paths {
            Ok(paths) => paths.into_iter().map(Ok).collect(),
            Err(interrupt) => vec![Err(interrupt)],
        });
        let older = older.map(|path| self.files.history(&path?));
        std::iter::once_with(|| self.history(id)).chain(older)
    }

    /// The text of a file next to the plans, if it exists.
    pub(crate) fn text_file(&self, path: &str) -> ToolResult<Option<LoadedText<'w>>> {
        match self.files.text(path)? {
            Ok(found) => Ok(Some(found)),
            Err(Unreadable::Absent) => Ok(None),
            Err(Unreadable::Fault(fault)) => Err(Failure::file(&self.display_path(path), &fault).into()),
            Err(Unreadable::NotText { diagnostic, .. }) => {
                let message = format!("{}: {}", self.display_path(path), diagnostic.message);
                Err(Failure::NotAPlan(message).into())
            }
        }
    }

    /// The Markdown files in a folder whose names without extension `is_wanted` accepts, in order.
    pub(crate) fn markdown_stems(&self, folder: &str, is_wanted: impl Fn(&str) -> bool) -> ToolResult<Vec<&'w str>> {
        let names = self.files.names(folder)?.iter();
        let mut stems: Vec<_> =
            names.filter_map(|name| name.strip_suffix(".md")).filter(|stem| is_wanted(stem)).collect();
        stems.sort_unstable();
        Ok(stems)
    }
}

/// The outcome of an edit: the plan is written, unless nothing changed.
pub(crate) fn written<O: 'static>(
    id: &PlanId,
    found: LoadedPlan<'_>,
    edited: Edited,
    output: impl Fn(&Edited, Receipt) -> O + 'static,
) -> Outcome<O> {
    if edited.edit.is_empty() {
        return Outcome::Ready(output(&edited, Receipt::unchanged(found.etag)));
    }
    let write = Write::plan(id.path(), edited.document.clone(), edited.edit.clone(), found.etag);
    Outcome::after_change(write, move |receipt| output(&edited, receipt))
}
