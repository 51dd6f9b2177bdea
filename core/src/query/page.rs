//! Long answers a page at a time.

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
/// A cursor names the last item of a page, so that going on works despite edits in between, and carries a hash of the
/// question, so that it cannot be used for another one. In a broken plan several items may have one id, so it also says
/// which of them it means.
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
    let start = match cursor {
        None => 0,
        Some(cursor) => after_cursor(items, &id_of, question, cursor).ok_or(PageError)?,
    };
    let rest = items.get(start..).unwrap_or_default();
    let (shown, more) = rest.split_at(limit.min(rest.len()));
    let next_cursor = shown.last().filter(|_| !more.is_empty()).map(|last| {
        let id = id_of(last);
        let seen = items.iter().take(start + shown.len()).filter(|item| id_of(item) == id).count();
        format!("{}.{}.{id}", hash_of(question), seen.saturating_sub(1))
    });
    Ok(Page { items: shown, next_cursor })
}

/// Where the items after the cursor's start.
fn after_cursor<T>(items: &[T], id_of: impl Fn(&T) -> &str, question: &str, cursor: &str) -> Option<usize> {
    let (hash, rest) = cursor.split_once('.')?;
    let (which, id) = rest.split_once('.')?;
    let mut same = items.iter().enumerate().filter(|(_, item)| id_of(item) == id);
    let (position, _) = same.nth(which.parse().ok()?)?;
    (hash == hash_of(question)).then_some(position + 1)
}

fn hash_of(question: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(question.as_bytes());
    format!("{:08x}", hasher.finish() >> 32)
}
