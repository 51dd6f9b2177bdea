//! The toolset `agentic-todo`: ordered tasks in categories, decision records and task contexts, for clients of that
//! specification.

mod create_adr;
mod create_task;
mod delete_task;
mod errors;
mod get_context;
mod index_page;
mod list_adrs;
mod list_tasks;
mod mapping;
mod reorder_task;
mod resources;
mod search_contexts;
mod search_tasks;
mod subtasks;
mod task_number;
mod tasks;
mod update_adr_status;
mod update_context;
mod update_task;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::Toolset;

pub(super) const TOOLSET: Toolset = Toolset {
    name: "agentic-todo",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "Loop: list_tasks; update_task to in progress; do the work; update_task to done. New work: create_task.",
        "Findings: update_context. Decisions: create_adr.",
    ]),
    tools: &[
        create_task::TOOL,
        update_task::TOOL,
        delete_task::TOOL,
        reorder_task::TOOL,
        list_tasks::TOOL,
        search_tasks::TOOL,
        create_adr::TOOL,
        update_adr_status::TOOL,
        list_adrs::TOOL,
        update_context::TOOL,
        get_context::TOOL,
        search_contexts::TOOL,
    ],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    resources: Some(resources::FILES),
    error_format: errors::format,
    has_dotted_names: false,
    has_if_match: false,
    reading: Reading::Strict,
};
