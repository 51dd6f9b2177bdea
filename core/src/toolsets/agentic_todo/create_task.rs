//! `create_task`: adds a task with its subtasks and its context file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::{Few, Limited};
use crate::edit::{AddTask, Op, apply};
use crate::files::{Content, ToolResult, Write};
use crate::text::iso_time;
use crate::toolkit::notes::path_of;
use crate::toolkit::{Context, Outcome, Tool, tool};

use super::index_page::IndexPage;
use super::mapping::{section_path, title};
use super::task_number::{TaskNumber, next_task_number};
use super::tasks::open;

pub(super) const TOOL: Tool =
    tool!(ADD, "create_task", "Create a task at the end of its category, with subtasks and a context file.");

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// One line.
    pub(super) title: Limited<1, 100>,
    /// Section; made if missing.
    pub(super) category: Option<Limited<0, 50>>,
    /// Starts the context file.
    pub(super) description: Option<Limited<0, 500>>,
    /// Their titles.
    pub(super) subtasks: Option<Few<Limited<0, 100>, 20>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Output {
    pub(super) task_id: String,
    /// Its context, relative to the root.
    pub(super) file_path: String,
    pub(super) created_at: String,
}

fn run(context: &Context<'_>, input: &Input) -> ToolResult<Outcome<Output>> {
    let own_title = title(&input.title.0, "title")?;
    let subtasks = input.subtasks.as_ref().map_or(&[][..], |subtasks| &subtasks.0);
    let checked = |(index, text): (usize, &Limited<0, 100>)| title(&text.0, &format!("subtasks[{index}]"));
    let subtasks = subtasks.iter().enumerate().map(checked).collect::<Result<Vec<_>, _>>()?;
    let plan = open(context)?;
    let path = section_path(plan.document(), input.category.as_ref().map_or("", |category| &category.0))?;
    let description = input.description.as_ref().map_or("", |description| &description.0).trim();
    let text_of = |id: &str| new_context(id, &own_title, description);
    let TaskNumber { id, expected } = next_task_number(context, plan.document(), text_of)?;
    let mut ids = vec![id.clone()];
    let mut ops = vec![Op::from(add(own_title.clone(), Some(path), None))];
    for (index, subtask) in subtasks.into_iter().enumerate() {
        ids.push(format!("{id}-{}", index + 1));
        ops.push(Op::from(add(subtask, None, Some(id.clone()))));
    }
    let edited = apply(plan.document(), &ops, &mut context.ids().with_preset(ids))?;
    let index = IndexPage { new_context: Some(&id), ..IndexPage::with(&edited.document) }.write(context)?;
    // The context file is written first. If the call is interrupted between the two writes, the next attempt reuses it.
    let mut writes = vec![Write::new(path_of(&id), Content::Text(text_of(&id)), expected), plan.write(&edited)];
    writes.extend(index);
    let (file_path, created_at) = (context.display_path(&path_of(&id)), iso_time(context.call.now_ms));
    let output = move |_| Output { task_id: id.clone(), file_path: file_path.clone(), created_at: created_at.clone() };
    Ok(Outcome::after_all(writes, output))
}

/// The context file of a new task.
pub(super) fn new_context(id: &str, title: &str, description: &str) -> String {
    let heading = format!("# {id}: {title}\n");
    if description.is_empty() { heading } else { format!("{heading}\n{description}\n") }
}

/// A task in a section or under a parent.
pub(super) fn add(title: String, section_path: Option<Vec<String>>, parent_task_id: Option<String>) -> AddTask {
    AddTask { title, section_path, parent_task_id, ..AddTask::default() }
}
