//! All of a plan at once, for embedders that show it.

use wasm_bindgen::prelude::wasm_bindgen;

use super::document::Plan;
use crate::contract::{Json, json};
use crate::plan::{Document, Key, Task, decode_value};

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
        let value = match Key::named(key).filter(|key| key.is_list()) {
            Some(key) => task.list(text, key).into(),
            None => {
                let encoded = attribute.value.of(text);
                decode_value(encoded).map_or_else(|_| encoded.into(), |value| value.as_ref().into())
            }
        };
        fields.push((key.to_owned(), value));
    }
    Json::Object(fields)
}
