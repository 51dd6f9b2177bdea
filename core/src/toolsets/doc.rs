//! The toolset `doc`: validates and repairs the files of plans, however broken they are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::edit::{AppliedRepair, RepairAction, repair_since};
use crate::files::{ToolResult, Unreadable, Write};
use crate::plan::validate;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{
    ChangeOutput, Context, MAX_REPLY_CHARS, Outcome, PLAIN_ERRORS, PlanId, Receipt, Tool, Toolset, shown_etag, tool,
    truncate_list,
};
use crate::views::{DiagnosticView, to_u32};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "doc",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "Diagnostics, or a write refused because of the file: doc_validate explains.",
        "To fix the file: doc_repair (dryRun first).",
    ]),
    tools: &[DOC_VALIDATE, DOC_REPAIR],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Lenient,
};

const DOC_VALIDATE: Tool = tool!(
    READ,
    "doc_validate",
    "Check a plan's file against the format; says what is wrong, where, and what to do.",
    run_validate(ValidateInput) -> ValidateOutput
);

const DOC_REPAIR: Tool = tool!(
    REPAIR,
    "doc_repair",
    "Repair a plan's file: add the header or missing ids, join wrapped task lines, normalize marks or indentation, give copied ids new ones.",
    run_repair(RepairInput) -> RepairOutput
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ValidateInput {
    /// The plan.
    plan_id: PlanId,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ValidateOutput {
    /// They prevent writes.
    errors: Vec<DiagnosticView>,
    /// They do not prevent writes.
    warnings: Vec<DiagnosticView>,
    /// Number of omitted errors.
    errors_left_out: Option<u32>,
    /// Number of omitted warnings.
    warnings_left_out: Option<u32>,
    etag: String,
}

fn run_validate(context: &Context<'_>, input: &ValidateInput) -> ToolResult<Outcome<ValidateOutput>> {
    if let Err(Unreadable::NotText { diagnostic, etag }) = context.files.document(&input.plan_id.path())? {
        return Ok(Outcome::Ready(ValidateOutput {
            errors: vec![DiagnosticView::of(diagnostic)],
            warnings: Vec::new(),
            errors_left_out: None,
            warnings_left_out: None,
            etag: shown_etag(etag),
        }));
    }
    let found = context.load_file(&input.plan_id)?;
    let text = found.document.text();
    let validation = validate(text);
    let list = |diagnostics: &[_]| {
        let all = DiagnosticView::all(diagnostics.iter(), text);
        truncate_list(all, MAX_REPLY_CHARS / 2)
    };
    let (errors, errors_left_out) = list(&validation.errors);
    let (warnings, warnings_left_out) = list(&validation.warnings);
    let etag = shown_etag(found.etag);
    Ok(Outcome::Ready(ValidateOutput { errors, warnings, errors_left_out, warnings_left_out, etag }))
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RepairInput {
    /// The plan.
    plan_id: PlanId,
    /// What to do.
    actions: Vec<RepairAction>,
    /// Only tell what would be done.
    dry_run: Option<bool>,
    /// Expected etag.
    if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RepairOutput {
    etag: String,
    /// The repairs that were made, or that a dry run would make.
    applied: Vec<AppliedRepair>,
    /// Number of omitted repairs.
    applied_left_out: Option<u32>,
    /// Number of errors that remain.
    errors_left: u32,
    #[serde(flatten)]
    change: ChangeOutput,
}

fn run_repair(context: &Context<'_>, input: &RepairInput) -> ToolResult<Outcome<RepairOutput>> {
    let found = context.load_for_repair(&input.plan_id, input.if_match.as_deref())?;
    let recorded = context.history(&input.plan_id)?.last_document();
    let repaired = repair_since(recorded.as_ref(), found.document, &input.actions, &mut context.ids())?;
    let (applied, applied_left_out) = truncate_list(repaired.applied.clone(), MAX_REPLY_CHARS);
    let errors_left = to_u32(repaired.document.plan().errors().count());
    let output = RepairOutput {
        etag: shown_etag(found.etag),
        applied,
        applied_left_out,
        errors_left,
        change: ChangeOutput::default(),
    };
    if repaired.edit.is_empty() || input.dry_run == Some(true) {
        return Ok(Outcome::Ready(output));
    }
    let write = Write::plan(input.plan_id.path(), repaired.document, repaired.edit, found.etag);
    Ok(Outcome::after_change(write, move |Receipt { etag, change }| RepairOutput { etag, change, ..output.clone() }))
}
