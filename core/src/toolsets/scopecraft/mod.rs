//! The toolset `scopecraft`: tasks of all plans to be looked at, filtered and sorted, for clients of that specification. It
//! writes nothing.

mod bodies;
mod envelope;
mod errors;
mod filter;
mod find;
mod output;
mod page;
mod parent_get;
mod parent_list;
mod resources;
mod sort;
mod source;
mod task_get;
mod task_list;
mod times;
mod view;
mod words;

use super::Toolset;

const INSTRUCTIONS: &str = "Lists go on with metadata.nextCursor as cursor.";

pub(super) const TOOLSET: Toolset = Toolset {
    name: "scopecraft",
    instructions: INSTRUCTIONS,
    tools: &[task_list::TOOL, task_get::TOOL, parent_list::TOOL, parent_get::TOOL],
    prompts: &[],
    resources: &[resources::TASKS, resources::PARENTS],
    translate_error: errors::translated,
};
