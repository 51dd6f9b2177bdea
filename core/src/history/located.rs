//! Versions around a change whose texts are not in the history: the lines that it wrote are searched for in the plan.

use crate::text::{Replacement, Span, TextEdit};

use super::{ChangeRecord, LineChange, Version, Versions};

impl Versions {
    /// The plan as it is now, and without the lines that a change wrote, if each of them is found exactly once.
    pub fn located(record: &ChangeRecord, now: &str) -> Option<Self> {
        let replacement = |edit: &LineChange| {
            let start = position_of(now, edit)?;
            Some(Replacement { span: Span::new(start, start + edit.new.len()), text: edit.old.clone() })
        };
        let mut replacements = record.edits.iter().map(replacement).collect::<Option<Vec<_>>>()?;
        replacements.sort_by_key(|each| (each.span.start, each.span.end));
        let is_disjoint = replacements.is_sorted_by(|one, next| one.span.end <= next.span.start);
        if !is_disjoint || replacements.is_empty() {
            return None;
        }
        let version = |etag: &Option<String>, text: String| Version { etag: etag.clone(), text: Some(text) };
        let before = TextEdit::from_iter(replacements).apply(now);
        Some(Self { before: version(&record.before, before), after: version(&record.after, now.to_owned()) })
    }
}

/// The position of the lines that a change wrote, if it is unambiguous.
fn position_of(text: &str, edit: &LineChange) -> Option<usize> {
    let LineChange { new, above, below, .. } = edit;
    if !new.is_empty() {
        let around = format!("{above}{new}{below}");
        return only(text, new).or_else(|| only(text, &around).map(|at| at + above.len()));
    }
    let between = only(text, &format!("{above}{below}")).map(|at| at + above.len());
    let after = || only(text, above).map(|at| at + above.len());
    between.or_else(after).or_else(|| only(text, below))
}

/// The position of these lines, if they are not blank and occur only once.
fn only(text: &str, lines: &str) -> Option<usize> {
    if lines.trim().is_empty() {
        return None;
    }
    let starts_line = |at: usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
    let ends_line = |at: usize| lines.ends_with('\n') || at == text.len() || text.as_bytes()[at] == b'\n';
    let mut positions =
        text.match_indices(lines).map(|(at, _)| at).filter(|at| starts_line(*at) && ends_line(at + lines.len()));
    let position = positions.next()?;
    positions.next().is_none().then_some(position)
}
