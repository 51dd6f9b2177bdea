//! `note_get`: the notes on a task.

use crate::contract::{input, output};
use crate::text::iso_time;
use crate::toolsets::access::count;
use crate::toolsets::budget::{LARGEST, fitting_characters};
use crate::toolsets::records::notes::path_of;
use crate::toolsets::registry::{Done, tool};
use crate::toolsets::{Context, Tool};
use crate::workspace::{Stop, ToolError};

use super::{TaskId, is_task};

pub(super) const TOOL: Tool = tool!(READ, "note_get", "Read the notes on a task; empty if there are none.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "taskId" task_id: TaskId,
        /// From `nextOffset` of long notes.
        "offset" offset: Option<u32>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "taskId" task_id: String,
        /// Markdown.
        "content" content: String,
        /// Where the rest of long notes starts.
        "nextOffset" next_offset: Option<u32>,
        /// The file, relative to the root.
        "path" path: String,
        /// When it last changed.
        "updatedAt" updated_at: Option<String>,
        /// Fingerprint of the file.
        "etag" etag: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    if found.is_none() && !is_task(context, id)? {
        return Err(ToolError::task_not_found(id).into());
    }
    let text = found.map_or("", |found| found.text);
    let offset = input.offset.unwrap_or_default() as usize;
    let length = fitting_characters(text.chars().skip(offset), LARGEST);
    let mut rest = text.chars().skip(offset);
    let part = rest.by_ref().take(length).collect();
    Ok(Done::Ready(Output {
        task_id: id.clone(),
        content: part,
        next_offset: rest.next().map(|_| count(offset + length)),
        path: context.shown_file(&path),
        updated_at: found.map(|found| found.modified_ms).filter(|time| *time > 0).map(iso_time),
        etag: found.map(|found| found.etag.to_owned()),
    }))
}
