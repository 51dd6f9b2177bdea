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
use crate::toolkit::{PLAIN_ERRORS, Toolset};

#[cfg(not(target_arch = "wasm32"))]
const INSTRUCTIONS: &str = "\
Plans are Markdown files in the repository, shared with people and other agents. They outlive this session: keep what has to be remembered in them.
Work like this: plan_list, then task_next to see what is due, task_start to claim it, do the work, task_update with status done. Then the next one.
Ids: a plan is named by planId, a task by its id (t_...). Take ids from answers; never make them up. Titles may change, ids do not.
Add what you find out as tasks: task_add for one, task_batch for many (one write, all or nothing). Put a step under its task with parentTaskId, a new topic under headings with sectionPath.
Bodies are Markdown without quote marks. A title is one line; details, decisions and results go into bodyMarkdown. A body may hold checkboxes and code; they never count as tasks.
Status is todo, doing or done. What cannot go on has a state: blocked (say why in the body), deferred (later), cancelled (never), archived (over). state \"\" clears it.
dependsOn holds a task back until the others are done.
Every answer carries an etag. Give it as ifMatch when your change rests on what you read. CONFLICT means that someone wrote meanwhile: read again, see whether your change still makes sense, then repeat it with the new etag.
Long answers come in pages: pass nextCursor as cursor. Read one task with task_get rather than a whole plan.
To undo your own mistake: plan_undo. What others did since stays.";

pub(super) const TOOLSET: Toolset = Toolset {
    name: "plan",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: INSTRUCTIONS,
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
    reading: Reading::Lenient,
};
