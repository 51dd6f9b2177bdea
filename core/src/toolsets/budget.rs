//! Answers of a bounded length, however long the texts in a plan are.

use crate::contract::{ToJson, to_json};
use crate::text::shortened;

use super::access::count;

/// An answer passes 40,000 characters never; this much is for its lists and bodies, the rest for what stands around them.
pub(super) const LARGEST: usize = 36_000;
/// A page without `limit` holds as much as fits into about this.
pub(super) const DEFAULT_PAGE: usize = 2_000;

const LONGEST_TITLE: usize = 1_000;
const LONGEST_NAME: usize = 200;

/// A title as answers show it.
pub(super) fn shown_title(title: &str) -> String {
    shortened(title, LONGEST_TITLE).into_owned()
}

/// A heading, a person or the like as answers show it.
pub(super) fn shown_name(name: &str) -> String {
    shortened(name, LONGEST_NAME).into_owned()
}

/// The size of a page that was asked for with or without a limit.
pub(super) fn page_size(has_limit: bool) -> usize {
    if has_limit { LARGEST } else { DEFAULT_PAGE }
}

/// How many of the first items are within `size` as JSON; at least one, if there is one.
pub(super) fn fitting<T: ToJson>(items: impl Iterator<Item = T>, size: usize) -> usize {
    let mut used = 0;
    let fits = |item: &T| {
        used += json_size(item);
        used <= size
    };
    let mut items = items.peekable();
    let has_any = usize::from(items.peek().is_some());
    items.take_while(fits).count().max(has_any)
}

/// The first items, as many as are within `size` as JSON; at least one, if there is one. No more of them are made.
pub(super) fn first_fitting<T: ToJson>(items: impl Iterator<Item = T>, size: usize) -> Vec<T> {
    let mut left = size;
    let mut shown = Vec::new();
    for item in items {
        match left.checked_sub(json_size(&item)) {
            Some(rest) => left = rest,
            None if shown.is_empty() => left = 0,
            None => break,
        }
        shown.push(item);
    }
    shown
}

/// The first items, as many as are within `size` as JSON, and the number of the others.
pub(super) fn first_of<T: ToJson>(mut items: Vec<T>, size: usize) -> (Vec<T>, Option<u32>) {
    let shown = fitting(items.iter().map(Borrowed), size);
    let left_out = items.len() - shown;
    items.truncate(shown);
    (items, (left_out > 0).then(|| count(left_out)))
}

/// The first names of a list, as many as are within `size`, and in place of the others how many there are.
pub(super) fn names_of(names: &[String], size: usize) -> Vec<String> {
    let names = names.iter().map(|name| shown_name(name)).collect();
    let (mut shown, left_out) = first_of(names, size);
    shown.extend(left_out.map(|number| format!("… and {number} more")));
    shown
}

/// How long an item of a list is as JSON, with the comma.
pub(super) fn json_size(item: &impl ToJson) -> usize {
    to_json(item).len() + 1
}

struct Borrowed<'i, T>(&'i T);

impl<T: ToJson> ToJson for Borrowed<'_, T> {
    fn write(&self, json: &mut String) {
        self.0.write(json);
    }
}

/// Number of the first characters that are within `size` when they stand in a JSON text.
pub(super) fn fitting_characters(text: impl Iterator<Item = char>, size: usize) -> usize {
    let mut used = 0;
    text.take_while(|character| {
        used += match character {
            '"' | '\\' | '\n' | '\r' | '\t' => 2,
            '\0'..='\u{1f}' => 6,
            other => other.len_utf16(),
        };
        used <= size
    })
    .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_item_is_shown() {
        let names = vec!["much too long".to_owned(), "b".to_owned()];
        assert_eq!(first_of(names.clone(), 5), (vec!["much too long".to_owned()], Some(1)));
        assert_eq!(first_of(names, 50).1, None);
        assert_eq!(first_of(Vec::<String>::new(), 5), (Vec::new(), None));
    }

    #[test]
    fn characters_count_as_they_are_written() {
        assert_eq!(fitting_characters("abc".chars(), 2), 2);
        assert_eq!(fitting_characters("\"\"\"".chars(), 4), 2);
        assert_eq!(fitting_characters("😀😀".chars(), 3), 1);
        assert_eq!(fitting_characters("\u{1}\u{1}".chars(), 7), 1);
    }
}
