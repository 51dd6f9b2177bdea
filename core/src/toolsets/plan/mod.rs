//! The toolset `plan`: plans and their tasks.

mod effects;
mod plan_claims;
mod plan_create;
mod plan_get;
mod plan_list;
pub(super) mod plan_log;
mod plan_resolve;
mod plan_set;
mod plan_undo;
mod plan_update;
mod prompts;
mod resources;
mod rows;
mod task_add;
mod task_batch;
mod task_delete;
mod task_filter;
mod task_get;
mod task_list;
mod task_move;
mod task_next;
mod task_search;
mod task_start;
mod task_start_checks;
mod task_update;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{PLAIN_ERRORS, Toolset};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "plan",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Guide(include_str!("guide.md")),
    tools: &[
        plan_list::TOOL,
        plan_get::TOOL,
        plan_create::TOOL,
        plan_update::TOOL,
        task_list::TOOL,
        task_get::TOOL,
        task_next::TOOL,
        task_search::TOOL,
        task_add::TOOL,
        task_update::TOOL,
        task_start::TOOL,
        task_move::TOOL,
        task_delete::TOOL,
        task_batch::TOOL,
        plan_log::TOOL,
        plan_undo::TOOL,
        plan_claims::TOOL,
        plan_resolve::TOOL,
    ],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Listed,
    prompts: &[prompts::STATUS, prompts::TASK],
    resources: Some(resources::PLANS),
    error_format: PLAIN_ERRORS,
    has_dotted_names: true,
    has_if_match: true,
    reading: Reading::Lenient,
};
