//! Sets and removes attributes of a task.

use crate::contract::Clearable;
use crate::plan::{Attribute, AttributeKey, Document, State, Status, Task, check_value, decode_value, encode_value};
use crate::text::{Interner, Replacement, Span};
use crate::word::Word;
use std::borrow::Cow;

use super::lines::sort_by_position;
use super::{AttributeChanges, EditError};

/// An attribute and its new encoded value; `None` removes it.
pub(super) type AttributeEdit = (AttributeKey, Option<String>);

impl AttributeChanges {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The checked and encoded edits, without `state`, which belongs to the status.
    pub(super) fn edits(&self) -> Result<Vec<AttributeEdit>, EditError> {
        let priority = self.priority.map(|priority| priority.0.map_or("", |priority| priority.as_str()).to_owned());
        let single = |value| Option::as_ref(value).map(std::slice::from_ref);
        let fields = [
            (AttributeKey::Priority, single(&priority)),
            (AttributeKey::Due, single(&self.due)),
            (AttributeKey::Tags, self.tags.as_deref()),
            (AttributeKey::Depends, self.depends_on.as_deref()),
            (AttributeKey::Estimate, single(&self.estimate)),
            (AttributeKey::Assignee, single(&self.assignee)),
            (AttributeKey::Type, single(&self.task_type)),
            (AttributeKey::Area, single(&self.area)),
        ];
        let given = fields.into_iter().filter_map(|(key, values)| Some((key, values?)));
        given.map(|(key, values)| Ok((key, encoded(key, values)?))).collect()
    }
}

/// The encoded value; `None` if it is empty.
fn encoded(key: AttributeKey, values: &[String]) -> Result<Option<String>, EditError> {
    if let [single] = values
        && single.is_empty()
        && !key.is_list()
    {
        return Ok(None);
    }
    let mut written = Vec::new();
    let mut seen = Interner::<&str>::default();
    for value in values {
        check_value(key, value)?;
        if seen.insert(value.as_str()) {
            written.push(encode_value(value, key.is_list()));
        }
    }
    Ok((!written.is_empty()).then(|| written.join(",")))
}

/// The new status and the edit of the state: a status alone clears the state, and a state implies a status.
pub(super) fn resolve_status(
    current: Status,
    status: Option<Status>,
    state: Option<Clearable<State>>,
) -> Result<(Status, Option<AttributeEdit>), EditError> {
    let cleared = Some((AttributeKey::State, None));
    let Some(Clearable(Some(state))) = state else {
        let is_touched = status.is_some() || state.is_some();
        return Ok((status.unwrap_or(current), cleared.filter(|_| is_touched)));
    };
    let status = status.unwrap_or_else(|| state.status_from(current));
    if !state.fits(status) {
        return Err(EditError::invalid(format!(
            "state {} does not fit status {}; blocked and deferred are open, cancelled and archived are done",
            state.as_str(),
            status.as_str()
        )));
    }
    Ok((status, Some((AttributeKey::State, Some(state.as_str().to_owned())))))
}

/// The replacements in a task's comment, in ascending order.
pub(super) fn replacements(document: &Document, task: &Task, changes: &[AttributeEdit]) -> Vec<Replacement> {
    let text = document.text();
    let mut replacements = Vec::new();
    let mut added = String::new();
    for (key, value) in changes {
        let mut present = task.attributes(text).filter(|attribute| attribute.key.of(text) == key.as_str()).peekable();
        match (present.peek(), value) {
            (Some(first), Some(value)) => replacements.extend(replaced(text, *key, *first, value)),
            (None, Some(value)) => added.push_str(&format!(" {}={value}", key.as_str())),
            // Duplicates are removed too: the next one would count otherwise.
            (_, None) => replacements.extend(present.map(|each| removed(text, task, each))),
        }
    }
    if !added.is_empty() {
        let end = if task.attributes.is_empty() { task.id.end } else { task.attributes.end };
        replacements.push(Replacement { span: Span::at(end), text: added });
    }
    sort_by_position(&mut replacements);
    replacements
}

/// Replaces the value, unless it decodes to the same already.
fn replaced(text: &str, key: AttributeKey, present: Attribute, value: &str) -> Option<Replacement> {
    if present.key == present.span {
        // There is only the key, without `=`.
        return Some(Replacement { span: present.span, text: format!("{}={value}", key.as_str()) });
    }
    let decoded = |encoded: &str| decode_value(encoded).ok().map(Cow::into_owned);
    let current = present.value.of(text);
    let is_same = if key.is_list() {
        current.split(',').map(decoded).eq(value.split(',').map(decoded))
    } else {
        decoded(current) == decoded(value)
    };
    (!is_same).then(|| Replacement { span: present.value, text: value.to_owned() })
}

/// Removes the attribute with the white space before it.
fn removed(text: &str, task: &Task, present: Attribute) -> Replacement {
    let before = Span::new(task.id.end, present.span.start).of(text);
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    Replacement { span: Span::new(present.span.start - blanks, present.span.end), text: String::new() }
}

/// The attributes of a new task, each with a leading space.
pub(super) fn rendered(changes: &[AttributeEdit]) -> String {
    let written = changes.iter().filter_map(|(key, value)| Some(format!(" {}={}", key.as_str(), value.as_ref()?)));
    written.collect()
}
