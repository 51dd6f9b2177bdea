//! The toolset `scopecraft`: tasks of all plans to be looked at, filtered and sorted, for clients of that specification. It
//! writes nothing.

mod body_sections;
mod envelope;
mod errors;
mod filter;
mod find;
mod mapping;
mod output;
mod page;
mod parent_get;
mod parent_list;
mod plan_set;
mod resources;
mod sort;
mod task_get;
mod task_list;
mod times;
mod view;

use super::Toolset;
use crate::contract::schema::Side;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "scopecraft",
    // What its tools say is enough.
    instructions: "",
    tools: &[task_list::TOOL, task_get::TOOL, parent_list::TOOL, parent_get::TOOL],
    input_side: Side::SpecifiedInput,
    prompts: &[],
    resources: Some(resources::LISTS),
    translate_error: errors::translated,
};
