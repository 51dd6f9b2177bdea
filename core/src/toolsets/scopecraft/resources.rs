//! Lists and single tasks as resources.

use serde::Serialize;

use crate::contract::to_json;
use crate::failure::ToolError;
use crate::files::ToolResult;
use crate::text::truncate;
use crate::toolkit::{Context, Outcome, ResourceEntry, ResourceTemplate, Resources, plan_id_of, resource_reply};

use super::{parent_get, parent_list, task_get, task_list};

const TASKS_URI: &str = "scopecraft://tasks";
const PARENTS_URI: &str = "scopecraft://parents";
const MIME_TYPE: &str = "application/json";

pub(super) const LISTS: Resources = Resources {
    uri_start: "scopecraft://",
    templates: &[
        ResourceTemplate { uri_template: "scopecraft://tasks/{id}", name: "task", description: "A task" },
        ResourceTemplate {
            uri_template: "scopecraft://parents/{id}",
            name: "parent",
            description: "A task with its subtasks",
        },
    ],
    folders: &[""],
    mime_type: MIME_TYPE,
    list: |_| {
        let tasks = resource(TASKS_URI, "tasks", "Open tasks of all plans");
        Ok(vec![tasks, resource(PARENTS_URI, "parents", "Tasks with subtasks, and their progress")])
    },
    read: |context, _| read(context),
    resource_uris: |path| match plan_id_of(path) {
        Some(_) => vec![TASKS_URI.to_owned(), PARENTS_URI.to_owned()],
        None => Vec::new(),
    },
};

fn read(context: &Context<'_>) -> ToolResult<Outcome<String>> {
    let uri = context.call.name.as_str();
    if uri == TASKS_URI {
        return Ok(reply(uri, &task_list::longest_page(context, &task_list::Input::default())?));
    }
    if uri == PARENTS_URI {
        return Ok(reply(uri, &parent_list::longest_page(context, &parent_list::Input::default())?));
    }
    let id = |list: &str| uri.strip_prefix(list)?.strip_prefix('/').map(str::to_owned);
    if let Some(id) = id(TASKS_URI) {
        let input = task_get::Input { id, format: Some(task_get::Format::Full), ..task_get::Input::default() };
        return Ok(reply(uri, &task_get::reply(context, &input)?));
    }
    if let Some(id) = id(PARENTS_URI) {
        let input = parent_get::Input { id, ..parent_get::Input::default() };
        return Ok(reply(uri, &parent_get::reply(context, &input)?));
    }
    let message = format!("There is no resource {:?}; there are {TASKS_URI} and {PARENTS_URI}", truncate(uri, 200));
    Err(ToolError::new("NOT_FOUND", message).into())
}

fn resource(uri: &str, name: &str, title: &str) -> ResourceEntry {
    ResourceEntry { uri: uri.to_owned(), name: name.to_owned(), title: Some(title.to_owned()), mime_type: MIME_TYPE }
}

fn reply(uri: &str, output: &impl Serialize) -> Outcome<String> {
    resource_reply(uri, MIME_TYPE, &to_json(output))
}
