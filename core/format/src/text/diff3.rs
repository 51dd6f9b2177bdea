//! Three-way merge of lines.

use std::ops::Range;

use super::Interner;
use super::line_diff::common_lines;

/// A part of the result of [`diff3`], as ranges of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// From ours, where theirs changed nothing or the same.
    Ours(Range<usize>),
    /// From theirs, where only theirs changed something.
    Theirs(Range<usize>),
    /// Changed differently on both sides.
    Conflict { base: Range<usize>, ours: Range<usize>, theirs: Range<usize> },
}

/// Merges lines: a change of one side is taken; where both sides changed the same lines differently, there is a conflict.
///
/// ```
/// use long_term_plan_format::text::{Chunk, diff3};
/// let chunks = diff3(&["a", "b", "c"], &["A", "b", "c"], &["a", "b", "C"]);
/// assert_eq!(chunks, [Chunk::Ours(0..2), Chunk::Theirs(2..3)]);
/// ```
pub fn diff3(base: &[&str], ours: &[&str], theirs: &[&str]) -> Vec<Chunk> {
    let mut interner = Interner::default();
    let [base, ours, theirs] = [base, ours, theirs].map(|lines| interner.intern_all(lines));
    let mut theirs_of = vec![None; base.len()];
    for (at, same) in common_lines(&base, &theirs) {
        theirs_of[at] = Some(same);
    }
    let kept_by_both =
        common_lines(&base, &ours).into_iter().filter_map(|(at, our)| theirs_of[at].map(|their| (at, our, their)));
    let mut chunks = Vec::new();
    let (mut base_at, mut our_at, mut their_at) = (0, 0, 0);
    for (at, our, their) in kept_by_both.chain([(base.len(), ours.len(), theirs.len())]) {
        let changed = Changed { base: base_at..at, ours: our_at..our, theirs: their_at..their };
        changed.resolve(&base, &ours, &theirs, &mut chunks);
        if at < base.len() {
            push(&mut chunks, Chunk::Ours(our..our + 1));
        }
        (base_at, our_at, their_at) = (at + 1, our + 1, their + 1);
    }
    chunks
}

/// Lines between two lines that both sides kept.
struct Changed {
    base: Range<usize>,
    ours: Range<usize>,
    theirs: Range<usize>,
}

impl Changed {
    fn resolve(self, all_base: &[usize], all_ours: &[usize], all_theirs: &[usize], chunks: &mut Vec<Chunk>) {
        let Self { base, mut ours, mut theirs } = self;
        let was = &all_base[base.clone()];
        let (our, their) = (&all_ours[ours.clone()], &all_theirs[theirs.clone()]);
        if our == their || their == was {
            return push(chunks, Chunk::Ours(ours));
        }
        if our == was {
            return push(chunks, Chunk::Theirs(theirs));
        }
        // Equal lines at either end are not part of the conflict.
        let start = our.iter().zip(their).take_while(|(our, their)| our == their).count();
        let (our, their) = (&our[start..], &their[start..]);
        let end = our.iter().rev().zip(their.iter().rev()).take_while(|(our, their)| our == their).count();
        push(chunks, Chunk::Ours(ours.start..ours.start + start));
        let after = ours.end - end..ours.end;
        ours = ours.start + start..ours.end - end;
        theirs = theirs.start + start..theirs.end - end;
        chunks.push(Chunk::Conflict { base, ours, theirs });
        push(chunks, Chunk::Ours(after));
    }
}

