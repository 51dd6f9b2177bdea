//! Sorting by small numbers, such as lines.

/// The indexes of `keys` in the order of the keys, those of equal keys in their own order. It takes time and memory in
/// proportion to the largest key. In the wasm, a general sort is several kilobytes for each type.
///
/// ```
/// use long_term_plan_format::text::sorted_indexes;
/// assert_eq!(sorted_indexes(&[7, 3, 7, 0]), [3, 1, 0, 2]);
/// ```
pub fn sorted_indexes(keys: &[usize]) -> Vec<usize> {
    let largest = keys.iter().copied().max().unwrap_or_default();
    // Where the next index with this key goes.
    let mut places = vec![0; largest + 2];
    for key in keys {
        places[key + 1] += 1;
    }
    for key in 0..=largest {
        places[key + 1] += places[key];
    }
    let mut sorted = vec![0; keys.len()];
    for (index, key) in keys.iter().enumerate() {
        sorted[places[*key]] = index;
        places[*key] += 1;
    }
    sorted
}
