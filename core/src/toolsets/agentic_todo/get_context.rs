//! `get_context`: the context of a task.

use crate::contract::{input, output};
use crate::text::iso_time;
use crate::toolsets::budget::{LARGEST, fitting_characters};
use crate::toolsets::records::notes::path_of;
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::Stop;

use super::errors::{about, task_not_found};
use super::mapping::TaskId;
use super::store::{find, read};
use super::tool;

pub(super) const TOOL: Tool = tool!(READ, "get_context", "Read what is known about a task.");

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "task_id" task_id: TaskId,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "task_id" task_id: String,
        /// Markdown.
        "content" content: String,
        /// That there is more in the file than an answer holds; the resource has all of it.
        "is_cut" is_cut: Option<bool>,
        /// Its context, relative to the root.
        "file_path" file_path: String,
        /// When the file was last changed.
        "updated_at" updated_at: Option<String>,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let Some(found) = context.text_file(&path)? else {
        let document = read(context)?;
        find(&document, id).ok_or_else(|| task_not_found(id))?;
        let shown = context.shown_file(&path);
        let message = format!("{id} has no context yet: there is no {shown}; update_context makes it");
        return Err(about("FILE_NOT_FOUND", message, "file_path", &shown).into());
    };
    let length = fitting_characters(found.text.chars(), LARGEST);
    let is_cut = found.text.chars().nth(length).is_some();
    Ok(Done::Ready(Output {
        task_id: id.clone(),
        content: if is_cut { found.text.chars().take(length).collect() } else { found.text.to_owned() },
        is_cut: is_cut.then_some(true),
        file_path: context.shown_file(&path),
        updated_at: Some(found.modified_ms).filter(|time| *time > 0).map(iso_time),
    }))
}
