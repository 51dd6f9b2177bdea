//! `note_get`: the notes on a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::failure::Failure;
use crate::files::ToolResult;
use crate::text::iso_time;
use crate::toolkit::notes::path_of;
use crate::toolkit::{Context, Tool};
use crate::toolkit::{MAX_REPLY_CHARS, fitting_chars};
use crate::toolkit::{Outcome, tool};
use crate::views::to_u32;

use super::{TaskId, is_task};

pub(super) const TOOL: Tool = tool!(READ, "note_get", "Read the notes on a task; empty if there are none.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// From `nextOffset` of long notes.
    pub(super) offset: Option<u32>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) task_id: String,
    pub(super) content: String,
    /// Where the rest of long notes starts.
    pub(super) next_offset: Option<u32>,
    /// The file, relative to the root.
    pub(super) path: String,
    /// When it last changed.
    pub(super) updated_at: Option<String>,
    /// Fingerprint of the file.
    pub(super) etag: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    if found.is_none() && !is_task(context, id)? {
        return Err(Failure::task_not_found(id).into());
    }
    let text = found.map_or("", |found| found.text);
    let offset = input.offset.unwrap_or_default() as usize;
    let length = fitting_chars(text.chars().skip(offset), MAX_REPLY_CHARS);
    let mut rest = text.chars().skip(offset);
    let part = rest.by_ref().take(length).collect();
    Ok(Outcome::Ready(Output {
        task_id: id.clone(),
        content: part,
        next_offset: rest.next().map(|_| to_u32(offset + length)),
        path: context.display_path(&path),
        updated_at: found.map(|found| found.modified_ms).filter(|time| *time > 0).map(iso_time),
        etag: found.map(|found| found.etag.to_owned()),
    }))
}
