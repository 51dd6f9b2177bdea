//! The toolset `doc`: files checked and repaired, however broken they are.

mod repair;
mod validate;

use super::Toolset;
use super::registry::{UNTRANSLATED, for_listing};
use crate::contract::schema::Side;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "doc",
    instructions: for_listing(
        "When an answer carries diagnostics or a write is refused because of the file: doc_validate tells what is wrong, doc_repair (first with dryRun) mends it.",
        "",
    ),
    tools: &[validate::TOOL, repair::TOOL],
    input_side: Side::Input,
    prompts: &[],
    resources: None,
    translate_error: UNTRANSLATED,
};
