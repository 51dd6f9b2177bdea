//! The toolset `todolist`: one list of things to do for the length of a session, kept in memory, for clients of that
//! specification; and its way into a plan and out of one.

mod get;
mod list;
mod load;
mod promote;
mod set;

use super::registry::UNTRANSLATED;
use super::{Offered, Toolset};

const INSTRUCTIONS: &str = "For the steps of this session: todolist__set replaces the whole list, with at most one item in_progress. \
It is gone when the session ends.";

/// Where a list can come from and go to.
const ONLY_BESIDE_PLANS: Offered = Offered::OnlyBeside("plan");

pub(super) const TOOLSET: Toolset = Toolset {
    name: "todolist",
    instructions: INSTRUCTIONS,
    tools: &[get::TOOL, set::TOOL, promote::TOOL, load::TOOL],
    prompts: &[],
    resources: &[],
    translate_error: UNTRANSLATED,
};
