//! `get_context`: reads the context file of a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::files::ToolResult;
use crate::text::iso_time;
use crate::toolkit::notes::path_of;
use crate::toolkit::{Context, MAX_REPLY_CHARS, Outcome, Tool, part_from, tool};

use super::errors::{about, task_not_found};
use super::mapping::TaskId;
use super::tasks::{find, read};

pub(super) const TOOL: Tool = tool!(READ, "get_context", "Read what is known about a task.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// To read on in a long context: its `next_offset`.
    pub(super) offset: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    pub(super) content: String,
    /// Where a long context continues. Only files that were edited manually are so long.
    pub(super) next_offset: Option<u32>,
    /// Its context file, relative to the root.
    pub(super) file_path: String,
    /// When the file last changed.
    pub(super) updated_at: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let Some(found) = context.text_file(&path)? else {
        let document = read(context)?;
        find(&document, id).ok_or_else(|| task_not_found(id))?;
        let file = context.display_path(&path);
        let message = format!("{id} has no context yet: there is no {file}; update_context makes it");
        return Err(about("FILE_NOT_FOUND", message, "file_path", &file).into());
    };
    let part = part_from(found.text, input.offset.unwrap_or_default() as usize, MAX_REPLY_CHARS);
    Ok(Outcome::Ready(Output {
        task_id: id.clone(),
        content: part.text,
        next_offset: part.next,
        file_path: context.display_path(&path),
        updated_at: Some(found.modified_ms).filter(|time| *time > 0).map(iso_time),
    }))
}
