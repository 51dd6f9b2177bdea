//! The toolset `history`: what happened to a plan.

mod plan_log;

use super::Toolset;
use super::registry::{UNTRANSLATED, for_listing};
use crate::contract::schema::Side;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "history",
    instructions: for_listing(
        "plan_log tells what was changed in a plan, when and by whom; its changeId is what plan_undo takes back.",
        "",
    ),
    tools: &[plan_log::TOOL],
    input_side: Side::Input,
    prompts: &[],
    resources: None,
    translate_error: UNTRANSLATED,
};
