//! What the command `ltp` shows and does, one call for each command. Never listed: only hosts call these tools.

mod names;
mod plan_files;
mod plan_fix;
mod project_log;
mod project_read;
mod ready;
mod rows;
mod sections;

use crate::contract::Reading;
#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
#[cfg(not(target_arch = "wasm32"))]
use crate::toolkit::Instructions;
use crate::toolkit::{PLAIN_ERRORS, Toolset};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "terminal",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: Instructions::Lines(&[]),
    tools: &[
        project_read::TOOL,
        project_log::TOOL,
        plan_fix::TOOL,
        plan_files::PLAN_RENAME,
        plan_files::PLAN_ARCHIVE,
        plan_files::PLAN_RESTORE,
        plan_files::PLAN_DELETE,
        plan_files::PLAN_ARCHIVED,
        plan_files::CONFIG_WRITE,
    ],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Complete,
    prompts: &[],
    has_dotted_names: true,
    has_if_match: true,
    resources: None,
    error_format: PLAIN_ERRORS,
    reading: Reading::Strict,
};
