//! Sets and removes attributes of a task.

use crate::plan::{Attribute, AttributeKey, Document, State, Status, Task, check_value, decode_value, encode_value};
use crate::text::{Interner, Replacement, Span};
use crate::word::Word;
use std::borrow::Cow;

use super::lines::sort_by_position;
use super::{AttributeChanges, EditError, StatusWord, TaskChanges, TaskField};

/// An attribute and its new encoded value; `None` removes it.
pub(super) type AttributeEdit = (AttributeKey, Option<String>);

impl AttributeChanges {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The checked and encoded edits, without `state`, which belongs to the status.
    pub(super) fn edits(&self) -> Result<Vec<AttributeEdit>, EditError> {
        let priority = self.priority.map(|priority| priority.as_str().to_owned());
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

impl TaskChanges {
    /// The checked and encoded edits of attributes, without `state`.
    pub(super) fn attribute_edits(&self) -> Result<Vec<AttributeEdit>, EditError> {
        let mut edits = self.attributes.edits()?;
        for field in self.cleared() {
            let Some(key) = field.attribute() else { continue };
            if edits.iter().any(|(other, value)| *other == key && value.is_some()) {
                return Err(EditError::invalid(format!("{} cannot be both set and cleared", field.as_str())));
            }
            edits.push((key, None));
        }
        if self.clears_state() && self.attributes.state.is_some() {
            return Err(EditError::invalid("state cannot be both set and cleared"));
        }
        Ok(edits)
    }

    pub(super) fn clears_state(&self) -> bool {
        self.cleared().contains(&TaskField::State)
    }
}

impl TaskField {
    /// The attribute that it is, apart from the state, which belongs to the status.
    fn attribute(self) -> Option<AttributeKey> {
        Some(match self {
            Self::Body | Self::State => return None,
            Self::Priority => AttributeKey::Priority,
            Self::Due => AttributeKey::Due,
            Self::Tags => AttributeKey::Tags,
            Self::DependsOn => AttributeKey::Depends,
            Self::Estimate => AttributeKey::Estimate,
            Self::Assignee => AttributeKey::Assignee,
            Self::Type => AttributeKey::Type,
            Self::Area => AttributeKey::Area,
        })
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
        if value.chars().any(char::is_control) {
            return Err(EditError::control_character(key.as_str(), value));
        }
        if seen.insert(value.as_str()) {
            written.push(encode_value(value, key.is_list()));
        }
    }
    Ok((!written.is_empty()).then(|| written.join(",")))
}

/// What a call says about status and state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StatusChange {
    pub(super) status: Option<StatusWord>,
    pub(super) state: Option<State>,
    pub(super) clears_state: bool,
}

impl StatusChange {
    /// The new status and the edit of the state: a status alone clears the state, and a state implies a status.
    pub(super) fn resolve(self, current: Status) -> Result<(Status, Option<AttributeEdit>), EditError> {
        let (status, state) = match (self.status, self.state) {
            (Some(StatusWord::State(one)), Some(other)) if one != other => return Err(mismatch(other, one.as_str())),
            (Some(StatusWord::State(state)), _) => (None, Some(state)),
            (Some(StatusWord::Status(status)), state) => (Some(status), state),
            (None, state) => (None, state),
        };
        let Some(state) = state else {
            let is_cleared = status.is_some() || self.clears_state;
            return Ok((status.unwrap_or(current), is_cleared.then_some((AttributeKey::State, None))));
        };
        let status = status.unwrap_or_else(|| state.status_from(current));
        if !state.fits(status) {
            return Err(mismatch(state, status.as_str()));
        }
        Ok((status, Some((AttributeKey::State, Some(state.as_str().to_owned())))))
    }
}

fn mismatch(state: State, status: &str) -> EditError {
    EditError::invalid(format!(
        "state {} does not fit status {status}; blocked and deferred are open, cancelled and archived are done",
        state.as_str()
    ))
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
