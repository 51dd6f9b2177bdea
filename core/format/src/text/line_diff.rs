//! The common lines of two texts, in order: a patience diff.
//!
//! Lines that occur once on each side are matched first and split the rest into ranges. A range without such lines is
//! compared exactly if it is short, and treated as rewritten if it is long, so the time stays linear in the number of lines.

use super::{Interner, Span, TextEdit, longest_increasing};

/// Largest table for an exact comparison.
const MAX_CELLS: usize = 1 << 18;
/// How often a range is split before it is treated as rewritten.
const MAX_DEPTH: usize = 48;

/// Pairs of positions with the same number in both lists, increasing in both. The numbers are those of an
/// [`Interner`](super::Interner).
pub fn common_lines(left: &[usize], right: &[usize]) -> Vec<(usize, usize)> {
    let count = left.iter().chain(right).max().map_or(0, |largest| largest + 1);
    let mut search = Search { left, right, occurrences: vec![Occurrences::default(); count], found: Vec::new() };
    let mut jobs = vec![Job::Compare { left: (0, left.len()), right: (0, right.len()), depth: 0 }];
    while let Some(job) = jobs.pop() {
        match job {
            Job::Run { left, right, length } => search.found.extend((0..length).map(|at| (left + at, right + at))),
            Job::Compare { left, right, depth } => search.compare(left, right, depth, &mut jobs),
        }
    }
    search.found
}

/// The edit that turns `old` into `new` and keeps the lines that both have. Only `\n` ends a line here.
///
/// ```
/// use long_term_plan_format::text::line_edit;
/// let edit = line_edit("one\ntwo\nthree\n", "one\n2\nthree\nfour\n");
/// let new: Vec<_> = edit.replacements().iter().map(|each| each.text.as_str()).collect();
/// assert_eq!(new, ["2", "four\n"]);
/// ```
pub fn line_edit(old: &str, new: &str) -> TextEdit {
    let [old_lines, new_lines] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut interner = Interner::default();
    let [old_numbers, new_numbers] = [&old_lines, &new_lines].map(|lines| interner.intern_all(lines));
    let mut edit = TextEdit::default();
    let (mut old_line, mut new_line) = (0, 0);
    let (mut old_at, mut new_at) = (0, 0);
    let end = (old_lines.len(), new_lines.len());
    for (old_same, new_same) in common_lines(&old_numbers, &new_numbers).into_iter().chain([end]) {
        let removed: usize = old_lines[old_line..old_same].iter().map(|line| line.len()).sum();
        let added: usize = new_lines[new_line..new_same].iter().map(|line| line.len()).sum();
        edit.push(old, Span::new(old_at, old_at + removed), &new[new_at..new_at + added]);
        let same = old_lines.get(old_same).map_or(0, |line| line.len());
        (old_at, new_at) = (old_at + removed + same, new_at + added + same);
        (old_line, new_line) = (old_same + 1, new_same + 1);
    }
    edit
}

type Range = (usize, usize);

/// Remaining work, the next on top of a stack.
enum Job {
    /// Equal lines.
    Run {
        left: usize,
        right: usize,
        length: usize,
    },
    Compare {
        left: Range,
        right: Range,
        depth: usize,
    },
}

/// How often a line occurs in each of two ranges, and its last position on the right.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    left: usize,
    right: usize,
    at: usize,
}

struct Search<'n> {
    left: &'n [usize],
    right: &'n [usize],
    occurrences: Vec<Occurrences>,
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
        if left == left_end || right == right_end || depth == MAX_DEPTH {
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

    /// The lines that occur once in each range: the longest sequence of them that increases in both.
    fn landmarks(&mut self, left: Range, right: Range) -> Vec<(usize, usize)> {
        for at in right.0..right.1 {
            let seen = &mut self.occurrences[self.right[at]];
            (seen.right, seen.at) = (seen.right + 1, at);
        }
        for at in left.0..left.1 {
            self.occurrences[self.left[at]].left += 1;
        }
        let once = (left.0..left.1).filter_map(|at| {
            let seen = self.occurrences[self.left[at]];
            (seen.left == 1 && seen.right == 1).then_some((at, seen.at))
        });
        let once: Vec<_> = once.collect();
        for at in left.0..left.1 {
            self.occurrences[self.left[at]] = Occurrences::default();
        }
        for at in right.0..right.1 {
            self.occurrences[self.right[at]] = Occurrences::default();
        }
        let order: Vec<usize> = once.iter().map(|(_, at)| *at).collect();
        let stays = longest_increasing(&order);
        once.into_iter().zip(stays).filter_map(|(pair, stays)| stays.then_some(pair)).collect()
    }

    /// The longest common subsequence, by a table of the lengths for all suffixes.
    fn compare_exactly(&mut self, (left, left_end): Range, (right, right_end): Range) {
        let (one, other) = (&self.left[left..left_end], &self.right[right..right_end]);
        let width = other.len() + 1;
        if one.len().saturating_mul(width) > MAX_CELLS {
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
    fn an_edit_between_texts_keeps_their_common_lines() {
        for (old, new) in [
            ("", ""),
            ("", "a\n"),
            ("a\nb", ""),
            ("a\nb\nc\n", "a\nx\nc\ny"),
            ("a\nb", "a\nb\n"),
            ("a\r\nb\r\n", "b\r\na\r\n"),
            ("√\n", "é\n√\n"),
        ] {
            assert_eq!(line_edit(old, new).apply(old), new);
        }
        assert_eq!(line_edit("a\nb\nc\n", "a\nc\n").replacements().len(), 1);
    }

    #[test]
    fn long_texts_without_unique_lines_are_fast() {
        let left: Vec<usize> = (0..200_000).map(|at| at % 7).collect();
        let right: Vec<usize> = (0..200_000).map(|at| at % 5).collect();
        assert!(common_lines(&left, &right).len() < left.len());
    }
}
