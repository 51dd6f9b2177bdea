//! Long answers a page at a time.
//!
//! A cursor names the last item of a page, so that going on works despite edits in between, and carries a hash of the
//! question, so that it cannot be used for another one. In a broken plan several items may have one id, so it also says
//! which of them it means.

use std::hash::{DefaultHasher, Hasher};

use crate::plan::Document;

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
pub fn page<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    question: &str,
    limit: usize,
    cursor: Option<&str>,
) -> Result<Page<'a, T>, PageError> {
    let start = page_start(items, &id_of, question, cursor)?;
    let end = items.len().min(start + limit);
    let next_cursor = cursor_at(items, &id_of, question, end);
    Ok(Page { items: items.get(start..end).unwrap_or_default(), next_cursor })
}

/// Number of the first item of the page that a cursor asks for.
pub fn page_start<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    question: &str,
    cursor: Option<&str>,
) -> Result<usize, PageError> {
    let Some(cursor) = cursor else { return Ok(0) };
    let (which, id) = read_cursor(question, cursor)?;
    let mut same = items.iter().enumerate().filter(|(_, item)| id_of(item).as_ref() == id);
    same.nth(which).map(|(position, _)| position + 1).ok_or(PageError)
}

/// The cursor for the page that starts at the item number `next`, if there is one.
pub fn cursor_at<'a, T, Id: AsRef<str>>(
    items: &'a [T],
    id_of: impl Fn(&'a T) -> Id,
    question: &str,
    next: usize,
) -> Option<String> {
    let (last, before) = items.get(..next).filter(|_| next < items.len())?.split_last()?;
    let id = id_of(last);
    let id = id.as_ref();
    let which = before.iter().filter(|item| id_of(item).as_ref() == id).count();
    Some(write_cursor(question, which, id))
}

/// [`page_start`] of the tasks of a plan, which are found by their ids: the last page takes no longer than the first.
pub fn task_page_start(document: &Document, question: &str, cursor: Option<&str>) -> Result<usize, PageError> {
    match cursor.map(|cursor| read_cursor(question, cursor)).transpose()? {
        Some((0, id)) => document.plan().find(document.text(), id).map(|number| number + 1).ok_or(PageError),
        _ => page_start(&document.plan().tasks, |task| task.id.of(document.text()), question, cursor),
    }
}

/// [`cursor_at`] of the tasks of a plan.
pub fn task_cursor_at(document: &Document, question: &str, next: usize) -> Option<String> {
    let (text, tasks) = (document.text(), &document.plan().tasks);
    let last = next.checked_sub(1).filter(|_| next < tasks.len())?;
    let id = tasks[last].id.of(text);
    if document.plan().find(text, id) == Some(last) {
        return Some(write_cursor(question, 0, id));
    }
    cursor_at(tasks, |task| task.id.of(text), question, next)
}

/// Which of the items with an id a cursor names, and that id.
fn read_cursor<'c>(question: &str, cursor: &'c str) -> Result<(usize, &'c str), PageError> {
    let (hash, rest) = cursor.split_once('.').ok_or(PageError)?;
    let (which, id) = rest.split_once('.').ok_or(PageError)?;
    if hash != hash_of(question) {
        return Err(PageError);
    }
    Ok((which.parse().map_err(|_| PageError)?, id))
}

fn write_cursor(question: &str, which: usize, id: &str) -> String {
    format!("{}.{which}.{id}", hash_of(question))
}

fn hash_of(question: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(question.as_bytes());
    format!("{:08x}", hasher.finish() >> 32)
}
