//! What a call works with: its files, the settings, and who calls when.

use crate::contract::{Arguments, Reading};
use crate::edit::{EditError, Edited, Naming, Op, apply_named, find_task};
use crate::failure::Failure;
use crate::files::{Files, Interrupt, LoadedPlan, LoadedText, ToolResult, Unreadable, Write};
use crate::history::{FOLDER, History, history_path, older_history_paths};
use crate::plan::{Document, IdGenerator};
use crate::query::{Holders, is_same_connection};

use super::etags::{check_file_etag, check_task_etag, is_task_etag};
use super::plan_id::check_new_id;
use super::{Outcome, PlanId, Receipt, Settings, listed_name, plan_id_of};

#[derive(Debug)]
pub struct Context<'w> {
    pub files: Files<'w>,
    pub settings: &'w Settings,
    pub call: &'w CallInfo,
    /// How the arguments of the toolset are read.
    pub reading: Reading,
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
    /// The caller's local date, as `YYYY-MM-DD`.
    pub today: String,
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
            Unreadable::Absent => self.plan_not_found(id),
            Unreadable::NotText { diagnostic, .. } => Failure::not_a_plan([diagnostic].into_iter()).into(),
            Unreadable::Fault(fault) => Failure::file(&self.display_path(&id.path()), &fault).into(),
        })
    }

    fn plan_not_found(&self, id: &PlanId) -> Interrupt {
        let ids = match self.plan_ids() {
            Ok(ids) => ids,
            Err(Interrupt::Fail(_)) => Vec::new(),
            Err(interrupt) => return interrupt,
        };
        let id = id.0.clone();
        match ids.into_iter().find(|other| *other != id && other.eq_ignore_ascii_case(&id)) {
            Some(other) => Failure::PlanNamedOtherwise { id, name: other.to_owned() }.into(),
            None => Failure::PlanNotFound(id).into(),
        }
    }

    /// Refuses a new plan whose file exists, whatever is in it, or would exist on a file system that ignores case.
    pub fn require_absent(&self, id: &PlanId) -> ToolResult<()> {
        check_new_id(id)?;
        match self.files.document(&id.path())? {
            Err(Unreadable::Absent) => {}
            Err(Unreadable::Fault(fault)) => return Err(Failure::file(&self.display_path(&id.path()), &fault).into()),
            Ok(_) | Err(Unreadable::NotText { .. }) => return Err(Failure::PlanExists(id.0.clone()).into()),
        }
        match self.plan_ids()?.into_iter().find(|other| *other != id.0 && other.eq_ignore_ascii_case(&id.0)) {
            Some(other) => Err(Failure::PlanExists(other.to_owned()).into()),
            None => Ok(()),
        }
    }

    /// A path as replies show it: relative to the root.
    pub fn display_path(&self, path: &str) -> String {
        format!("{}/{path}", self.settings.plans_dir)
    }

    /// Checks the etag that a write is based on, before anything else is looked at.
    pub(crate) fn check_if_match(&self, if_match: Option<&str>, current: &str) -> Result<(), Failure> {
        match if_match.filter(|etag| !etag.is_empty()) {
            Some(etag) => check_file_etag(etag, current),
            None if self.settings.require_if_match == Some(true) => Err(Failure::invalid("ifMatch is required")),
            None => Ok(()),
        }
    }

    /// A plan to edit, based on `if_match`. One with errors is refused before anything is searched in it: what is missing from
    /// the half that could be read may well be in the other half.
    pub(crate) fn load_for_edit(&self, id: &PlanId, if_match: Option<&str>) -> ToolResult<LoadedPlan<'w>> {
        let found = self.load_for_repair(id, if_match)?;
        self.check_errors(id, found.document)?;
        Ok(found)
    }

    /// A plan to edit the task `name` of. `if_match` may also be the etag of this task.
    pub(crate) fn load_for_task_edit(
        &self,
        id: &PlanId,
        name: &str,
        if_match: Option<&str>,
    ) -> ToolResult<LoadedPlan<'w>> {
        let Some(etag) = if_match.filter(|etag| is_task_etag(etag)) else { return self.load_for_edit(id, if_match) };
        let found = self.load_file(id)?;
        if let Some(index) = find_task(found.document, name)? {
            check_task_etag(etag, found.document, index)?;
        }
        self.check_errors(id, found.document)?;
        Ok(found)
    }

    /// Who holds which task of a plan.
    ///
    /// This is the only place that decides it. Tools ask [`Holders`], which knows about subtasks too.
    #[allow(clippy::unnecessary_wraps, clippy::unused_self, reason = "who holds a task may depend on other files")]
    pub(crate) fn holders<'d>(&self, _: &PlanId, document: &'d Document) -> ToolResult<Holders<'d>> {
        Ok(Holders::of(document))
    }

    /// The same, with the times since when, as far as the history of the plan has them.
    pub(crate) fn holders_with_times<'d>(&self, id: &PlanId, document: &'d Document) -> ToolResult<Holders<'d>> {
        let holders = self.holders(id, document)?;
        let held: Vec<_> = holders.held().map(|(task, _)| task).collect();
        if held.is_empty() {
            return Ok(holders);
        }
        let ids: Vec<_> = held.iter().map(|task| document.plan().tasks[*task].id.of(document.text())).collect();
        let started = self.history(id)?.started_at(&ids);
        let known = held.into_iter().zip(started).filter_map(|(task, since)| Some((task, since?)));
        Ok(holders.with_times(known.collect()))
    }

    /// The name under which a call holds tasks: the caller's own, or that of one of its sub-agents.
    pub(crate) fn holder_name(&self, sub_agent: Option<&str>) -> Result<String, Failure> {
        const LONGEST: usize = 64;
        let actor = &self.call.actor;
        let Some(name) = sub_agent.map(str::trim) else { return Ok(actor.clone()) };
        if name.chars().any(char::is_control) || name.chars().count() > LONGEST {
            return Err(Failure::argument(
                "assignee",
                format!("must be a name of 1 to {LONGEST} printable characters"),
            ));
        }
        let is_whole = is_same_connection(name, actor);
        Ok(if is_whole { name.to_owned() } else { format!("{actor}/{name}") })
    }

    fn check_errors(&self, id: &PlanId, document: &Document) -> ToolResult<()> {
        match document.plan().errors().next() {
            None => Ok(()),
            Some(_) => Err(self.refused(id, document).into()),
        }
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
        Ok(written(id, found, self.apply(found, ops)?, output))
    }

    /// What operations come to, before it is written. They may name tasks and sections as people and models do.
    pub(crate) fn apply(&self, found: LoadedPlan<'_>, ops: &[Op]) -> Result<Edited, EditError> {
        apply_named(found.document, ops, &mut self.ids(), Naming::Lenient)
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

/// The task that an argument names: by its id, or by the ending of one.
pub(crate) fn named_task(document: &Document, name: &str) -> Result<usize, Failure> {
    find_task(document, name)?.ok_or_else(|| Failure::task_not_found(name))
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
