//! `note_update`: notes on a task written, as a whole or in one section.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::contract::Limited;
use crate::failure::Failure;
use crate::files::{Content, Expected, ToolResult, Write};
use crate::text::iso_time;
use crate::toolkit::notes::{changed, path_of};
use crate::toolkit::{Context, Tool};
use crate::toolkit::{Outcome, tool};

use super::{TaskId, is_task};

pub(super) const TOOL: Tool = tool!(
    ANY,
    "note_update",
    "Write notes on a task: all of them, or one section; append goes on after what is there."
);

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
    /// Markdown; \"\" for none.
    pub(super) content: Limited<0, 10000>,
    /// Keep what is there.
    pub(super) append: Option<bool>,
    /// Only under this heading, which is made if it is missing.
    pub(super) section: Option<Limited<0, 50>>,
    /// Expected etag.
    pub(super) if_match: Option<String>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) task_id: String,
    /// The file, relative to the root.
    pub(super) path: String,
    /// When it was written.
    pub(super) updated_at: String,
    /// Fingerprint of the file; none if there are no notes any more.
    pub(super) etag: Option<String>,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let path = path_of(id);
    let found = context.text_file(&path)?;
    // Where there are no notes, there is no version of them that could be named.
    if found.is_some() || input.if_match.is_some() {
        context.check_if_match(input.if_match.as_deref(), found.map_or("", |found| found.etag))?;
    }
    if found.is_none() && !is_task(context, id)? {
        return Err(Failure::task_not_found(id).into());
    }
    let before = found.map_or("", |found| found.text);
    let section = input.section.as_ref().map(|name| name.0.as_str());
    let text = changed(before, section, &input.content.0, input.append == Some(true))?;
    let now = iso_time(context.call.now_ms);
    let (task_id, shown) = (id.clone(), context.display_path(&path));
    let output = move |etag: String| Output {
        task_id: task_id.clone(),
        path: shown.clone(),
        updated_at: now.clone(),
        etag: Some(etag).filter(|etag| !etag.is_empty()),
    };
    if text == before {
        return Ok(Outcome::Ready(output(found.map_or(String::new(), |found| found.etag.to_owned()))));
    }
    let expected = found.map_or(Expected::Absent, |found| Expected::Etag(found.etag.to_owned()));
    let written = if text.is_empty() { Content::Nothing } else { Content::Text(text) };
    Ok(Outcome::after(Write::new(path, written, expected), output))
}
