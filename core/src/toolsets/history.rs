//! The toolset `history`: what happened to a plan. It is part of the toolset `plan`, and adds nothing to it.

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{Availability, PLAIN_ERRORS, Tool, Toolset};

use super::plan::plan_log;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "history",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&["Who changed what, and when: plan_log."]),
    tools: &[Tool { availability: Availability::OnlyWithout("plan"), ..plan_log::TOOL }],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Listed,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Lenient,
};
