//! Undoes a change.

use crate::edit::sort_by_position;
use crate::plan::{DiagnosticCode, Document};
use crate::query::{ChangeKind, compare};
use crate::text::{Replacement, Span, TextEdit, truncate};

use super::{ChangeRecord, LineChange, PlanVersion};

/// The edit that undoes a change, or why that is not possible: the lines that the change wrote must still exist, and nothing
/// else may get another meaning.
pub fn undo(record: &ChangeRecord, now: PlanVersion<'_>) -> Result<TextEdit, String> {
    if record.is_hand_edit() {
        return Err("it is a hand edit, and the text before it is unknown; look for it in git".into());
    }
    if record.edits.is_empty() {
        return Err("its text was not kept".into());
    }
    let text = now.document.text();
    let is_last = record.after.as_deref() == Some(now.etag);
    let mut replacements = Vec::new();
    let mut shift: isize = 0;
    for edit in &record.edits {
        let exact = edit.at.checked_add_signed(shift).filter(|_| is_last);
        shift += edit.new.len().cast_signed() - edit.old.len().cast_signed();
        let start = exact
            .or_else(|| position_of(text, edit))
            .filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(&edit.new)));
        let start = start.ok_or_else(|| changed_since(edit))?;
        replacements.push(Replacement { span: Span::new(start, start + edit.new.len()), text: edit.old.clone() });
    }
    sort_by_position(&mut replacements);
    if !replacements.is_sorted_by(|one, next| one.span.end <= next.span.start) {
        return Err("its lines were joined with others since".into());
    }
    let edit = TextEdit::from_iter(replacements).narrowed(text);
    // The state before the last change is always a valid state to return to.
    if !is_last {
        check(record, now.document, &now.document.edited(&edit))?;
    }
    Ok(edit)
}

fn changed_since(edit: &LineChange) -> String {
    let line =
        edit.new.lines().chain(edit.old.lines()).map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    format!("its lines were changed since: {:?}", truncate(line, 100))
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

/// Rejects an undo that would add errors or warnings, or change tasks that the record does not mention.
fn check(record: &ChangeRecord, now: &Document, then: &Document) -> Result<(), String> {
    if let Some(error) = then.plan().errors().next() {
        return Err(format!("the plan would be broken: {}", error.to_line()));
    }
    let is_its_own = |id: &str| record.changes.iter().any(|change| change.task_id == id);
    let is_position = |change: &ChangeKind| matches!(change, ChangeKind::Field { name, .. } if name == "position");
    let other = compare(now, then).into_iter().find(|each| !is_its_own(&each.task_id) && !is_position(&each.change));
    if let Some(other) = other {
        return Err(format!("it would also change task {}", other.task_id));
    }
    let [before, after] = [now, then].map(dangling_dependencies);
    match after.iter().find(|line| !before.contains(line)) {
        Some(line) => Err(format!("other tasks depend on it now: {line}")),
        None => Ok(()),
    }
}

/// Warnings that an undo must not add.
fn dangling_dependencies(document: &Document) -> Vec<String> {
    let warnings = crate::plan::Diagnostics::of(document.plan(), document.text()).warnings;
    let is_dangling = |code| matches!(code, DiagnosticCode::UnknownDependency | DiagnosticCode::DependencyCycle);
    warnings.into_iter().filter(|each| is_dangling(each.code)).map(|each| each.message).collect()
}
