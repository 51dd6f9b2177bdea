//! Files merged as lines, without a look at what they say: for what is no plan, or none that can be read.

use crate::text::{Chunk, diff3};

use super::conflict::Conflict;
use super::writer::{About, Output};
use super::{Merged, Options};

const ABOUT: About<'_> = About { task_id: None, field: "file" };

/// Merges three texts whose lines end with `\n`.
pub(super) fn merge_lines([base, ours, theirs]: [&str; 3], options: &Options) -> Merged {
    let [was, our, their] = [base, ours, theirs].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut out = Output::new(options, ours.len());
    for chunk in diff3(&was, &our, &their) {
        match chunk {
            Chunk::Ours(lines) => out.text.push_str(&our[lines].concat()),
            Chunk::Theirs(lines) => out.text.push_str(&their[lines].concat()),
            Chunk::Conflict { base, ours, theirs } => {
                let [base, ours, theirs] = [&was[base], &our[ours], &their[theirs]].map(<[&str]>::concat);
                let message = "these lines were changed differently on both sides".to_owned();
                out.conflict(ABOUT, Some(&base), &ours, &theirs, message);
            }
        }
    }
    merged(out)
}

/// One conflict about everything between the lines at which both texts start and end alike.
pub(super) fn one_conflict(ours: &str, theirs: &str, options: &Options) -> Merged {
    let [our, their] = [ours, theirs].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let start = our.iter().zip(&their).take_while(|(our, their)| our == their).count();
    let most = our.len().min(their.len()) - start;
    let end = our.iter().rev().zip(their.iter().rev()).take(most).take_while(|(our, their)| our == their).count();
    let mut out = Output::new(options, ours.len() + theirs.len());
    out.text.push_str(&our[..start].concat());
    let message = "the two sides cannot be merged into a valid plan".to_owned();
    out.conflict(
        ABOUT,
        None,
        &our[start..our.len() - end].concat(),
        &their[start..their.len() - end].concat(),
        message,
    );
    out.text.push_str(&our[our.len() - end..].concat());
    merged(out)
}

fn merged(out: Output<'_>) -> Merged {
    let conflicts: Vec<Conflict> = out.conflicts;
    Merged { text: out.text, conflicts, notes: Vec::new() }
}
