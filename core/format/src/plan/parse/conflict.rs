//! Conflicts that git left behind. Their markers are no part of the plan.

use crate::text::Line;

use super::super::line::conflict_marker;
use super::super::{Diagnostic, DiagnosticCode};
use super::Parser;
use super::verbatim::ParsedVerbatim;

/// The conflict that the current line is in.
#[derive(Clone, Copy)]
pub(super) struct OpenConflict {
    /// Length of its markers.
    size: usize,
    /// The block that was open before it: each side starts in it.
    verbatim: Option<ParsedVerbatim>,
}

impl Parser<'_> {
    /// Reads a line that may be a conflict marker, and returns whether it is one. A conflict is reported once, at its first
    /// marker, and nothing else is reported inside it: most of it would be about the other side's copy of a task.
    pub(super) fn conflict_marker(&mut self, line: Line) -> bool {
        match self.text.as_bytes().get(line.content.start) {
            Some(mark @ b'<') => self.read_marker(line, *mark),
            Some(mark @ (b'|' | b'=' | b'>')) if self.conflict.is_some() => self.read_marker(line, *mark),
            _ => false,
        }
    }

    #[cold]
    #[inline(never)]
    fn read_marker(&mut self, line: Line, mark: u8) -> bool {
        let Some(size) = conflict_marker(line.content.of(self.text), mark) else { return false };
        match self.conflict {
            // Conflicts within the common version, as diff3 shows it, have longer markers.
            Some(open) if size > open.size => {}
            _ if mark == b'<' => self.open_conflict(line, size),
            Some(_) if mark == b'>' => self.conflict = None,
            Some(open) => self.verbatim = open.verbatim,
            None => {}
        }
        self.end_line(line);
        true
    }

    fn open_conflict(&mut self, line: Line, size: usize) {
        let message = "git left a merge conflict here; resolve it with plan_resolve or `ltp resolve <plan>`";
        let found = Diagnostic::new(DiagnosticCode::ConflictMarker, line.number, Some(line.content), message);
        self.plan.diagnostics.push(found);
        self.conflict = Some(OpenConflict { size, verbatim: self.verbatim });
    }

    /// Drops what a conflict may have caused outside of it: both sides have copies of tasks, and may nest or close differently.
    pub(super) fn finish_conflicts(&mut self) {
        use DiagnosticCode::{DuplicateTaskId, InvalidIndent, UnclosedBlock};
        if self.plan.has_conflict() {
            let may_be_caused = |code| matches!(code, DuplicateTaskId | InvalidIndent | UnclosedBlock);
            self.plan.diagnostics.retain(|each| !may_be_caused(each.code));
        }
    }
}
