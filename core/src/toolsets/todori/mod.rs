//! The toolset `todori`: tasks with subtasks, dependencies and statistics on one plan, for clients of that specification.

mod add_subtask;
mod create_task;
mod delete_subtask;
mod delete_task;
mod dotted_ids;
mod errors;
mod filter;
mod get_next_task;
mod get_task;
mod get_task_stats;
mod get_tasks;
mod list;
mod mapping;
mod prompts;
mod query_tasks;
mod recommend;
mod task_counts;
mod times;
mod update_subtask;
mod update_task;
mod view;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use crate::edit::{Template, create};
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{SinglePlan, Toolset};

/// The plan of all calls.
const PLAN: SinglePlan =
    SinglePlan { default_id: "tasks", new_text: |id| create(&capitalized(&id.0), Template::Empty, None) };

fn capitalized(id: &str) -> String {
    let mut characters = id.chars();
    characters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(characters).collect()
}

pub(super) const TOOLSET: Toolset = Toolset {
    name: "todori",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[
        "Loop: get_next_task; update_task to in-progress; do the work; update_task to done. New work: create_task.",
        "Lists are brief: get_task has the whole text.",
    ]),
    tools: &[
        get_tasks::TOOL,
        get_task::TOOL,
        create_task::TOOL,
        update_task::TOOL,
        delete_task::TOOL,
        get_next_task::TOOL,
        query_tasks::TOOL,
        get_task_stats::TOOL,
        add_subtask::TOOL,
        update_subtask::TOOL,
        delete_subtask::TOOL,
    ],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[prompts::SESSION_RESTORE, prompts::TASK_CONTEXT],
    resources: None,
    error_format: errors::format,
    has_dotted_names: false,
    has_if_match: false,
    reading: Reading::Strict,
};
