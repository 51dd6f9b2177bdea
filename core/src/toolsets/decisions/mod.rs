//! The toolset `decisions`: decision records next to the plans.

mod decision_create;
mod decision_get;
mod decision_list;
mod decision_update;

use crate::contract::Bounded;
use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{PLAIN_ERRORS, Toolset};

pub(super) use decision_update::{Revised, revise};

/// The number of a decision record.
type Number = Bounded<1, 999>;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "decisions",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "Before you decide: decision_list; afterwards decision_create, with the reasons.",
    ]),
    tools: &[decision_create::TOOL, decision_update::TOOL, decision_list::TOOL, decision_get::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Strict,
};
