//! The toolset `todolist`: one list of things to do for the length of a session, kept in memory, for clients of that
//! specification; and its way into a plan and out of one.

mod get;
mod list;
mod load;
mod promote;
mod set;

#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::toolkit::PLAIN_ERRORS;
use crate::toolkit::{Availability, Toolset};

/// Where a list can come from and go to.
const ONLY_WITH_PLANS: Availability = Availability::OnlyWith("plan");

pub(super) const TOOLSET: Toolset = Toolset {
    name: "todolist",
    // What its two tools say is enough.
    #[cfg(not(target_arch = "wasm32"))]
    instructions: "",
    tools: &[get::TOOL, set::TOOL, promote::TOOL, load::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
};
