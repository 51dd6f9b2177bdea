//! What is said about a plan, and what became of one.

use crate::contract::output;
use crate::edit::{EditError, RepairAction};
use crate::plan::{Code, Diagnostic, Document, Fix, Status};
use crate::query::Hit;
use crate::text::{TextEdit, Utf16Columns, Utf16Positions};

use super::number;

output! {
    /// What is wrong with a file, in the order of its lines.
    pub struct Findings {
        /// What keeps the plan from being edited.
        "errors" errors: Vec<Finding>,
        /// What is worth a look.
        "warnings" warnings: Vec<Finding>,
    }
}

output! {
    /// One finding.
    pub struct Finding {
        /// Its kind.
        "code" code: Code,
        /// Its line, counted from 1.
        "line" line: u32,
        /// Where it starts in the line, counted from 1 in UTF-16 units; absent when it is about no particular place.
        "column" column: Option<u32>,
        /// Where it ends.
        "endColumn" end_column: Option<u32>,
        /// What is wrong and what to do.
        "message" message: String,
        /// The repair that does it, if one does.
        "repair" repair: Option<RepairAction>,
    }
}

output! {
    /// What a list of operations did.
    pub struct AppliedOps {
        /// For each operation, the id of its task; empty for the plan itself.
        "taskIds" task_ids: Vec<String>,
        /// What changed in the text.
        "changedRanges" changed_ranges: Vec<ChangedRange>,
    }
}

output! {
    /// A place where the text changed. Several are in order and do not overlap.
    pub struct ChangedRange {
        /// Where it started in the text before, in UTF-16 units; a byte order mark is one.
        "start" start: u32,
        /// Where it ended in the text before.
        "end" end: u32,
        /// What stands there now.
        "text" text: String,
    }
}

output! {
    /// What a repair did.
    pub struct RepairedText {
        /// What was done, in order.
        "applied" applied: Vec<AppliedRepair>,
        /// What changed in the text.
        "changedRanges" changed_ranges: Vec<ChangedRange>,
    }
}

output! {
    /// One thing that a repair did.
    pub struct AppliedRepair {
        /// What.
        "action" action: RepairAction,
        /// The line, as it was when it was done.
        "line" line: u32,
    }
}

output! {
    /// Tasks that were found.
    pub struct SearchHits {
        /// How many there are.
        "total" total: u32,
        /// The best of them, best first.
        "hits" hits: Vec<SearchHit>,
    }
}

output! {
    /// A task that was found.
    pub struct SearchHit {
        /// Its id.
        "taskId" task_id: String,
        /// Its title.
        "title" title: String,
        /// Its status.
        "status" status: Status,
        /// The headings that lead to it.
        "sectionPath" section_path: Vec<String>,
        /// Where the body holds a word that the title does not.
        "excerpt" excerpt: Option<String>,
    }
}

output! {
    /// An answer to operations that cannot be carried out.
    pub struct Refusal {
        /// Why.
        "error" error: RefusedOp,
    }
}

output! {
    /// Why operations were refused; nothing was changed.
    pub struct RefusedOp {
        /// The kind of error.
        "code" code: String,
        /// What is wrong and what to do.
        "message" message: String,
        /// Index of the operation in question.
        "op" op: u32,
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        let EditError { code, message, op, .. } = error;
        Self { error: RefusedOp { code: code.to_owned(), message, op: number(op) } }
    }
}

/// An edit as what changed in the text before.
pub fn changed_ranges(text_before: &str, edit: &TextEdit) -> Vec<ChangedRange> {
    let mut positions = Utf16Positions::new(text_before);
    let ranges = edit.replacements().iter().map(|each| ChangedRange {
        start: number(positions.offset(each.span.start)),
        end: number(positions.offset(each.span.end)),
        text: each.text.clone(),
    });
    ranges.collect()
}

/// Diagnostics with their columns.
pub fn findings(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Finding> {
    let mut columns = Utf16Columns::new(text);
    let findings = diagnostics.into_iter().map(|Diagnostic { code, line, span, message, fix }| {
        let columns = span.and_then(|span| columns.of(span));
        Finding {
            code,
            line: number(line),
            column: columns.map(|(start, _)| number(start)),
            end_column: columns.map(|(_, end)| number(end)),
            message,
            repair: fix.as_ref().map(repair_of),
        }
    });
    findings.collect()
}

fn repair_of(fix: &Fix) -> RepairAction {
    match fix {
        Fix::AddHeader => RepairAction::AddFormatHeader,
        Fix::AddId { .. } => RepairAction::AddMissingIds,
        Fix::ReplaceId { .. } => RepairAction::DedupeIds,
        Fix::Mark { .. } => RepairAction::NormalizeStatusChar,
        Fix::Indent => RepairAction::NormalizeIndent,
    }
}

/// The first `limit` of what a search found.
pub fn search_hits(document: &Document, found: &[Hit], limit: usize) -> SearchHits {
    let (text, plan) = (document.text(), document.plan());
    let shown = found.iter().take(limit).filter_map(|hit| {
        let task = plan.tasks.get(hit.task)?;
        Some(SearchHit {
            task_id: task.id.of(text).to_owned(),
            title: task.title.of(text).to_owned(),
            status: task.status,
            section_path: plan.section_path(text, task.section).into_iter().map(ToOwned::to_owned).collect(),
            excerpt: hit.excerpt(document),
        })
    });
    SearchHits { total: number(found.len()), hits: shown.collect() }
}
