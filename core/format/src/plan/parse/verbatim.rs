//! Lines of verbatim blocks: they are content, and nothing else.

use crate::markdown::VerbatimBlock;
use crate::text::{Line, Span};

use super::super::line::{LineKind, LineShape, classify_line};
use super::super::verbatim::{OpenVerbatim, UnclosedBlock, VerbatimLine};
use super::super::{Diagnostic, DiagnosticCode, Severity};
use super::Parser;

/// An open block, and what is reported if it is never closed.
#[derive(Clone, Copy)]
pub(super) struct ParsedVerbatim {
    open: OpenVerbatim,
    line: usize,
    opening: Span,
    /// Whether a line in it looks like a task or a heading.
    hides_tasks: bool,
    /// Number of diagnostics before it.
    diagnostics: usize,
}

impl Parser<'_> {
    /// Opens the block that a line opens.
    pub(super) fn open_verbatim(&mut self, line: Line, shape: &LineShape) {
        if let Some(open) = OpenVerbatim::opened_by(self.text, shape, &self.open_items) {
            let diagnostics = self.plan.diagnostics.len();
            let (line, opening) = (line.number, shape.content);
            self.verbatim = Some(ParsedVerbatim { open, line, opening, hides_tasks: false, diagnostics });
        }
    }

    /// Reads a line after one that opened a block. Returns whether the line belongs to the block.
    #[inline(never)]
    pub(super) fn continue_verbatim(&mut self, line: Line) -> bool {
        let Some(verbatim) = &mut self.verbatim else { return false };
        let shape = classify_line(self.text, line.content);
        if shape.kind == LineKind::Blank {
            return true;
        }
        match verbatim.open.read(self.text, &shape) {
            VerbatimLine::After => {
                self.end_unclosed(false);
                return false;
            }
            VerbatimLine::Last => self.verbatim = None,
            VerbatimLine::Inside => {
                verbatim.hides_tasks |=
                    matches!(shape.kind, LineKind::Heading { .. } | LineKind::Item { checkbox: Some(_), .. });
            }
        }
        self.end_line(line);
        true
    }

    /// Ends the open block with its list item or with the file.
    #[inline(never)]
    pub(super) fn end_unclosed(&mut self, is_end_of_file: bool) {
        let Some(ParsedVerbatim { open, line, opening, hides_tasks, diagnostics }) = self.verbatim.take() else {
            return;
        };
        self.plan.unclosed.push(UnclosedBlock { open, end: self.content_end });
        // That a block ends with its list item is no problem unless it swallows something.
        if !hides_tasks && !is_end_of_file {
            return;
        }
        let name = if open.block == VerbatimBlock::Comment { "comment" } else { "code block" };
        let reach = if open.is_in_item() { "list item" } else { "file" };
        let hidden = if hides_tasks { ", with everything that looks like a task or heading there" } else { "" };
        let message = format!(
            "the {name} is never closed, so the rest of the {reach} belongs to it{hidden}; close it with {}",
            open.block.closing_line()
        );
        let severity = if hides_tasks { Severity::Error } else { Severity::Warning };
        let found = Diagnostic::new(DiagnosticCode::UnclosedBlock, line, Some(opening), message);
        self.plan.diagnostics.insert(diagnostics, Diagnostic { severity, ..found });
    }
}
