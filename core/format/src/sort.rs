//! Sorting with one copy of the standard library's algorithm. Each kind of item and key that is sorted with it adds 4 KB to the wasm; this
//! way only the last step, which moves the items, exists for each kind.

use std::cmp::Ordering;
use std::mem;

/// Like the method of slices: stable.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let order =
        sorted_indices(items.len(), &|one, other| Ord::cmp(&items.get(one).map(&key), &items.get(other).map(&key)));
    let mut unsorted: Vec<Option<T>> = mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|index| unsorted.get_mut(index).and_then(Option::take)));
}

/// Like the method of slices, for items that are copied cheaply.
pub fn sort<T: Ord + Copy>(items: &mut Vec<T>) {
    sort_by_key(items, |item| *item);
}

fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable_and_keeps_every_item() {
        let mut items: Vec<(u32, usize)> =
            (0..1_000_u32).map(|number| number.wrapping_mul(7_919) % 13).zip(0..).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|(key, _)| *key);
        sort_by_key(&mut items, |(key, _)| *key);
        assert_eq!(items, expected);
        let mut numbers = vec![3, 1, 2, 1];
        sort(&mut numbers);
        assert_eq!(numbers, [1, 1, 2, 3]);
    }
}
