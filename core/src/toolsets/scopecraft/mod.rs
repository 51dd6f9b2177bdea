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

const INSTRUCTIONS: &str = "Read-only views of all plans: task_list and parent_list to browse (page with metadata.nextCursor), \
task_get for one task, parent_get for one with all its subtasks.";

pub(super) const TOOLSET: Toolset = Toolset {
    name: "scopecraft",
    instructions: INSTRUCTIONS,
    tools: &[task_list::TOOL, task_get::TOOL, parent_list::TOOL, parent_get::TOOL],
    prompts: &[],
    resources: &[resources::TASKS, resources::PARENTS],
    translate_error: errors::translated,
};
