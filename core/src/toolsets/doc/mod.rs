//! The toolset `doc`: files checked and repaired, however broken they are.

mod repair;
mod validate;

#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::toolkit::PLAIN_ERRORS;
use crate::toolkit::Toolset;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "doc",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: "When an answer carries diagnostics or a write is refused because of the file: doc_validate tells what is wrong, doc_repair (first with dryRun) mends it.",
    tools: &[validate::TOOL, repair::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
};
