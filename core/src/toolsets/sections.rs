//! Sections as people edit them. These tools are never listed: agents create sections with their tasks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::edit::{add_section, rename_section};
use crate::files::ToolResult;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{ChangeOutput, Context, Outcome, PLAIN_ERRORS, PlanId, Tool, Toolset, tool, written};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "sections",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[]),
    tools: &[SECTION_ADD, SECTION_RENAME],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    reading: Reading::Strict,
    has_dotted_names: true,
    has_if_match: true,
};

const SECTION_ADD: Tool = tool!(ADD, "section_add", "Add a section to a plan.", run_add(AddInput) -> Output);

const SECTION_RENAME: Tool =
    tool!(REPLACE, "section_rename", "Rename a section of a plan.", run_rename(RenameInput) -> Output);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AddInput {
    /// The plan.
    plan_id: PlanId,
    /// Headings from the outermost; missing ones are added.
    section_path: Vec<String>,
    /// Expected etag.
    if_match: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RenameInput {
    /// The plan.
    plan_id: PlanId,
    /// Headings from the outermost.
    section_path: Vec<String>,
    /// Its new name, on one line.
    name: String,
    /// Expected etag.
    if_match: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct Output {
    etag: String,
    #[serde(flatten)]
    change: ChangeOutput,
}

fn run_add(context: &Context<'_>, input: &AddInput) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let edited = add_section(found.document, &input.section_path)?;
    Ok(written(&input.plan_id, found, edited, |_, receipt| Output { etag: receipt.etag, change: receipt.change }))
}

fn run_rename(context: &Context<'_>, input: &RenameInput) -> ToolResult<Outcome<Output>> {
    let found = context.load_for_edit(&input.plan_id, input.if_match.as_deref())?;
    let edited = rename_section(found.document, &input.section_path, &input.name)?;
    Ok(written(&input.plan_id, found, edited, |_, receipt| Output { etag: receipt.etag, change: receipt.change }))
}
