//! The lists and single tasks as resources.

use crate::contract::{Json, ToJson, json, read_arguments, to_json};
use crate::text::shortened;
use crate::toolkit::plan_id_of;
use crate::toolkit::{Context, ResourceTemplate, Resources};
use crate::failure::{Failure, ToolError};
use crate::files::{ToolResult};
use crate::toolkit::Outcome;

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
    let nothing = json! {};
    if uri == TASKS_URI {
        return Ok(answer(uri, &task_list::whole(context, &read(&nothing)?)?));
    }
    if uri == PARENTS_URI {
        return Ok(answer(uri, &parent_list::whole(context, &read(&nothing)?)?));
    }
    let id = |list: &str| uri.strip_prefix(list)?.strip_prefix('/');
    if let Some(id) = id(TASKS_URI) {
        let arguments = json! { "id": id, "format": "full" };
        return Ok(answer(uri, &task_get::answer(context, &read(&arguments)?)?));
    }
    if let Some(id) = id(PARENTS_URI) {
        return Ok(answer(uri, &parent_get::answer(context, &read(&json! { "id": id })?)?));
    }
    let message = format!("There is no resource {:?}; there are {TASKS_URI} and {PARENTS_URI}", shortened(uri, 200));
    Err(ToolError::new("NOT_FOUND", message).into())
}

fn resource(uri: &str, name: &str, title: &str) -> Json {
    json! { "uri": uri, "name": name, "title": title, "mimeType": MIME_TYPE }
}

fn answer(uri: &str, output: &dyn ToJson) -> Outcome {
    let content = json! { "uri": uri, "mimeType": MIME_TYPE, "text": to_json(output) };
    Outcome::Ready(json! { "contents": vec![content] }.to_string())
}
