//! Cursors and pages of long results.
//!
//! A cursor contains the id of the last item of a page, so that the next page is right despite edits in between, and a hash of
//! the query, so that it cannot be used for another query. In a broken plan several items may have the same id, so it also
//! contains which of them is meant.

use std::hash::{DefaultHasher, Hasher};

use crate::plan::Document;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<'a, T> {
    pub items: &'a [T],
    /// The cursor for the next page, if there is one.
    pub next_cursor: Option<String>,
}

/// The cursor belongs to another query, or its item was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCursor;

/// The `limit` items after the cursor.
///
/// ```
/// use long_term_plan_core::query::page;
/// let items = ["a", "b", "c"];
/// let first = page(&items, |item| item, "all", 2, None).unwrap();
/// assert_eq!(first.items, ["a", "b"]);
/// let second = page(&items, |item| item, "all", 2, first.next_cursor.as_deref()).unwrap();
/// assert_eq!((second.items, second.next_cursor), (&["c"][..], None));
/// ```
pub fn page<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    query: &str,
    limit: usize,
    cursor: Option<&str>,
) -> Result<Page<'a, T>, InvalidCursor> {
    let start = page_start(items, &id_of, query, cursor)?;
    let end = items.len().min(start + limit);
    let next_cursor = cursor_at(items, &id_of, query, end);
    Ok(Page { items: items.get(start..end).unwrap_or_default(), next_cursor })
}

/// Index of the first item of the page after `cursor`.
pub fn page_start<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    query: &str,
    cursor: Option<&str>,
) -> Result<usize, InvalidCursor> {
    let Some(cursor) = cursor else { return Ok(0) };
    let (which, id) = read_cursor(query, cursor)?;
    let mut same = items.iter().enumerate().filter(|(_, item)| id_of(item).as_ref() == id);
    same.nth(which).map(|(position, _)| position + 1).ok_or(InvalidCursor)
}

/// The cursor for the page that starts at index `next`, if there are items.
pub fn cursor_at<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    query: &str,
    next: usize,
) -> Option<String> {
    let (last, before) = items.get(..next).filter(|_| next < items.len())?.split_last()?;
    let id = id_of(last);
    let id = id.as_ref();
    let which = before.iter().filter(|item| id_of(item).as_ref() == id).count();
    Some(write_cursor(query, which, id))
}

/// [`page_start`] for the tasks of a plan. Looks ids up, so that all pages take equally long.
pub fn task_page_start(document: &Document, query: &str, cursor: Option<&str>) -> Result<usize, InvalidCursor> {
    match cursor.map(|cursor| read_cursor(query, cursor)).transpose()? {
        Some((0, id)) => document.plan().find(document.text(), id).map(|index| index + 1).ok_or(InvalidCursor),
        _ => page_start(&document.plan().tasks, |task| task.id.of(document.text()), query, cursor),
    }
}

/// [`cursor_at`] for the tasks of a plan.
pub fn task_cursor_at(document: &Document, query: &str, next: usize) -> Option<String> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let last = next.checked_sub(1).filter(|_| next < tasks.len())?;
    let id = tasks[last].id.of(text);
    if document.plan().find(text, id) == Some(last) {
        return Some(write_cursor(query, 0, id));
    }
    cursor_at(tasks, |task| task.id.of(text), query, next)
}

/// The id in a cursor, and which of the items with this id is meant.
fn read_cursor<'c>(query: &str, cursor: &'c str) -> Result<(usize, &'c str), InvalidCursor> {
    let (hash, rest) = cursor.split_once('.').ok_or(InvalidCursor)?;
    let (which, id) = rest.split_once('.').ok_or(InvalidCursor)?;
    if hash != hash_of(query) {
        return Err(InvalidCursor);
    }
    Ok((which.parse().map_err(|_| InvalidCursor)?, id))
}

fn write_cursor(query: &str, which: usize, id: &str) -> String {
    format!("{}.{which}.{id}", hash_of(query))
}

fn hash_of(query: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(query.as_bytes());
    format!("{:08x}", hasher.finish() >> 32)
}
