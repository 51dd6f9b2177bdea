//! Task lines that a formatter wrapped: the id comment is at the end of a later line.

use crate::text::Span;

use super::super::line::{self, LineShape};
use super::super::{DiagnosticCode, Fix};
use super::Parser;

/// A task line without an id. Its text may continue on the next line.
#[derive(Clone, Copy)]
pub(super) struct UnfinishedTask {
    /// Index of the diagnostic about the missing id.
    diagnostic: usize,
    columns: usize,
    /// End of its first line.
    first_end: usize,
    /// Start of a comment that is still open.
    open_comment: Option<usize>,
}

impl Parser<'_> {
    /// Remembers the task on this line, about whose id the last diagnostic is. If the line mentions an id, the task continues
    /// only inside that comment.
    #[cold]
    #[inline(never)]
    pub(super) fn expect_continuation(&mut self, shape: &LineShape, mentions_id: bool) {
        let open_comment = line::open_comment(self.text, shape.content, None);
        let is_complete = mentions_id && open_comment.is_none();
        // Inside a conflict nothing was reported.
        if let Some(diagnostic) = self.plan.diagnostics.len().checked_sub(1)
            && self.conflict.is_none()
            && !is_complete
        {
            let (columns, first_end) = (shape.columns, shape.content.end);
            self.unfinished = Some(UnfinishedTask { diagnostic, columns, first_end, open_comment });
        }
    }

    /// Reads a line of text after an unfinished task. Returns whether the line belongs to the task.
    #[cold]
    #[inline(never)]
    pub(super) fn continue_task(&mut self, task: UnfinishedTask, shape: &LineShape) -> bool {
        let content = shape.content;
        if line::looks_like_task(content.of(self.text), shape.columns <= task.columns) {
            return false;
        }
        let ends_comment = content.of(self.text).ends_with("-->");
        let up_to_comment = Span::new(content.start, content.end - if ends_comment { "-->".len() } else { 0 });
        let open_comment = line::open_comment(self.text, up_to_comment, task.open_comment);
        if ends_comment && open_comment.is_some_and(|start| line::is_id_comment(self.text, start, content.end)) {
            self.report_wrapped(task, content.end);
        } else {
            let open_comment = open_comment.filter(|_| !ends_comment);
            self.unfinished = Some(UnfinishedTask { open_comment, ..task });
        }
        true
    }

    /// Turns the diagnostic about the missing id into one about the wrapped line.
    fn report_wrapped(&mut self, task: UnfinishedTask, end: usize) {
        let Some(diagnostic) = self.plan.diagnostics.get_mut(task.diagnostic) else { return };
        diagnostic.code = DiagnosticCode::WrappedTaskLine;
        diagnostic.message =
            "the task's line was wrapped, so its id is on another line; run the repair joinWrappedLines".into();
        diagnostic.fix = Some(Fix::JoinLines { lines: Span::new(task.first_end, end) });
    }
}
