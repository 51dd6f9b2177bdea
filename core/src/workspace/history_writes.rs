//! History lines for a call's writes.

use crate::files::{
    Cache, Content, Expected, Files, Interrupt, Need, NeedKind, ToolResult, Write, is_plan_file, strip_root,
};
use crate::history::{ChangeContext, PlanVersion, history_path, older_history_path};
use crate::plan::IdGenerator;
use crate::text::TextEdit;
use crate::toolkit::CallInfo;

/// A line to append to a history after the reply.
#[derive(Debug)]
pub(super) struct HistoryAppend {
    /// Index among the follow-ups.
    pub(super) index: usize,
    pub(super) path: String,
    /// Stamp and length of the history that the line was made for.
    pub(super) before: (String, usize),
    pub(super) text: String,
}

/// The history of the only plan that a call needs which may write. It will most likely write that plan, and then decides only
/// once.
pub(super) fn likely_history(needs: &[Need]) -> Option<Need> {
    let [Need { path, kind: NeedKind::File, .. }] = needs else { return None };
    (is_plan_file(path) && strip_root(path) == path).then(|| Need::file(history_path(path)))
}

/// Asks for the histories of the plans that are to be written.
pub(super) fn require_histories(files: &Files<'_>, writes: &[Write]) -> ToolResult<()> {
    let paths = writes.iter().filter(|write| is_recorded(write)).map(|write| history_path(&write.path));
    let missing: Vec<_> = paths.filter(|path| files.history(path).is_err()).map(Need::file).collect();
    if missing.is_empty() { Ok(()) } else { Err(Interrupt::Need(missing)) }
}

/// Plans have a history; pages that are generated next to them do not.
fn is_recorded(write: &Write) -> bool {
    is_plan_file(&write.path) && !matches!(write.content, Content::Text(_))
}

/// The history lines for what was just written. The cache still has the files as the call saw them; `etags` are those that
/// they have now.
pub(super) fn history_writes(
    cache: &Cache,
    call: &CallInfo,
    writes: &[Write],
    etags: &[String],
) -> (Vec<Write>, Vec<HistoryAppend>) {
    let mut ids = IdGenerator::new(call.now_ms, call.entropy);
    // A call may name a tool with dots.
    let tool = call.name.replace('.', "_");
    let mut lines = Vec::new();
    let mut appends = Vec::new();
    for (write, etag) in writes.iter().zip(etags).filter(|(write, _)| is_recorded(write)) {
        let path = history_path(&write.path);
        let Some(history) = cache.history(&path) else { continue };
        let happening = ChangeContext {
            // The part after the t_ of task ids.
            id: format!("c_{}", ids.next_id().split_off(2)),
            at_ms: call.now_ms,
            by: &call.actor,
            tool: &tool,
            undoes: write.undoes.as_deref(),
        };
        let before = cache.plan(&write.path).filter(|_| write.expect != Expected::Absent);
        let before = before.map(|found| PlanVersion { document: found.document, etag: found.etag });
        let nothing = TextEdit::default();
        let (after, edit) = match &write.content {
            Content::Plan(document, edit) => (Some(PlanVersion { document, etag }), edit),
            _ => (None, &nothing),
        };
        let mut text = history.append_records(&happening, before, after, edit);
        if history.is_full() {
            let older = Content::Text(history.text().to_owned());
            lines.push(Write::new(older_history_path(&write.path), older, Expected::Anything));
            text.insert_str(0, &history.snapshot_line());
            lines.push(Write::new(path, Content::Text(text), Expected::Anything));
        } else {
            let before = (cache.stamp(&path).to_owned(), history.text().len());
            appends.push(HistoryAppend { index: lines.len(), path: path.clone(), before, text: text.clone() });
            lines.push(Write::new(path, Content::Appended(text), Expected::Anything));
        }
    }
    (lines, appends)
}
