//! The attributes of a task, decoded.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::plan::{AttributeKey, Task, decode_list, decode_or_keep};
use crate::word::Word;

/// The attributes of a task, under the names by which tools set them. Invalid values are included unchanged.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskAttributes {
    pub priority: Option<String>,
    pub due: Option<String>,
    pub tags: Option<Vec<String>>,
    /// Ids of the tasks that it depends on.
    pub depends_on: Option<Vec<String>>,
    pub estimate: Option<String>,
    pub assignee: Option<String>,
    #[serde(rename = "type")]
    pub task_type: Option<String>,
    pub area: Option<String>,
    pub state: Option<String>,
    #[serde(skip)]
    pub seq: Option<String>,
    /// Attributes with other keys, in order.
    #[serde(skip)]
    pub other: Vec<(String, String)>,
}

impl TaskAttributes {
    /// Reads them in one pass. Of duplicate keys, the first counts.
    pub fn of(text: &str, task: &Task) -> Self {
        let mut found = Self::default();
        for attribute in task.attributes(text) {
            let (key, encoded) = (attribute.key.of(text), attribute.value.of(text));
            let list = || decode_list(encoded).map(Cow::into_owned).collect();
            let field = match AttributeKey::named(key) {
                Some(AttributeKey::Priority) => &mut found.priority,
                Some(AttributeKey::Due) => &mut found.due,
                Some(AttributeKey::Estimate) => &mut found.estimate,
                Some(AttributeKey::Assignee) => &mut found.assignee,
                Some(AttributeKey::Type) => &mut found.task_type,
                Some(AttributeKey::Area) => &mut found.area,
                Some(AttributeKey::State) => &mut found.state,
                Some(AttributeKey::Seq) => &mut found.seq,
                Some(AttributeKey::Tags) => {
                    found.tags.get_or_insert_with(list);
                    continue;
                }
                Some(AttributeKey::Depends) => {
                    found.depends_on.get_or_insert_with(list);
                    continue;
                }
                None => {
                    found.other.push((key.to_owned(), decode_or_keep(encoded).into_owned()));
                    continue;
                }
            };
            field.get_or_insert_with(|| decode_or_keep(encoded).into_owned());
        }
        for list in [&mut found.tags, &mut found.depends_on] {
            list.take_if(|elements| elements.is_empty());
        }
        found
    }

    /// Changes all values, for example to truncate them. `seq` and other keys stay unchanged.
    #[must_use]
    pub fn map(self, value: impl Fn(&str) -> String, list: impl Fn(&[String]) -> Vec<String>) -> Self {
        let value = |field: Option<String>| field.map(|field| value(&field));
        let list = |field: Option<Vec<String>>| field.map(|field| list(&field)).filter(|list| !list.is_empty());
        Self {
            priority: value(self.priority),
            due: value(self.due),
            tags: list(self.tags),
            depends_on: list(self.depends_on),
            estimate: value(self.estimate),
            assignee: value(self.assignee),
            task_type: value(self.task_type),
            area: value(self.area),
            state: value(self.state),
            ..self
        }
    }
}
