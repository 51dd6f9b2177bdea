//! A task's attributes in a GitHub checklist: a code span at the end of the title, as in
//! `` Write docs `status=doing due=2026-12-01` ``. It starts with the status, so that it cannot be confused with other code. Values
//! are encoded as in a plan.

use crate::plan::{AttributeKey, Attributes, State, Status, check_value, decode_value, is_id};
use crate::text::Span;
use crate::word::Word;

/// The key of the status, which comes first.
pub(crate) const STATUS: &str = "status";
/// The key of the id, for tasks that others depend on.
pub(crate) const ID: &str = "id";

/// Key and encoded value of an attribute.
pub(crate) type Pair<'t> = (&'t str, &'t str);

/// The title without its attribute span, and the attributes. `None` without a valid span: then everything is part of the title.
pub(crate) fn split(title: &str) -> Option<(&str, Vec<Pair<'_>>)> {
    let inner = title.strip_suffix('`')?;
    let open = inner.rfind('`')?;
    let before = &inner[..open];
    if before.ends_with('`') || inner.ends_with('`') {
        return None;
    }
    let content = &inner[open + 1..];
    let pairs: Vec<Pair<'_>> = Attributes::new(content, Span::new(0, content.len()))
        .map(|attribute| (attribute.key.of(content), attribute.value.of(content)))
        .collect();
    let mut keys: Vec<_> = pairs.iter().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    let is_unique = keys.windows(2).all(|pair| pair[0] != pair[1]);
    let is_span = pairs.first().is_some_and(|(key, _)| *key == STATUS)
        && is_unique
        && pairs.iter().all(is_valid)
        && state_matches_status(&pairs);
    is_span.then(|| (before.trim_end(), pairs))
}

fn is_valid((key, value): &Pair<'_>) -> bool {
    match (*key, AttributeKey::named(key)) {
        (STATUS, _) => Status::named(value).is_some(),
        (ID, _) => is_id(value),
        (_, None) => false,
        (_, Some(key)) if key.is_list() => {
            value.split(',').all(|item| decode_value(item).is_ok_and(|item| check_value(key, &item).is_ok()))
        }
        (_, Some(key)) => decode_value(value).is_ok_and(|value| check_value(key, &value).is_ok()),
    }
}

/// A state implies a status, which the span must not contradict.
fn state_matches_status(pairs: &[Pair<'_>]) -> bool {
    let value = |wanted: &str| pairs.iter().find(|(key, _)| *key == wanted).map(|(_, value)| *value);
    match (value(AttributeKey::State.as_str()).and_then(State::named), value(STATUS).and_then(Status::named)) {
        (Some(state), Some(status)) => state.fits(status),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_attributes_are_an_attribute_span() {
        let expected = vec![("status", "todo"), ("priority", "high")];
        assert_eq!(split("A `status=todo priority=high`"), Some(("A", expected)));
        assert_eq!(split("A `status=todo priority=very`"), None);
        assert_eq!(split("A `status=done state=blocked`"), None);
        assert_eq!(split("A `status=todo some=thing`"), None);
        assert_eq!(split("A `type=module`"), None);
        assert_eq!(split("A ``status=todo``"), None);
        assert_eq!(split("A `code`"), None);
        assert_eq!(split("`"), None);
        assert_eq!(split("``"), None);
    }
}
