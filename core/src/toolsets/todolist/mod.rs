//! The toolset `todolist`: a todo list for one session, kept in memory, for clients of that specification. With the toolset
//! `plan`, the list can be loaded from a plan and added to one.

mod get;
mod list;
mod load;
mod promote;
mod set;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{Availability, PLAIN_ERRORS, Toolset};

const ONLY_WITH_PLANS: Availability = Availability::OnlyWith("plan");

pub(super) const TOOLSET: Toolset = Toolset {
    name: "todolist",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "This session's todo list: todolist__set replaces it as a whole.",
        "Keep it in a plan: todolist_promote; start from a task: todolist_load.",
    ]),
    tools: &[get::TOOL, set::TOOL, promote::TOOL, load::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Strict,
};
