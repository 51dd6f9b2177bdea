//! The toolset `history`: what happened to a plan.

mod plan_log;

#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::toolkit::PLAIN_ERRORS;
use crate::toolkit::Toolset;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "history",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: "plan_log tells what was changed in a plan, when and by whom; its changeId is what plan_undo takes back.",
    tools: &[plan_log::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
};
