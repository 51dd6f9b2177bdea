//! Repair: applies the fixes of diagnostics, and normalizes indentation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::plan::{Diagnostic, DiagnosticCode, Document, Fix, HEADER, IdGenerator};
use crate::text::{Replacement, Span, TextEdit, bom_length, lines};
use crate::word::Word;

use super::EditError;
use super::indent::normalize_indent;
use super::lines::insert_lines;

/// What a repair can do, in the order in which it is done.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, EnumString, VariantArray,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum RepairAction {
    /// Writes the format header at the top.
    AddFormatHeader,
    /// Joins task lines that a formatter wrapped.
    JoinWrappedLines,
    /// Turns `[x]`, `[X]` and other common marks into the plan's own, and other bullets into `-`.
    NormalizeStatusChar,
    /// Gives a new id to every task without a usable one.
    AddMissingIds,
    /// Gives a new id to every task whose id is used above it.
    DedupeIds,
    /// Indents tasks by two spaces per level, and moves their blocks along.
    NormalizeIndent,
}

/// One thing that a repair did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AppliedRepair {
    pub action: RepairAction,
    /// The line at the time of the repair, counted from 1.
    pub line: usize,
}

/// The result of [`repair`].
#[derive(Clone, Debug)]
pub struct Repaired {
    pub document: Document,
    /// The change, as one edit of the old text.
    pub edit: TextEdit,
    pub applied: Vec<AppliedRepair>,
}

/// Repairs any text, as far as the actions can. Their order in `actions` does not matter. A text with a git conflict is
/// rejected: both sides contain copies of the same tasks, and a repair would make them different tasks.
///
/// ```
/// use long_term_plan_core::edit::{repair, RepairAction};
/// use long_term_plan_core::plan::{validate, Document, IdGenerator};
/// let broken = Document::new("# Demo\n- [x] Ship it\n".into());
/// use long_term_plan_core::word::Word;
/// let repaired = repair(&broken, RepairAction::ALL, &mut IdGenerator::new(0, [0; 10])).unwrap();
/// assert!(validate(repaired.document.text()).errors.is_empty());
/// assert_eq!(repaired.applied.len(), 3);
/// ```
pub fn repair(document: &Document, actions: &[RepairAction], ids: &mut IdGenerator) -> Result<Repaired, EditError> {
    repair_since(None, document, actions, ids)
}

/// The same for a plan whose last recorded version is known. Of several tasks with one id, the one that has not changed since then
/// keeps it; otherwise, the first does.
pub fn repair_since(
    recorded: Option<&Document>,
    document: &Document,
    actions: &[RepairAction],
    ids: &mut IdGenerator,
) -> Result<Repaired, EditError> {
    if document.plan().has_conflict() {
        let conflicts = document.plan().errors().filter(|error| error.code == DiagnosticCode::ConflictMarker);
        return Err(EditError::invalid_plan(conflicts));
    }
    let mut repaired = Repaired { document: document.clone(), edit: TextEdit::default(), applied: Vec::new() };
    for action in RepairAction::ALL.iter().copied().filter(|action| actions.contains(action)) {
        let (edit, lines) = match action {
            RepairAction::NormalizeIndent => normalize_indent(repaired.document.text()),
            RepairAction::DedupeIds => replace_duplicate_ids(recorded, &repaired.document, ids),
            _ => apply_fixes(&repaired.document, action, ids),
        };
        let next = repaired.document.edited(&edit);
        if repaired.document.plan().has_header() && !next.plan().has_header() {
            // A separating line has pushed the header down too far, so the indentation stays unchanged.
            continue;
        }
        repaired.applied.extend(lines.into_iter().map(|line| AppliedRepair { action, line }));
        repaired.edit = repaired.edit.then(&edit);
        repaired.document = next;
    }
    Ok(repaired)
}

