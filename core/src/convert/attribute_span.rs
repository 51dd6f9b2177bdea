//! A task's attributes in Markdown that shows them: a code span at the end of its title, as in
//! `` Write docs `status=doing due=2026-12-01` ``. It starts with the status, so that no other code is taken for one; the values
//! are written as in a plan.

use crate::plan::{AttributeKey, Attributes, State, Status, check_value, decode_value, is_id};
use crate::text::Span;
use crate::word::Word;

/// The key of the status, which comes first.
pub(crate) const STATUS: &str = "status";
/// The key of the id, for tasks that others depend on.
pub(crate) const ID: &str = "id";

/// One attribute: its key, and its value as it is written.
pub(crate) type Pair<'t> = (&'t str, &'t str);

/// The title without such a span at its end, and what the span says. Anything else is a part of the title.
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
    let fits = pairs.first().is_some_and(|(key, _)| *key == STATUS)
        && is_unique
        && pairs.iter().all(is_valid)
        && state_fits(&pairs);
    fits.then(|| (before.trim_end(), pairs))
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

/// A state brings its status; one that is named too must go with it.
fn state_fits(pairs: &[Pair<'_>]) -> bool {
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
    fn only_attributes_are_taken_for_attributes() {
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
