//! Why the task that comes first comes first.

use crate::plan::Priority;
use crate::word::Word;

/// What orders tasks before their position does: the priority, then whether they are not urgent.
pub(super) type Rank = (Priority, bool);

/// Why the first of the tasks, which are in order, comes first.
pub(super) fn why(order: &[Rank]) -> Option<String> {
    let first @ (priority, is_later) = *order.first()?;
    let same_priority = order.iter().filter(|other| other.0 == priority).count();
    let same_rank = order.iter().filter(|other| **other == first).count();
    let word = priority.as_str();
    Some(match (order.len(), same_priority) {
        (1, _) => "the only one that is ready".into(),
        (_, 1) => format!("the only one of {word} priority"),
        _ if !is_later && same_rank == 1 => "the only one that is due soon".into(),
        _ if !is_later => "the first that is due soon".into(),
        (all, same) if all == same => "the first in order".into(),
        _ => format!("the first of {word} priority"),
    })
}
