//! `update_context`: writes the context file of a task, or one section of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::Limited;
use crate::files::{Content, Expected, ToolResult, Write};
use crate::text::iso_time;
use crate::toolkit::notes::{changed, path_of};
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::create_task::new_context;
use super::errors::task_not_found;
use super::index_page::IndexPage;
use super::mapping::TaskId;
use super::tasks::{find, read};

pub(super) const TOOL: Tool = tool!(
    ANY,
    "update_context",
    "Write down what is known about a task: all of it, or one section; append adds to the existing text."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// Markdown.
    pub(super) content: Limited<0, 10000>,
    /// Adds to the existing text.
    #[schemars(extend("default" = false))]
    pub(super) append: Option<bool>,
    /// Only under this heading, which is made if it is missing.
    pub(super) section: Option<Limited<0, 50>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    /// Its context file, relative to the root.
    pub(super) file_path: String,
    pub(super) updated_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let document = read(context)?;
    let index = find(&document, id).ok_or_else(|| task_not_found(id))?;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    let title = document.plan().tasks[index].title.of(document.text());
    let new = new_context(id, title, "");
    let before = found.map_or(new.as_str(), |found| found.text);
    let section = input.section.as_ref().map(|name| name.0.as_str());
    let text = changed(before, section, &input.content.0, input.append == Some(true))?;
    let (task_id, file_path, now) = (id.clone(), context.display_path(&path), iso_time(context.call.now_ms));
    let output = move |_| Output { task_id: task_id.clone(), file_path: file_path.clone(), updated_at: now.clone() };
    if found.is_some_and(|found| found.text == text) {
        return Ok(Outcome::Ready(output(String::new())));
    }
    let expected = found.map_or(Expected::Absent, |found| Expected::Etag(found.etag.to_owned()));
    let mut writes = vec![Write::new(path, Content::Text(text), expected)];
    if found.is_none() {
        writes.extend(IndexPage { new_context: Some(id), ..IndexPage::with(&document) }.write(context)?);
    }
    Ok(Outcome::after_all(writes, output))
}
