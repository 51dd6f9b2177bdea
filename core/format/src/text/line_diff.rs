//! Which lines two texts have in common, in order.
//!
//! Lines that each side has once are matched first and cut the rest into pieces, as a person would look for landmarks.
//! The time grows with the number of lines; a stretch in which nothing stands out is compared exactly if it is short, and
//! taken for rewritten if it is long.

use super::longest_increasing;

/// More cells than this are not filled to compare two stretches exactly.
const MOST_CELLS: usize = 1 << 18;
/// So often a stretch is cut before it is taken for rewritten.
const DEEPEST: usize = 48;

/// Pairs of positions that hold the same number in both lists, going up in both.
pub fn common_lines(left: &[usize], right: &[usize]) -> Vec<(usize, usize)> {
    let numbers = left.iter().chain(right).max().map_or(0, |most| most + 1);
    let mut search = Search { left, right, seen: vec![Seen::default(); numbers], found: Vec::new() };
    let mut jobs = vec![Job::Compare { left: (0, left.len()), right: (0, right.len()), depth: 0 }];
    while let Some(job) = jobs.pop() {
        match job {
            Job::Run { left, right, length } => search.found.extend((0..length).map(|at| (left + at, right + at))),
            Job::Compare { left, right, depth } => search.compare(left, right, depth, &mut jobs),
        }
    }
    search.found
}

type Range = (usize, usize);

/// What is still to do, the next on top.
enum Job {
    /// These lines are the same.
    Run { left: usize, right: usize, length: usize },
    /// These stretches have to be compared.
    Compare { left: Range, right: Range, depth: usize },
}

/// How often a line stands in each of two stretches, and where last.
#[derive(Clone, Copy, Default)]
struct Seen {
    left: usize,
    right: usize,
    at: usize,
}

struct Search<'n> {
    left: &'n [usize],
    right: &'n [usize],
    seen: Vec<Seen>,
    found: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn compare(&mut self, (left, left_end): Range, (right, right_end): Range, depth: usize, jobs: &mut Vec<Job>) {
        let (one, other) = (&self.left[left..left_end], &self.right[right..right_end]);
        let start = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        self.found.extend((0..start).map(|at| (left + at, right + at)));
        let (one, other) = (&one[start..], &other[start..]);
        let end = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
        let (left, left_end, right, right_end) = (left + start, left_end - end, right + start, right_end - end);
        jobs.push(Job::Run { left: left_end, right: right_end, length: end });
        if left == left_end || right == right_end || depth == DEEPEST {
            return;
        }
        let landmarks = self.landmarks((left, left_end), (right, right_end));
        if landmarks.is_empty() {
            self.compare_exactly((left, left_end), (right, right_end));
            return;
        }
        let (mut left_after, mut right_after) = (left_end, right_end);
        for (at_left, at_right) in landmarks.into_iter().rev() {
            let (left, right) = ((at_left + 1, left_after), (at_right + 1, right_after));
            jobs.push(Job::Compare { left, right, depth: depth + 1 });
            jobs.push(Job::Run { left: at_left, right: at_right, length: 1 });
            (left_after, right_after) = (at_left, at_right);
        }
        jobs.push(Job::Compare { left: (left, left_after), right: (right, right_after), depth: depth + 1 });
    }

    /// The lines that stand once in each stretch, as many as go up in both.
    fn landmarks(&mut self, left: Range, right: Range) -> Vec<(usize, usize)> {
        for at in right.0..right.1 {
            let seen = &mut self.seen[self.right[at]];
            (seen.right, seen.at) = (seen.right + 1, at);
        }
        for at in left.0..left.1 {
            self.seen[self.left[at]].left += 1;
        }
        let once = (left.0..left.1).filter_map(|at| {
            let seen = self.seen[self.left[at]];
            (seen.left == 1 && seen.right == 1).then_some((at, seen.at))
        });
        let once: Vec<_> = once.collect();
        for at in left.0..left.1 {
            self.seen[self.left[at]] = Seen::default();
        }
        for at in right.0..right.1 {
            self.seen[self.right[at]] = Seen::default();
        }
        let order: Vec<usize> = once.iter().map(|(_, at)| *at).collect();
        let stays = longest_increasing(&order);
        once.into_iter().zip(stays).filter_map(|(pair, stays)| stays.then_some(pair)).collect()
    }

    /// The longest common subsequence, by a table of the lengths for all ends of both stretches.
    fn compare_exactly(&mut self, (left, left_end): Range, (right, right_end): Range) {
        let (one, other) = (&self.left[left..left_end], &self.right[right..right_end]);
        let width = other.len() + 1;
        if one.len().saturating_mul(width) > MOST_CELLS {
            return;
        }
        let mut longest = vec![0_usize; (one.len() + 1) * width];
        for row in (0..one.len()).rev() {
            for column in (0..other.len()).rev() {
                longest[row * width + column] = if one[row] == other[column] {
                    longest[(row + 1) * width + column + 1] + 1
                } else {
                    longest[(row + 1) * width + column].max(longest[row * width + column + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < one.len() && column < other.len() {
            if one[row] == other[column] {
                self.found.push((left + row, right + column));
                (row, column) = (row + 1, column + 1);
            } else if longest[(row + 1) * width + column] >= longest[row * width + column + 1] {
                row += 1;
            } else {
                column += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Interner;

    #[track_caller]
    fn check(left: &str, right: &str, common: &str) {
        let mut interner = Interner::default();
        let [left_lines, right_lines] = [left, right].map(|text| text.split_terminator("").skip(1).collect::<Vec<_>>());
        let [left_numbers, right_numbers] = [&left_lines, &right_lines].map(|lines| interner.intern_all(lines));
        let pairs = common_lines(&left_numbers, &right_numbers);
        assert!(pairs.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1), "{pairs:?}");
        assert!(pairs.iter().all(|(at, other)| left_lines[*at] == right_lines[*other]), "{pairs:?}");
        assert_eq!(pairs.iter().map(|(at, _)| left_lines[*at]).collect::<String>(), common);
    }

    #[test]
    fn common_lines_are_found_in_order() {
        check("", "", "");
        check("abc", "", "");
        check("abc", "abc", "abc");
        check("abc", "axc", "ac");
        check("abc", "xabcy", "abc");
        check("aabb", "abab", "abb");
        check("abcd", "dabc", "abc");
        check("a.b.c.", "a.c.b.", "a.c.");
    }

    #[test]
    fn long_texts_without_landmarks_end_soon() {
        let left: Vec<usize> = (0..200_000).map(|at| at % 7).collect();
        let right: Vec<usize> = (0..200_000).map(|at| at % 5).collect();
        assert!(common_lines(&left, &right).len() < left.len());
    }
}
