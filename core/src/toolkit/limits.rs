//! Replies of a bounded length, however long the texts in a plan are.

use serde::Serialize;

use crate::contract::to_json;
use crate::text::truncate;
use crate::views::to_u32;

/// Replies are limited to 40,000 characters. This is the share for lists and bodies; the envelope uses the rest.
pub(crate) const MAX_REPLY_CHARS: usize = 36_000;
/// Size of a page without `limit`.
pub(crate) const DEFAULT_PAGE: usize = 2_000;

/// Longest list of files that could not be read.
pub(crate) const LONGEST_UNREADABLE: usize = 1_500;

const LONGEST_TITLE: usize = 1_000;
const LONGEST_NAME: usize = 200;

/// A title as replies show it.
pub(crate) fn display_title(title: &str) -> String {
    truncate(title, LONGEST_TITLE).into_owned()
}

/// A heading, a person or the like as replies show it.
pub(crate) fn display_name(name: &str) -> String {
    truncate(name, LONGEST_NAME).into_owned()
}

/// The size of a page that was asked for with or without a limit.
pub(crate) fn page_size(has_limit: bool) -> usize {
    if has_limit { MAX_REPLY_CHARS } else { DEFAULT_PAGE }
}

/// How many of the first items are within `size` as JSON; at least one, if there is one.
pub(crate) fn count_fitting<T: Serialize>(items: impl Iterator<Item = T>, size: usize) -> usize {
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
pub(crate) fn take_fitting<T: Serialize>(items: impl Iterator<Item = T>, size: usize) -> Vec<T> {
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
pub(crate) fn truncate_list<T: Serialize>(mut items: Vec<T>, size: usize) -> (Vec<T>, Option<u32>) {
    let shown = count_fitting(items.iter(), size);
    let left_out = items.len() - shown;
    items.truncate(shown);
    (items, (left_out > 0).then(|| to_u32(left_out)))
}

/// The first names of a list, as many as are within `size`, and in place of the others how many there are.
pub(crate) fn truncate_names(names: &[String], size: usize) -> Vec<String> {
    let names = names.iter().map(|name| display_name(name)).collect();
    let (mut shown, left_out) = truncate_list(names, size);
    shown.extend(left_out.map(|number| format!("… and {number} more")));
    shown
}

/// How long an item of a list is as JSON, with the comma.
pub(crate) fn json_size(item: &impl Serialize) -> usize {
    to_json(item).len() + 1
}

/// Number of the first characters that are within `size` when they stand in a JSON text.
pub(crate) fn fitting_chars(text: impl Iterator<Item = char>, size: usize) -> usize {
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
        assert_eq!(truncate_list(names.clone(), 5), (vec!["much too long".to_owned()], Some(1)));
        assert_eq!(truncate_list(names, 50).1, None);
        assert_eq!(truncate_list(Vec::<String>::new(), 5), (Vec::new(), None));
    }

    #[test]
    fn characters_count_as_they_are_written() {
        assert_eq!(fitting_chars("abc".chars(), 2), 2);
        assert_eq!(fitting_chars("\"\"\"".chars(), 4), 2);
        assert_eq!(fitting_chars("😀😀".chars(), 3), 1);
        assert_eq!(fitting_chars("\u{1}\u{1}".chars(), 7), 1);
    }
}
