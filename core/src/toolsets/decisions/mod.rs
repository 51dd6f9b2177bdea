//! The toolset `decisions`: records of decisions beside the plans.

mod decision_create;
mod decision_get;
mod decision_list;
mod decision_update;

use crate::contract::Bounded;
use crate::contract::schema::Side;

use super::Toolset;
use super::registry::UNTRANSLATED;

pub(super) use decision_update::{Revised, revise};

/// The number of a record.
type Number = Bounded<1, 999>;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "decisions",
    instructions: "Why: decision_create.",
    tools: &[decision_create::TOOL, decision_update::TOOL, decision_list::TOOL, decision_get::TOOL],
    input_side: Side::Input,
    prompts: &[],
    resources: None,
    translate_error: UNTRANSLATED,
};
