//! Long answers a page at a time.
//!
//! A cursor names the last item of a page, so that going on works despite edits in between, and carries a hash of the
//! question, so that it cannot be used for another one.

use std::hash::{DefaultHasher, Hasher};

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<'a, T> {
    /// The items on it.
    pub items: &'a [T],
    /// What to ask with for the next page, if there is one.
    pub next_cursor: Option<String>,
}

/// The cursor belongs to another question, or the item it stands at is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageError;

/// The `limit` items after the cursor's.
///
/// ```
/// use long_term_plan_core::query::page;
/// let items = ["a", "b", "c"];
/// let first = page(&items, |item| item, "all", 2, None).unwrap();
/// assert_eq!(first.items, ["a", "b"]);
/// let second = page(&items, |item| item, "all", 2, first.next_cursor.as_deref()).unwrap();
/// assert_eq!((second.items, second.next_cursor), (&["c"][..], None));
/// ```
pub fn page<'a, T>(
    items: &'a [T],
    id_of: impl Fn(&T) -> &str,
    question: &str,
    limit: usize,
    cursor: Option<&str>,
) -> Result<Page<'a, T>, PageError> {
    let start = page_start(cursor, question, |last| items.iter().position(|item| id_of(item) == last))?;
    let rest = items.get(start..).unwrap_or_default();
    let (items, more) = rest.split_at(limit.min(rest.len()));
    let next_cursor = items.last().filter(|_| !more.is_empty()).map(|last| cursor_at(question, id_of(last)));
    Ok(Page { items, next_cursor })
}

/// Number of the first item of the page that a cursor asks for; `position_of` finds an item by its id.
pub fn page_start(
    cursor: Option<&str>,
    question: &str,
    position_of: impl FnOnce(&str) -> Option<usize>,
) -> Result<usize, PageError> {
    let Some(cursor) = cursor else { return Ok(0) };
    let (hash, last) = cursor.split_once('.').ok_or(PageError)?;
    if hash != hash_of(question) {
        return Err(PageError);
    }
    position_of(last).map(|position| position + 1).ok_or(PageError)
}

/// The cursor that goes on after the item with this id.
pub fn cursor_at(question: &str, id: &str) -> String {
    format!("{}.{id}", hash_of(question))
}

fn hash_of(question: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(question.as_bytes());
    format!("{:08x}", hasher.finish() >> 32)
}
