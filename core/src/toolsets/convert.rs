//! Imports and exports as tools. They are never listed: only hosts call them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::convert::export::{self, export};
use crate::convert::import::{self, ImportFile, Imported, Request, Warning, import};
use crate::files::{SOURCE, ToolResult, Write};
use crate::plan::Diagnostic;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{ChangeOutput, Context, Outcome, PLAIN_ERRORS, PlanId, Receipt, Tool, Toolset, tool};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "convert",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[]),
    tools: &[PLAN_IMPORT, PLAN_EXPORT],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Strict,
};

const PLAN_IMPORT: Tool =
    tool!(ADD, "plan_import", "Make a plan from files of another tool.", run_import(ImportInput) -> ImportOutput);

const PLAN_EXPORT: Tool =
    tool!(READ, "plan_export", "Write a plan in another format.", run_export(ExportInput) -> ExportOutput);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ImportInput {
    /// Name of the file or folder, for a plan whose source has no title.
    name: String,
    /// What the files are; detected if left out.
    from: Option<import::Format>,
    /// Id of the new plan; made from the title if left out.
    plan_id: Option<PlanId>,
    /// Only return the text of the plan.
    dry_run: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportOutput {
    plan_id: String,
    /// Relative to the root.
    path: String,
    etag: Option<String>,
    /// Of a dry run.
    text: Option<String>,
    format: import::Format,
    title: String,
    tasks: usize,
    /// What could not be converted exactly.
    warnings: Vec<Warning>,
    #[serde(flatten)]
    change: ChangeOutput,
}

/// The files to import are those of the host's directory `source:`.
fn run_import(context: &Context<'_>, input: &ImportInput) -> ToolResult<Outcome<ImportOutput>> {
    let names = context.files.names(SOURCE)?;
    let paths = names.iter().map(|name| format!("{SOURCE}{name}")).collect();
    let files = context.files.scan_bytes(paths, |path, bytes| {
        let path = path.strip_prefix(SOURCE).unwrap_or(path).to_owned();
        Some(ImportFile { path, bytes: bytes.unwrap_or_default().to_owned() })
    })?;
    let files: Vec<_> = files.iter().map(|(_, file)| file.clone()).collect();
    let Imported { text, plan_id, title, format, tasks, warnings } = import(&Request {
        files: &files,
        format: input.from,
        name: &input.name,
        now_ms: context.call.now_ms,
        entropy: context.call.entropy,
    })?;
    let plan_id = match &input.plan_id {
        Some(id) => id.clone(),
        None => PlanId::new(plan_id)?,
    };
    context.require_absent(&plan_id)?;
    let path = context.display_path(&plan_id.path());
    let file = plan_id.path();
    let output = ImportOutput {
        plan_id: plan_id.0,
        path,
        etag: None,
        text: None,
        format,
        title,
        tasks,
        warnings,
        change: ChangeOutput::default(),
    };
    if input.dry_run == Some(true) {
        return Ok(Outcome::Ready(ImportOutput { text: Some(text), ..output }));
    }
    let write = Write::new_plan(file, text);
    Ok(Outcome::after_change(write, move |Receipt { etag, change }| ImportOutput {
        etag: Some(etag),
        change,
        ..output.clone()
    }))
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExportInput {
    plan_id: PlanId,
    /// The format to write.
    to: export::Format,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ExportOutput {
    plan_id: String,
    format: export::Format,
    text: String,
    /// Errors of the plan. Their lines may be missing from the export.
    warnings: Vec<String>,
}

fn run_export(context: &Context<'_>, input: &ExportInput) -> ToolResult<Outcome<ExportOutput>> {
    let document = context.plan(&input.plan_id)?.document;
    let exported = export(document, &input.plan_id.0, input.to);
    Ok(Outcome::Ready(ExportOutput {
        plan_id: input.plan_id.0.clone(),
        format: input.to,
        text: exported.text,
        warnings: exported.warnings.iter().map(Diagnostic::to_line).collect(),
    }))
}