/// Applies the fixes that belong to `action`, and returns their lines too.
fn apply_fixes(document: &Document, action: RepairAction, ids: &mut IdGenerator) -> (TextEdit, Vec<usize>) {
    let text = document.text();
    let mut edit = TextEdit::default();
    let mut repaired_lines: Vec<usize> = Vec::new();
    for Diagnostic { line, fix, .. } in &document.plan().diagnostics {
        let replacements = match (action, fix) {
            // A line with both a wrong bullet and a wrong mark has two diagnostics with the same fix.
            (RepairAction::NormalizeStatusChar, Some(Fix::Mark { .. })) if repaired_lines.last() == Some(line) => {
                continue;
            }
            (RepairAction::NormalizeStatusChar, Some(Fix::Mark { bullet, checkbox, status })) => {
                vec![
                    replacement(*bullet, "-".into()),
                    replacement(*checkbox, document.plan().marker_style().checkbox(*status)),
                ]
            }
            (RepairAction::AddFormatHeader, Some(Fix::AddHeader)) => {
                vec![insert_lines(text, bom_length(text), HEADER)]
            }
            (RepairAction::JoinWrappedLines, Some(Fix::JoinLines { lines })) => line_breaks(text, *lines),
            (RepairAction::AddMissingIds, Some(Fix::AddId { at, within_comment })) => {
                let id = ids.next_id();
                let written = if *within_comment { id } else { format!(" <!-- long-term-plan:id={id} -->") };
                vec![replacement(*at, written)]
            }
            _ => continue,
        };
        for each in replacements {
            edit.push(text, each.span, &each.text);
        }
        repaired_lines.push(*line);
    }
    (edit, repaired_lines)
}

/// Gives new ids to all but one of the tasks that have the same id, and returns their lines too.
fn replace_duplicate_ids(
    recorded: Option<&Document>,
    document: &Document,
    ids: &mut IdGenerator,
) -> (TextEdit, Vec<usize>) {
    let (text, plan) = (document.text(), document.plan());
    // The places of each id that occurs several times, with their lines.
    let mut places: BTreeMap<&str, Vec<(Span, usize)>> = BTreeMap::new();
    for Diagnostic { line, fix, .. } in &plan.diagnostics {
        let Some(Fix::ReplaceId { id }) = fix else { continue };
        let first = || plan.find(text, id.of(text)).map(|first| (plan.tasks[first].id, plan.tasks[first].line));
        places.entry(id.of(text)).or_insert_with(|| first().into_iter().collect()).push((*id, *line));
    }
    let mut replaced: Vec<(Span, usize)> = Vec::new();
    for (id, mut places) in places {
        let unchanged = recorded.and_then(|recorded| {
            let known = recorded.plan().find(recorded.text(), id)?;
            let line = recorded.plan().tasks[known].span.of(recorded.text()).trim();
            places.iter().position(|(span, _)| line_around(text, *span).trim() == line)
        });
        places.remove(unchanged.unwrap_or_default());
        replaced.extend(places);
    }
    replaced.sort_unstable_by_key(|(span, _)| span.start);
    let mut edit = TextEdit::default();
    for (span, _) in &replaced {
        edit.push(text, *span, &ids.next_id());
    }
    (edit, replaced.into_iter().map(|(_, line)| line).collect())
}

/// The line that contains `span`.
fn line_around(text: &str, span: Span) -> &str {
    let is_break = |character: char| matches!(character, '\n' | '\r');
    let start = text[..span.start].rfind(is_break).map_or(0, |at| at + 1);
    let end = text[span.end..].find(is_break).map_or(text.len(), |at| span.end + at);
    &text[start..end]
}

/// Replaces each line break in `span`, and the white space around it, by one space.
fn line_breaks(text: &str, span: Span) -> Vec<Replacement> {
    let mut breaks = Vec::new();
    let mut above = span.start;
    for line in lines(span.of(text)).skip(1) {
        let content = line.content.shifted(span.start).trimmed(text);
        breaks.push(replacement(Span::new(above, content.start), " ".into()));
        above = content.end;
    }
    breaks
}

fn replacement(span: Span, text: String) -> Replacement {
    Replacement { span, text }
}
