//! The longest increasing subsequence: the items that stay in place when the fewest others move.

/// Which of the numbers, all different, belong to a longest increasing subsequence. The others are the fewest that have to
/// move so that the list is sorted.
///
/// ```
/// use long_term_plan_format::text::longest_increasing;
/// assert_eq!(longest_increasing(&[0, 3, 1, 2]), [true, false, true, true]);
/// ```
pub fn longest_increasing(numbers: &[usize]) -> Vec<bool> {
    // For each length, the position of the last number of the subsequence of that length that ends with the smallest number.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stays = vec![false; numbers.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        stays[at] = true;
        next = before[at];
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_move() {
        assert_eq!(longest_increasing(&[]), [] as [bool; 0]);
        assert_eq!(longest_increasing(&[5, 1, 2, 3, 4]), [false, true, true, true, true]);
        assert_eq!(longest_increasing(&[2, 3, 4, 5, 1]), [true, true, true, true, false]);
        assert_eq!(longest_increasing(&[3, 2, 1]).iter().filter(|stays| **stays).count(), 1);
    }
}
