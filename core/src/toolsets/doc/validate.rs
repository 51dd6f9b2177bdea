//! `doc_validate`: everything that is wrong with a plan's file.

use crate::contract::{input, output};
use crate::plan::validate;
use crate::toolsets::access::{DiagnosticOutput, PlanId};
use crate::toolsets::budget::{LARGEST, first_of};
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, Unreadable};

pub(super) const TOOL: Tool =
    tool!(READ, "doc_validate", "Check a plan's file against the format; says what is wrong, where, and what to do.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The plan.
        "planId" plan_id: PlanId,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// What keeps the plan from being written.
        "errors" errors: Vec<DiagnosticOutput>,
        /// What is worth a look.
        "warnings" warnings: Vec<DiagnosticOutput>,
        /// Number of errors that are not shown.
        "errorsLeftOut" errors_left_out: Option<u32>,
        /// Number of warnings that are not shown.
        "warningsLeftOut" warnings_left_out: Option<u32>,
        /// Fingerprint of the file.
        "etag" etag: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    if let Err(Unreadable::NotText { diagnostic, etag }) = context.files.document(&input.plan_id.path())? {
        let errors = vec![DiagnosticOutput::of(diagnostic)];
        let etag = etag.to_owned();
        let warnings = Vec::new();
        return Ok(Done::Ready(Output { errors, warnings, errors_left_out: None, warnings_left_out: None, etag }));
    }
    let found = context.any_file(&input.plan_id)?;
    let text = found.document.text();
    let validation = validate(text);
    let list = |findings: &[_]| {
        let all = findings.iter().map(|each| DiagnosticOutput::with_columns(text, each)).collect();
        first_of(all, LARGEST / 2)
    };
    let (errors, errors_left_out) = list(&validation.errors);
    let (warnings, warnings_left_out) = list(&validation.warnings);
    let etag = found.etag.to_owned();
    Ok(Done::Ready(Output { errors, warnings, errors_left_out, warnings_left_out, etag }))
}
