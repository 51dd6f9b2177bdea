//! `delete_task`: deletes a task and its context file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::edit::{DeleteTask, Op, apply};
use crate::files::{Content, Expected, ToolResult, Write};
use crate::text::iso_time;
use crate::toolkit::notes::path_of;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::errors::task_not_found;
use super::index_page::IndexPage;
use super::mapping::TaskId;
use super::tasks::{find, open};

pub(super) const TOOL: Tool = tool!(REPLACE, "delete_task", "Delete a task with its subtasks and its context file.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The task.
    pub(super) task_id: TaskId,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    /// Relative to the root.
    pub(super) deleted_files: Vec<String>,
    pub(super) deleted_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let id = &input.task_id.0;
    let plan = open(context)?;
    let path = path_of(id);
    let notes = context.text_file(&path)?;
    let exists = find(plan.document(), id).is_some();
    // An interrupted deletion leaves the context file, which the next attempt deletes.
    if !exists && notes.is_none() {
        return Err(task_not_found(id).into());
    }
    let ops: Vec<_> = exists.then(|| Op::Delete(DeleteTask { task_id: id.clone() })).into_iter().collect();
    let edited = apply(plan.document(), &ops, &mut context.ids())?;
    let index = IndexPage { deleted_context: Some(id), ..IndexPage::with(&edited.document) }.write(context)?;
    let mut writes = Vec::new();
    if exists {
        writes.push(plan.write(&edited));
    }
    let deleted_files: Vec<_> = notes.iter().map(|_| context.display_path(&path)).collect();
    writes.extend(notes.map(|found| Write::new(path, Content::Nothing, Expected::Etag(found.etag.to_owned()))));
    writes.extend(index);
    let (task_id, deleted_at) = (id.clone(), iso_time(context.call.now_ms));
    let output = move |_| Output {
        task_id: task_id.clone(),
        deleted_files: deleted_files.clone(),
        deleted_at: deleted_at.clone(),
    };
    Ok(Outcome::after_all(writes, output))
}
