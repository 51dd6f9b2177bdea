//! The toolset `todolist`: one list of things to do for the length of a session, kept in memory, for clients of that
//! specification; and its way into a plan and out of one.

mod get;
mod list;
mod load;
mod promote;
mod set;

use super::registry::UNTRANSLATED;
use super::{Offered, Toolset};
use crate::contract::schema::Side;

/// Where a list can come from and go to.
const ONLY_BESIDE_PLANS: Offered = Offered::OnlyBeside("plan");

pub(super) const TOOLSET: Toolset = Toolset {
    name: "todolist",
    // What its two tools say is enough.
    instructions: "",
    tools: &[get::TOOL, set::TOOL, promote::TOOL, load::TOOL],
    input_side: Side::SpecifiedInput,
    prompts: &[],
    resources: None,
    translate_error: UNTRANSLATED,
};
