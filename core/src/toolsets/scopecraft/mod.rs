//! The toolset `scopecraft`: reads tasks of all plans, filtered and sorted, for clients of that specification.

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

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::Toolset;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "scopecraft",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "Tasks across plans: task_list, parent_list; one in full: task_get, parent_get.",
    ]),
    tools: &[task_list::TOOL, task_get::TOOL, parent_list::TOOL, parent_get::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: Some(resources::LISTS),
    error_format: errors::format,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Strict,
};