/// Both of two insertions at the same place, as chunks of lines: lines that both contain occur once, and between them come the
/// smaller lines first, so that the result does not depend on which side is ours.
///
/// ```
/// use long_term_plan_format::text::{Chunk, both_insertions};
/// assert_eq!(both_insertions(&["b", "z"], &["a", "z"]), [Chunk::Theirs(0..1), Chunk::Ours(0..2)]);
/// ```
pub fn both_insertions(ours: &[&str], theirs: &[&str]) -> Vec<Chunk> {
    // An insertion that contains the other one was merged with it before.
    if is_part_of(theirs, ours) {
        return vec![Chunk::Ours(0..ours.len())];
    }
    if is_part_of(ours, theirs) {
        return vec![Chunk::Theirs(0..theirs.len())];
    }
    let mut interner = Interner::default();
    let [our, their] = [ours, theirs].map(|lines| interner.intern_all(lines));
    let common = if ours <= theirs {
        common_lines(&our, &their)
    } else {
        common_lines(&their, &our).into_iter().map(|(their, our)| (our, their)).collect()
    };
    let mut chunks = Vec::new();
    let (mut our_at, mut their_at) = (0, 0);
    for (our, their) in common.into_iter().chain([(ours.len(), theirs.len())]) {
        let runs = [Chunk::Ours(our_at..our), Chunk::Theirs(their_at..their)];
        let ours_first = ours[our_at..our] <= theirs[their_at..their];
        let [first, second] = runs;
        let runs = if ours_first { [first, second] } else { [second, first] };
        for run in runs {
            push(&mut chunks, run);
        }
        if our < ours.len() {
            push(&mut chunks, Chunk::Ours(our..our + 1));
        }
        (our_at, their_at) = (our + 1, their + 1);
    }
    chunks
}

/// Whether all lines of `part` are among `lines`, in the same order.
fn is_part_of(part: &[&str], lines: &[&str]) -> bool {
    let mut lines = lines.iter();
    part.iter().all(|line| lines.any(|other| other == line))
}

/// Appends a chunk, merging it with the last one if possible. A chunk without lines is left out.
fn push(chunks: &mut Vec<Chunk>, chunk: Chunk) {
    match (chunks.last_mut(), chunk) {
        (_, Chunk::Ours(lines) | Chunk::Theirs(lines)) if lines.is_empty() => {}
        (Some(Chunk::Ours(last)), Chunk::Ours(lines)) if last.end == lines.start => last.end = lines.end,
        (_, chunk) => chunks.push(chunk),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, ours: &str, theirs: &str, expected: &str) {
        let [base, ours, theirs] = [base, ours, theirs].map(|text| text.split(' ').collect::<Vec<_>>());
        let merged: Vec<String> = diff3(&base, &ours, &theirs)
            .into_iter()
            .map(|chunk| match chunk {
                Chunk::Ours(lines) => ours[lines].join(" "),
                Chunk::Theirs(lines) => theirs[lines].join(" "),
                Chunk::Conflict { base: was, ours: our, theirs: their } => {
                    format!("({}|{}|{})", ours[our].join(" "), base[was].join(" "), theirs[their].join(" "))
                }
            })
            .collect();
        assert_eq!(merged.join(" "), expected);
    }

    #[test]
    fn changes_of_different_lines_are_both_taken() {
        check("a b c d e", "A b c d e", "a b c d E", "A b c d E");
        check("a b c d e", "a b c", "a x b c d e", "a x b c");
        check("a b c", "a b c", "a c", "a c");
    }

    #[test]
    fn the_same_change_is_taken_once() {
        check("a b c", "a x c", "a x c", "a x c");
        check("a b c", "a c", "a c", "a c");
    }

    #[test]
    fn two_insertions_are_both_taken_in_a_fixed_order() {
        let check = |one: &str, other: &str, expected: &str| {
            let [one, other] = [one, other].map(|text| text.split(' ').collect::<Vec<_>>());
            for (ours, theirs) in [(&one, &other), (&other, &one)] {
                let lines = both_insertions(ours, theirs).into_iter().flat_map(|chunk| match chunk {
                    Chunk::Ours(lines) => &ours[lines],
                    Chunk::Theirs(lines) => &theirs[lines],
                    Chunk::Conflict { .. } => &[],
                });
                assert_eq!(lines.copied().collect::<Vec<_>>().join(" "), expected);
            }
        };
        check("b", "a", "a b");
        check("b c", "a d", "a d b c");
        check("x b y", "x a y", "x a b y");
        check("b a", "a", "b a");
        check("a - b -", "b -", "a - b -");
        check("a b", "b a", "a b a");
    }

    #[test]
    fn different_changes_of_the_same_line_are_a_conflict() {
        check("a b c", "a x c", "a y c", "a (x|b|y) c");
        check("a b c", "a p x q c", "a p y q c", "a p (x|b|y) q c");
        check("a b c", "a c", "a B c", "a (|b|B) c");
        check("a c", "a x c", "a y c", "a (x||y) c");
    }
}
