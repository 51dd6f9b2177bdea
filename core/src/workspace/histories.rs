//! What is written down of a call's writes.

use crate::history::{Happening, Version, history_path, older_history_path};
use crate::plan::IdSource;
use crate::text::TextEdit;

use super::cache::{Cache, is_plan_file};
use super::other_roots::within_root;
use super::write::{Content, Expected, Write};
use super::{Call, Files, Need, Stop};

/// The history of the one plan that a call needs which may write. That is most likely the plan it will write, and what it is
/// going to write is then made up only once.
pub(super) fn history_beside(needs: &[Need]) -> Option<Need> {
    let [Need::File(path)] = needs else { return None };
    (is_plan_file(path) && within_root(path) == path).then(|| Need::File(history_path(path)))
}

/// Asks for the histories of the plans that are to be written.
pub(super) fn need_histories(files: &Files<'_>, writes: &[Write]) -> Result<(), Stop> {
    let paths = writes.iter().filter(|write| is_recorded(write)).map(|write| history_path(&write.path));
    let missing: Vec<_> = paths.filter(|path| files.history(path).is_err()).map(Need::File).collect();
    if missing.is_empty() { Ok(()) } else { Err(Stop::Need(missing)) }
}

/// Whether a write is told of: that of a plan, and not of a page that is generated beside the plans.
fn is_recorded(write: &Write) -> bool {
    is_plan_file(&write.path) && !matches!(write.content, Content::Text(_))
}

/// The lines that tell of what was just written. The files are still as the call saw them; `etags` are those that they
/// have now.
pub(super) fn histories(cache: &Cache, call: &Call, writes: &[Write], etags: &[String]) -> Vec<Write> {
    let mut ids = IdSource::new(call.now_ms, call.entropy);
    // A call may name a tool with dots.
    let tool = call.name.replace('.', "_");
    let mut lines = Vec::new();
    for (write, etag) in writes.iter().zip(etags).filter(|(write, _)| is_recorded(write)) {
        let path = history_path(&write.path);
        let Some(history) = cache.history(&path) else { continue };
        let happening = Happening {
            // The part after the t_ of task ids.
            id: format!("c_{}", ids.next_id().split_off(2)),
            at_ms: call.now_ms,
            by: &call.actor,
            tool: &tool,
            undoes: write.undoes.as_deref(),
        };
        let before = cache.plan(&write.path).filter(|_| write.expect != Expected::Absent);
        let before = before.map(|found| Version { document: found.document, etag: found.etag });
        let nothing = TextEdit::default();
        let (after, edit) = match &write.content {
            Content::Plan(document, edit) => (Some(Version { document, etag }), edit),
            _ => (None, &nothing),
        };
        let mut text = history.lines_about(&happening, before, after, edit);
        if history.is_full() {
            let older = Content::Text(history.text().to_owned());
            lines.push(Write::new(older_history_path(&write.path), older, Expected::Anything));
            text.insert_str(0, &history.new_start());
            lines.push(Write::new(path, Content::Text(text), Expected::Anything));
        } else {
            lines.push(Write::new(path, Content::Appended(text), Expected::Anything));
        }
    }
    lines
}
