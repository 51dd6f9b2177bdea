//! The lists and single tasks as resources.

use crate::contract::{Json, ToJson, json, read_arguments, to_json};
use crate::toolsets::access::plan_id_of;
use crate::toolsets::registry::{Context, Resources};
use crate::workspace::Answer;

use super::{parent_get, parent_list, task_get, task_list};

const TASKS_URI: &str = "scopecraft://tasks";
const PARENTS_URI: &str = "scopecraft://parents";
const MIME_TYPE: &str = "application/json";

pub(super) const TASKS: Resources = Resources {
    uri_template: "scopecraft://tasks/{id}",
    name: "task",
    description: "A task as JSON",
    mime_type: MIME_TYPE,
    list: |_| Ok(vec![resource(TASKS_URI, "tasks", "Open tasks of all plans")]),
    read: |context, _| {
        Ok(match id(context, TASKS_URI) {
            Some(id) => {
                answer(context, &task_get::answer(context, &read_arguments(&json! { "id": id, "format": "full" })?)?)
            }
            None => answer(context, &task_list::whole(context, &read_arguments(&json! {})?)?),
        })
    },
    uri_of: |path| plan_id_of(path).map(|_| TASKS_URI.to_owned()),
};

pub(super) const PARENTS: Resources = Resources {
    uri_template: "scopecraft://parents/{id}",
    name: "parent",
    description: "A task with its subtasks as JSON",
    mime_type: MIME_TYPE,
    list: |_| Ok(vec![resource(PARENTS_URI, "parents", "Tasks with subtasks, and their progress")]),
    read: |context, _| {
        Ok(match id(context, PARENTS_URI) {
            Some(id) => answer(context, &parent_get::answer(context, &read_arguments(&json! { "id": id })?)?),
            None => answer(context, &parent_list::whole(context, &read_arguments(&json! {})?)?),
        })
    },
    uri_of: |path| plan_id_of(path).map(|_| PARENTS_URI.to_owned()),
};

fn resource(uri: &str, name: &str, title: &str) -> Json {
    json! { "uri": uri, "name": name, "title": title, "mimeType": MIME_TYPE }
}

/// The id at the end of the URI, if it is not that of the list.
fn id<'c>(context: &'c Context<'_>, list: &str) -> Option<&'c str> {
    context.call.name.strip_prefix(list)?.strip_prefix('/')
}

fn answer(context: &Context<'_>, output: &dyn ToJson) -> Answer {
    let text = to_json(output);
    let shown = json! { "uri": context.call.name.as_str(), "mimeType": MIME_TYPE, "text": text };
    Answer::Ready(json! { "contents": vec![shown] }.to_string())
}
