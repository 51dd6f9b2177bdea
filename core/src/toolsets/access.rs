//! Plans as tools get at them: found by id, checked, and written back.

use std::collections::BinaryHeap;

use crate::contract::{Contract, Json, Mismatch, Read, Schema, json, output};
use crate::edit::{EditError, Edited, Op, apply};
use crate::plan::{Diagnostic, Document, is_id};
use crate::text::{Utf16Positions, fold, shortened};
use crate::workspace::{Answer, Found, Stop, ToolError, Unreadable, Write};

pub(super) use crate::views::number as count;

use super::records::notes;
use super::registry::{Context, Done};

/// Name of a plan: its file name without `.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanId(
    /// The name.
    pub String,
);

impl PlanId {
    /// The plan's file, relative to the plans directory.
    pub fn path(&self) -> String {
        path_of(&self.0)
    }
}

impl Contract for PlanId {
    const SCHEMA: Schema = Schema::Text;
}

impl Read for PlanId {
    fn read(value: &Json) -> Result<Self, Mismatch> {
        let id = String::read(value)?;
        if is_id(&id) {
            return Ok(Self(id));
        }
        Err(Mismatch::new(format!(
            "must be the name of a plan, not {:?}: 1 to 128 letters, digits, _ and -, starting with a letter or digit",
            shortened(&id, 60)
        )))
    }
}

/// The file of the plan with this id.
pub(super) fn path_of(plan_id: &str) -> String {
    format!("{plan_id}.md")
}

/// The plan that a file of this name holds.
pub(super) fn plan_id_of(name: &str) -> Option<&str> {
    name.strip_suffix(".md").filter(|id| is_id(id))
}

impl<'w> Context<'w> {
    /// The ids of all plans, in order.
    pub(super) fn plan_ids(&self) -> Result<Vec<&'w str>, Stop> {
        let ids: BinaryHeap<_> = self.files.names("")?.iter().filter_map(|name| plan_id_of(name)).collect();
        Ok(ids.into_sorted_vec())
    }

    /// A plan to read. One with errors is read as far as it goes; one without the header is not.
    pub fn plan(&self, id: &PlanId) -> Result<Found<'w>, Stop> {
        let found = self.any_file(id)?;
        if !found.document.plan().has_header() {
            return Err(ToolError::no_plan(found.document.plan().errors()).into());
        }
        Ok(found)
    }

    /// The file of a plan, however broken, as long as it is text.
    pub(super) fn any_file(&self, id: &PlanId) -> Result<Found<'w>, Stop> {
        self.files.document(&id.path())?.map_err(|unreadable| match unreadable {
            Unreadable::Absent => ToolError::plan_not_found(&id.0).into(),
            Unreadable::NotText { diagnostic, .. } => ToolError::no_plan([diagnostic].into_iter()).into(),
            Unreadable::Fault(word) => ToolError::file_fault(&self.shown_path(id), word).into(),
        })
    }

    /// Refuses to make a plan that is there already, whatever is in it.
    pub fn check_new(&self, id: &PlanId) -> Result<(), Stop> {
        match self.files.document(&id.path())? {
            Err(Unreadable::Absent) => Ok(()),
            Err(Unreadable::Fault(word)) => Err(ToolError::file_fault(&self.shown_path(id), word).into()),
            Ok(_) | Err(Unreadable::NotText { .. }) => {
                Err(ToolError::new("ALREADY_EXISTS", format!("Plan already exists: {}", id.0)).into())
            }
        }
    }

    /// A file's path as answers show it: relative to the root.
    pub fn shown_path(&self, id: &PlanId) -> String {
        format!("{}/{}", self.settings.plans_dir, id.path())
    }

    /// Checks the etag that a write is based on, before anything else is looked at.
    pub(super) fn check_if_match(&self, if_match: Option<&str>, current: &str) -> Result<(), ToolError> {
        match if_match {
            Some("") => {
                Err(ToolError::invalid("ifMatch must not be empty; leave it out or give the etag of the last read"))
            }
            Some(etag) if etag != current => Err(ToolError::conflict(current, etag)),
            None if self.settings.require_if_match == Some(true) => Err(ToolError::invalid("ifMatch is required")),
            _ => Ok(()),
        }
    }

    /// A plan to write, based on `if_match`. One with errors is refused before anything is looked for in it: what is not
    /// found in half a plan may well be in the other half.
    pub(super) fn plan_to_write(&self, id: &PlanId, if_match: Option<&str>) -> Result<Found<'w>, Stop> {
        let found = self.file_to_write(id, if_match)?;
        let plan = found.document.plan();
        if plan.errors().next().is_some() {
            return Err(ToolError::from(EditError::invalid_plan(plan.errors())).into());
        }
        Ok(found)
    }

    /// The file of a plan to write, however broken, based on `if_match`.
    pub(super) fn file_to_write(&self, id: &PlanId, if_match: Option<&str>) -> Result<Found<'w>, Stop> {
        let found = self.any_file(id)?;
        self.check_if_match(if_match, found.etag)?;
        Ok(found)
    }

    /// Applies operations to a plan and answers once they are written; at once if nothing changes.
    pub(super) fn edit<O: 'static>(
        &self,
        id: &PlanId,
        found: Found<'_>,
        ops: &[Op],
        output: impl Fn(&Edited, String) -> O + 'static,
    ) -> Result<Done<O>, Stop> {
        Ok(written(id, found, apply(found.document, ops, &mut self.ids())?, output))
    }
}

