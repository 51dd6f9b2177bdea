//! All of a plan at once, and what changed in it, for embedders that show it.

use wasm_bindgen::prelude::wasm_bindgen;

use super::document::Plan;
use crate::contract::{Json, json};
use crate::plan::{Document, Key, Task, decode_value};
use crate::query::{Change, TaskChange, compare};

#[wasm_bindgen]
impl Plan {
    /// The whole plan: `{ title?, body?, sections, tasks }`. A section is `{ name, level, parent?, line }`, a task `{ id, title,
    /// status, attributes, section?, parent?, line, body? }`; `section` and `parent` are numbers in these lists. Attributes are
    /// decoded, under the keys that the file has. Bytes that are no text have nothing in them.
    pub fn outline(&self) -> String {
        self.text_document()
            .map_or_else(|| json! { "sections": Vec::<Json>::new(), "tasks": Vec::<Json>::new() }, outline)
            .to_string()
    }

    /// What changed since `older`, by task: a list of `{ taskId?, title, change, field?, from?, to? }`. `change` is `added`,
    /// `deleted`, `body`, or `field` with what it was and is. Without `taskId` it is about the plan itself. Bytes that are no
    /// text say nothing about what changed.
    #[wasm_bindgen(js_name = changesSince)]
    pub fn changes_since(&self, older: &Self) -> String {
        let documents = older.text_document().zip(self.text_document());
        let changes = documents.map(|(old, new)| compare(old, new)).unwrap_or_default();
        Json::List(changes.iter().map(told).collect()).to_string()
    }
}

fn told(TaskChange { task_id, title, change }: &TaskChange) -> Json {
    let word = match change {
        Change::Added => "added",
        Change::Deleted => "deleted",
        Change::Body => "body",
        Change::Field { .. } => "field",
    };
    let mut told = Vec::new();
    let mut tell = |name: &str, value: Option<&str>| told.extend(value.map(|value| (name.to_owned(), value.into())));
    tell("taskId", Some(task_id.as_str()).filter(|id| !id.is_empty()));
    tell("title", Some(title));
    tell("change", Some(word));
    if let Change::Field { name, from, to } = change {
        tell("field", Some(name));
        tell("from", from.as_deref());
        tell("to", to.as_deref());
    }
    Json::Object(told)
}

fn outline(document: &Document) -> Json {
    let (text, plan) = (document.text(), document.plan());
    let sections: Vec<_> = plan
        .headings
        .iter()
        .map(|heading| {
            let mut section = vec![
                ("name".to_owned(), Json::from(heading.name.of(text))),
                ("level".to_owned(), heading.level.into()),
                ("line".to_owned(), heading.line.into()),
            ];
            section.extend(heading.parent.map(|parent| ("parent".to_owned(), parent.into())));
            Json::Object(section)
        })
        .collect();
    let tasks: Vec<_> = plan.tasks.iter().map(|task| shown(text, task)).collect();
    let mut all = Vec::new();
    all.extend(plan.title(text).map(|title| ("title".to_owned(), title.into())));
    all.extend(plan.body.map(|body| ("body".to_owned(), body.markdown(text).into())));
    all.push(("sections".to_owned(), sections.into()));
    all.push(("tasks".to_owned(), tasks.into()));
    Json::Object(all)
}

fn shown(text: &str, task: &Task) -> Json {
    let mut shown = vec![
        ("id".to_owned(), Json::from(task.id.of(text))),
        ("title".to_owned(), task.title.of(text).into()),
        ("status".to_owned(), task.status.as_str().into()),
        ("line".to_owned(), task.line.into()),
        ("attributes".to_owned(), attributes(text, task)),
    ];
    shown.extend(task.section.map(|section| ("section".to_owned(), section.into())));
    shown.extend(task.parent.map(|parent| ("parent".to_owned(), parent.into())));
    shown.extend(task.body.map(|body| ("body".to_owned(), body.markdown(text).into())));
    Json::Object(shown)
}

/// Of a key that is there twice, the first counts.
fn attributes(text: &str, task: &Task) -> Json {
    let mut fields: Vec<(String, Json)> = Vec::new();
    for attribute in task.attributes(text) {
        let key = attribute.key.of(text);
        if fields.iter().any(|(name, _)| name == key) {
            continue;
        }
        let encoded = attribute.value.of(text);
        let value = match Key::named(key).filter(|key| key.is_list()) {
            Some(key) => task.list(text, key).into(),
            None => decode_value(encoded).map_or_else(|_| encoded.into(), |value| value.as_ref().into()),
        };
        fields.push((key.to_owned(), value));
    }
    Json::Object(fields)
}
