//! Diagnostics with columns.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::edit::RepairAction;
use crate::plan::{Diagnostic, DiagnosticCode, Document, Fix};
use crate::text::{Span, Utf16Columns, truncate};
use crate::word::Word;

use super::to_u32;

/// The diagnostics of a file, in the order of lines.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Diagnostics {
    /// A plan with errors cannot be edited.
    pub errors: Vec<PlanDiagnostic>,
    pub warnings: Vec<PlanDiagnostic>,
}

/// One problem in a file.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Diagnostic")]
pub struct PlanDiagnostic {
    pub code: DiagnosticCode,
    /// Counted from 1.
    pub line: u32,
    /// Start in the line, counted from 1 in UTF-16 code units; absent if it is about the whole file.
    pub column: Option<u32>,
    pub end_column: Option<u32>,
    /// What is wrong, and what to do about it.
    pub message: String,
    /// The repair that fixes it, if there is one.
    pub repair: Option<RepairAction>,
}

impl PlanDiagnostic {
    /// Diagnostics of a text, in order.
    pub fn all(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Self> {
        let mut columns = Utf16Columns::new(text);
        let view = |Diagnostic { code, line, span, message, fix, .. }| {
            let (column, end_column) = find_columns(&mut columns, span);
            Self { code, line: to_u32(line), column, end_column, message, repair: fix.as_ref().map(repair_of) }
        };
        diagnostics.into_iter().map(view).collect()
    }
}

fn repair_of(fix: &Fix) -> RepairAction {
    match fix {
        Fix::AddHeader => RepairAction::AddFormatHeader,
        Fix::AddId { .. } => RepairAction::AddMissingIds,
        Fix::JoinLines { .. } => RepairAction::JoinWrappedLines,
        Fix::ReplaceId { .. } => RepairAction::DedupeIds,
        Fix::Mark { .. } => RepairAction::NormalizeStatusChar,
        Fix::Indent => RepairAction::NormalizeIndent,
    }
}

/// One problem in a file, as tools list it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticView {
    pub code: String,
    pub line: u32,
    pub column: Option<u32>,
    pub end_column: Option<u32>,
    pub message: String,
}

/// Longest message of a diagnostic in a reply, in characters.
const LONGEST_MESSAGE: usize = 400;
/// How many errors a read of a broken plan lists.
const MAX_ERRORS: usize = 5;

impl DiagnosticView {
    /// Without columns.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.as_str().to_owned(),
            line: to_u32(diagnostic.line),
            column: None,
            end_column: None,
            message: truncate(&diagnostic.message, LONGEST_MESSAGE).into_owned(),
        }
    }

    /// Diagnostics of a text with their columns, in order.
    pub fn all<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>, text: &str) -> Vec<Self> {
        let mut columns = Utf16Columns::new(text);
        let view = |diagnostic: &Diagnostic| {
            let (column, end_column) = find_columns(&mut columns, diagnostic.span);
            Self { column, end_column, ..Self::of(diagnostic) }
        };
        diagnostics.map(view).collect()
    }

    /// The first errors of a broken plan, so that readers know that parts of it may be missing.
    pub fn errors_of(document: &Document) -> Option<Vec<Self>> {
        let errors: Vec<_> = document.plan().errors().take(MAX_ERRORS).map(Self::of).collect();
        (!errors.is_empty()).then_some(errors)
    }
}

fn find_columns(columns: &mut Utf16Columns<'_>, span: Option<Span>) -> (Option<u32>, Option<u32>) {
    span.and_then(|span| columns.of(span)).map(|(start, end)| (to_u32(start), to_u32(end))).unzip()
}
