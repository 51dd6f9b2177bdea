//! Sorting, compiled once for everything that is sorted, and by a heap: the standard library's sort is compiled anew for
//! each kind of item, and costs the wasm eight kilobytes every time.

use std::collections::BinaryHeap;

/// The items in ascending order of their keys; those with the same key stay in their order.
pub fn in_order_of<T>(items: Vec<T>, key: impl Fn(&T) -> usize) -> Vec<T> {
    let order: BinaryHeap<(usize, usize)> = items.iter().map(key).enumerate().map(|(at, key)| (key, at)).collect();
    let mut items: Vec<_> = items.into_iter().map(Some).collect();
    order.into_sorted_vec().iter().filter_map(|(_, at)| items[*at].take()).collect()
}
