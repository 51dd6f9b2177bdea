//! Compares two versions of a task line, and builds the line from chosen fields.

use crate::edit::task_title;
use crate::plan::{AttributeKey, Status, check_value, decode_or_keep, encode_value};
use crate::word::Word;

use super::fields::{Fields, LineOptions, TaskLine, elements, merge_list, set_status, status_text};
use super::resolve::Choice;

/// A field in which two versions of a task line differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) field: String,
    pub(super) base: Option<String>,
    pub(super) ours: Option<String>,
    pub(super) theirs: Option<String>,
}

/// The fields in which the sides differ, with what the base says about them, if it is known.
pub(super) fn differences(base: Option<TaskLine<'_>>, ours: TaskLine<'_>, theirs: TaskLine<'_>) -> Vec<Difference> {
    let (base, our, their) = (base.map(|line| line.fields()), ours.fields(), theirs.fields());
    let mut found = Vec::new();
    let mut compare = |field: &str, value: &dyn Fn(&Fields<'_>) -> Option<String>| {
        let (ours, theirs) = (value(&our), value(&their));
        if ours != theirs {
            let base = base.as_ref().and_then(value);
            found.push(Difference { field: field.to_owned(), base, ours, theirs });
        }
    };
    compare("status", &|fields| Some(status_text((fields.status, fields.state()))));
    compare("title", &|fields| Some(fields.title.to_string()));
    for key in keys_of(&our, &their) {
        compare(key, &|fields| Some(decode_or_keep(fields.get(key)?).into_owned()));
    }
    found
}

/// The keys of both lines, except for the state, which belongs to the status.
fn keys_of<'k>(ours: &Fields<'k>, theirs: &Fields<'k>) -> Vec<&'k str> {
    let new_in_theirs = theirs.attributes.iter().filter(|(key, _)| ours.get(key).is_none());
    let keys = ours.attributes.iter().chain(new_in_theirs).map(|(key, _)| *key);
    keys.filter(|key| *key != AttributeKey::State.as_str()).collect()
}

/// Our line with the chosen value of each field that differs.
pub(super) fn chosen_line<'c>(
    ours: TaskLine<'_>,
    theirs: TaskLine<'_>,
    options: &LineOptions<'_>,
    choice: &dyn Fn(&str) -> Choice<'c>,
) -> Result<String, String> {
    let (our, their) = (ours.fields(), theirs.fields());
    let mut chosen = our.clone();
    for Difference { field, .. } in differences(None, ours, theirs) {
        let is_list = AttributeKey::named(&field).is_some_and(AttributeKey::is_list);
        match (field.as_str(), choice(&field)) {
            (_, Choice::Ours) => {}
            ("status", Choice::Theirs) => set_status(&mut chosen, (their.status, their.state())),
            ("status", Choice::Text(word)) => {
                let status =
                    Status::named(word).ok_or_else(|| format!("{word:?} is not a status; use todo, doing or done"))?;
                set_status(&mut chosen, (status, None));
            }
            ("title", Choice::Theirs) => chosen.title.clone_from(&their.title),
            ("title", Choice::Text(given)) => {
                chosen.title = task_title(given).map_err(|error| error.message)?.into();
            }
            (key, Choice::Theirs) => chosen.set(key, &their, their.get(key).map(str::to_owned)),
            (key, Choice::Both) if is_list => {
                chosen.set(key, &their, merge_list(None, our.get(key), their.get(key)));
            }
            (key, Choice::Both) => return Err(format!("{key} has one value; take ours, theirs or a text")),
            (key, Choice::Text(given)) => chosen.set(key, &their, encoded(key, given)?),
        }
    }
    Ok(ours.with(&chosen, options))
}

/// The encoded value for the typed text; `None` removes the attribute.
fn encoded(key: &str, given: &str) -> Result<Option<String>, String> {
    let known = AttributeKey::named(key);
    let is_list = known.is_some_and(AttributeKey::is_list);
    let elements: Vec<&str> = if is_list { elements(given) } else { vec![given] };
    let mut values = Vec::new();
    for element in elements.iter().map(|element| element.trim()).filter(|element| !element.is_empty()) {
        if let Some(known) = known {
            check_value(known, element).map_err(|error| error.0)?;
        }
        values.push(encode_value(element, is_list));
    }
    Ok((!values.is_empty()).then(|| values.join(",")))
}
