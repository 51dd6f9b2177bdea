//! The toolset `plan`: plans and their tasks.

mod plan_create;
mod plan_get;
mod plan_list;
mod plan_update;
mod prompts;
mod resources;
mod task_add;
mod task_batch;
mod task_delete;
mod task_get;
mod task_move;
mod task_next;
mod task_search;
mod task_start;
mod task_update;
mod view;

use super::Toolset;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "plan",
    tools: &[
        plan_list::TOOL,
        plan_get::TOOL,
        plan_create::TOOL,
        plan_update::TOOL,
        task_get::TOOL,
        task_next::TOOL,
        task_search::TOOL,
        task_add::TOOL,
        task_update::TOOL,
        task_start::TOOL,
        task_move::TOOL,
        task_delete::TOOL,
        task_batch::TOOL,
    ],
    prompts: &[prompts::STATUS, prompts::TASK],
    resources: Some(resources::PLANS),
};
