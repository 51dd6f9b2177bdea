//! The toolset `notes`: a page of notes on each task, beside the plans.

mod note_get;
mod note_search;
mod note_update;

#[cfg(not(target_arch = "wasm32"))]
use crate::contract::schema::Style;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::files::{LoadedPlan, ToolResult};
use crate::plan::is_id;
use crate::text::truncate;

use crate::toolkit::PLAIN_ERRORS;
use crate::toolkit::path_of;
use crate::toolkit::{Context, Toolset};

pub(super) const TOOLSET: Toolset = Toolset {
    name: "notes",
    #[cfg(not(target_arch = "wasm32"))]
    instructions: "Findings: note_update.",
    tools: &[note_get::TOOL, note_update::TOOL, note_search::TOOL],
    #[cfg(not(target_arch = "wasm32"))]
    input_style: Style::Terse,
    prompts: &[],
    resources: None,
    error_format: PLAIN_ERRORS,
};

/// The id of a task, in whichever plan.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
struct TaskId(String);

impl<'de> Deserialize<'de> for TaskId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        if is_id(&id) {
            return Ok(Self(id));
        }
        Err(D::Error::custom(format_args!(
            "must be the id of a task, not {:?}: 1 to 128 letters, digits, _ and -, starting with a letter or digit",
            truncate(&id, 60)
        )))
    }
}

/// Whether any plan has this task. Notes know of no plans, since ids of tasks differ between them.
fn is_task(context: &Context<'_>, id: &str) -> ToolResult<bool> {
    let documents = context.files.documents(context.plan_ids()?, |plan| path_of(plan))?;
    Ok(documents.into_iter().any(|(_, found)| {
        found.is_ok_and(|LoadedPlan { document, .. }| document.plan().find(document.text(), id).is_some())
    }))
}
