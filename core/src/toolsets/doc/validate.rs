//! `doc_validate`: everything that is wrong with a plan's file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::{ToolResult, Unreadable};
use crate::plan::validate;
use crate::toolkit::PlanId;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{MAX_REPLY_CHARS, truncate_list};
use crate::toolkit::{Outcome, tool};
use crate::views::DiagnosticView;

pub(super) const TOOL: Tool =
    tool!(READ, "doc_validate", "Check a plan's file against the format; says what is wrong, where, and what to do.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The plan.
    pub(super) plan_id: PlanId,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// What keeps the plan from being written.
    pub(super) errors: Vec<DiagnosticView>,
    /// What is worth a look.
    pub(super) warnings: Vec<DiagnosticView>,
    /// Number of errors that are not shown.
    pub(super) errors_left_out: Option<u32>,
    /// Number of warnings that are not shown.
    pub(super) warnings_left_out: Option<u32>,
    /// Fingerprint of the file.
    pub(super) etag: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    if let Err(Unreadable::NotText { diagnostic, etag }) = context.files.document(&input.plan_id.path())? {
        let errors = vec![DiagnosticView::of(diagnostic)];
        let etag = etag.to_owned();
        let warnings = Vec::new();
        return Ok(Outcome::Ready(Output { errors, warnings, errors_left_out: None, warnings_left_out: None, etag }));
    }
    let found = context.load_file(&input.plan_id)?;
    let text = found.document.text();
    let validation = validate(text);
    let list = |findings: &[_]| {
        let all = DiagnosticView::all(findings.iter(), text);
        truncate_list(all, MAX_REPLY_CHARS / 2)
    };
    let (errors, errors_left_out) = list(&validation.errors);
    let (warnings, warnings_left_out) = list(&validation.warnings);
    let etag = found.etag.to_owned();
    Ok(Outcome::Ready(Output { errors, warnings, errors_left_out, warnings_left_out, etag }))
}
