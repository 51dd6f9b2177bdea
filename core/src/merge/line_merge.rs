//! Merges whole files by lines: files that are not valid plans.

use crate::text::{Chunk, diff3};

use super::writer::{MergeWriter, Subject};
use super::{Merged, Options};

/// What a conflict of such a merge is about.
pub(super) const FIELD: &str = "file";
const SUBJECT: Subject<'_> = Subject { task_id: None, field: FIELD };

/// Merges three texts whose lines end with `\n`.
pub(super) fn merge_lines([base, ours, theirs]: [&str; 3], options: &Options) -> Merged {
    let [was, our, their] = [base, ours, theirs].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut out = MergeWriter::new(options, ours.len());
    for chunk in diff3(&was, &our, &their) {
        match chunk {
            Chunk::Ours(lines) => out.text.push_str(&our[lines].concat()),
            Chunk::Theirs(lines) => out.text.push_str(&their[lines].concat()),
            Chunk::Conflict { base, ours, theirs } => {
                let [base, ours, theirs] = [&was[base], &our[ours], &their[theirs]].map(<[&str]>::concat);
                let message = "these lines were changed differently on both sides".to_owned();
                out.conflict(SUBJECT, Some(&base), &ours, &theirs, message);
            }
        }
    }
    merged(out)
}

/// One conflict of everything between the common first and last lines. The base is shown as a whole.
pub(super) fn one_conflict([base, ours, theirs]: [&str; 3], options: &Options) -> Merged {
    let [our, their] = [ours, theirs].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let start = our.iter().zip(&their).take_while(|(our, their)| our == their).count();
    let most = our.len().min(their.len()) - start;
    let end = our.iter().rev().zip(their.iter().rev()).take(most).take_while(|(our, their)| our == their).count();
    let mut out = MergeWriter::new(options, ours.len() + theirs.len());
    out.text.push_str(&our[..start].concat());
    let message = "the two sides cannot be merged into a valid plan".to_owned();
    out.conflict(
        SUBJECT,
        Some(base),
        &our[start..our.len() - end].concat(),
        &their[start..their.len() - end].concat(),
        message,
    );
    out.text.push_str(&our[our.len() - end..].concat());
    merged(out)
}

fn merged(out: MergeWriter<'_>) -> Merged {
    Merged { text: out.text, conflicts: out.conflicts, notes: Vec::new() }
}
