//! Sorting, compiled once for everything that is sorted: each kind of item sorted by itself would cost the wasm kilobytes.

/// The items in ascending order of their keys; those with the same key stay in their order.
pub(crate) fn in_order_of<T>(items: Vec<T>, key: impl Fn(&T) -> usize) -> Vec<T> {
    let mut order: Vec<(usize, usize)> = items.iter().map(key).enumerate().map(|(at, key)| (key, at)).collect();
    order.sort_unstable();
    let mut items: Vec<_> = items.into_iter().map(Some).collect();
    order.iter().filter_map(|(_, at)| items[*at].take()).collect()
}