/// The answer once an edited plan is written; at once if nothing changed.
pub(super) fn written<O: 'static>(
    id: &PlanId,
    found: Found<'_>,
    edited: Edited,
    output: impl Fn(&Edited, String) -> O + 'static,
) -> Done<O> {
    if edited.edit.is_empty() {
        return Done::Ready(output(&edited, found.etag.to_owned()));
    }
    let write = Write::plan(id.path(), edited.document.clone(), edited.edit.clone(), found.etag);
    Done::after(write, move |etag| output(&edited, etag))
}

output! {
    /// A finding in a file.
    pub(super) struct DiagnosticOutput {
        /// Kind.
        "code" code: String,
        /// 1-based line.
        "line" line: u32,
        /// 1-based column where it starts, as editors count.
        "column" column: Option<u32>,
        /// Column after its end.
        "endColumn" end_column: Option<u32>,
        /// What is wrong and what to do.
        "message" message: String,
    }
}

impl DiagnosticOutput {
    /// A finding with its columns.
    pub(super) fn with_columns(text: &str, diagnostic: &Diagnostic) -> Self {
        let columns = diagnostic.span.map(|span| {
            let line_start = text.get(..span.start).unwrap_or_default().rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let mut positions = Utf16Positions::new(text.get(line_start..).unwrap_or_default());
            (positions.offset(span.start - line_start) + 1, positions.offset(span.end - line_start) + 1)
        });
        let [column, end_column] = [columns.map(|both| count(both.0)), columns.map(|both| count(both.1))];
        Self { column, end_column, ..Self::of(diagnostic) }
    }

    /// A finding without its columns.
    pub(super) fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.as_str().to_owned(),
            line: count(diagnostic.line),
            column: None,
            end_column: None,
            message: shortened(&diagnostic.message, 400).into_owned(),
        }
    }

    /// What a reader of a broken plan is told: the first errors, so that no half is taken for the whole.
    pub(super) fn errors_of(document: &Document) -> Option<Vec<Self>> {
        const MOST: usize = 5;
        let errors: Vec<_> = document.plan().errors().take(MOST).map(Self::of).collect();
        (!errors.is_empty()).then_some(errors)
    }
}

/// Completes the arguments of prompts and resource templates that name a file.
pub(super) fn complete(context: &Context<'_>, arguments: &Json) -> Result<Answer, Stop> {
    const MOST: usize = 100;
    let text = |field: &str| arguments.get(field).as_str().unwrap_or_default();
    let typed = fold(text("value"));
    let ids = match text("argument") {
        "planId" => context.plan_ids()?,
        "adr_id" => context.decision_stems()?,
        "task_id" => context.stems(notes::FOLDER, is_id)?,
        _ => Vec::new(),
    };
    let values: Vec<_> = ids.into_iter().filter(|id| fold(id).starts_with(&typed)).collect();
    let shown = values.get(..MOST).unwrap_or(&values);
    Ok(Answer::Ready(
        json! { "values": shown.to_vec(), "total": values.len(), "hasMore": values.len() > MOST }.to_string(),
    ))
}
