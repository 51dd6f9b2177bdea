//! `update_context`: the context of a task written, as a whole or in one section.

use crate::contract::{Limited, input, output};
use crate::text::iso_time;
use crate::toolsets::records::notes::{changed, path_of};
use crate::toolsets::registry::Done;
use crate::toolsets::{Context, Tool};
use crate::workspace::{Content, Expected, Stop, Write};

use super::create_task::new_context;
use super::errors::task_not_found;
use super::index_page::Files;
use super::mapping::TaskId;
use super::store::{find, read};
use super::tool;

pub(super) const TOOL: Tool = tool!(
    ANY,
    "update_context",
    "Write down what is known about a task: all of it, or one section; append goes on after what is there."
);

input! {
    /// Arguments.
    pub(super) struct Input {
        /// The task.
        "task_id" task_id: TaskId,
        /// Markdown.
        "content" content: Limited<0, 10000>,
        /// Keep what is there.
        "append" append: Option<bool>,
        /// Only under this heading, which is made if it is missing.
        "section" section: Option<Limited<0, 50>>,
    }
}

output! {
    /// Answer.
    pub(super) struct Output {
        /// The task.
        "task_id" task_id: String,
        /// Its context, relative to the root.
        "file_path" file_path: String,
        /// When.
        "updated_at" updated_at: String,
    }
}

fn run(context: &Context<'_>, input: &Input) -> Result<Done<Output>, Stop> {
    let id = &input.task_id.0;
    let document = read(context)?;
    let number = find(&document, id).ok_or_else(|| task_not_found(id))?;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    let title = document.plan().tasks[number].title.of(document.text());
    let fresh = new_context(id, title, "");
    let before = found.map_or(fresh.as_str(), |found| found.text);
    let section = input.section.as_ref().map(|name| name.0.as_str());
    let text = changed(before, section, &input.content.0, input.append == Some(true))?;
    let (task_id, file_path, now) = (id.clone(), context.shown_file(&path), iso_time(context.call.now_ms));
    let output = move |_| Output { task_id: task_id.clone(), file_path: file_path.clone(), updated_at: now.clone() };
    if found.is_some_and(|found| found.text == text) {
        return Ok(Done::Ready(output(String::new())));
    }
    let expected = found.map_or(Expected::Absent, |found| Expected::Etag(found.etag.to_owned()));
    let mut writes = vec![Write::new(path, Content::Text(text), expected)];
    if found.is_none() {
        writes.extend(Files { new_context: Some(id), ..Files::with(&document) }.write(context)?);
    }
    Ok(Done::AfterWrites(writes, Box::new(output)))
}
