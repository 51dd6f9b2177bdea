//! History lines for a call's writes.

use crate::failure::Fault;
use crate::files::{
    AdoptedPlan, Cache, Content, Expected, Files, Interrupt, Need, NeedKind, ToolResult, Write, head_path,
    is_plan_file, strip_root,
};
use crate::history::{ChangeContext, FOLDER, History, PlanVersion, history_path, next_older_path};
use crate::plan::etag as plan_etag;
use crate::text::{Span, TextEdit};
use crate::toolkit::{CallInfo, ChangeOutput};

use super::adoption::adoption_of;

/// What the history calls the adoption of hand edits.
const ADOPT: &str = "adopt";

/// What a call adds to histories.
#[derive(Debug, Default)]
pub(super) struct HistoryWrites {
    pub(super) writes: Vec<Write>,
    /// Those of the writes that append to a history.
    pub(super) appends: Vec<HistoryAppend>,
    /// What the reply says about the change.
    pub(super) change: ChangeOutput,
}

/// Lines that are appended to a history.
#[derive(Debug)]
pub(super) struct HistoryAppend {
    /// Index among the writes.
    pub(super) index: usize,
    pub(super) path: String,
    /// Stamp and length of the history that the lines were made for.
    pub(super) before: (String, usize),
    pub(super) text: String,
}

/// The history of the only plan that a call needs which may write. It will most likely write that plan, and then decides only
/// once.
pub(super) fn likely_history(needs: &[Need]) -> Option<Need> {
    let [Need { path, kind: NeedKind::File, .. }] = needs else { return None };
    (is_plan_file(path) && strip_root(path) == path).then(|| Need::file(history_path(path)))
}

/// Asks for the histories of the plans that are to be written, and for what else their new lines depend on.
pub(super) fn require_histories(files: &Files<'_>, writes: &[Write]) -> ToolResult<()> {
    let mut missing = Vec::new();
    for write in writes.iter().filter(|write| is_recorded(write)) {
        match require_history(files, write) {
            Err(Interrupt::Need(needs)) => missing.extend(needs),
            other => other?,
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Interrupt::Need(missing)) }
}

fn require_history(files: &Files<'_>, write: &Write) -> ToolResult<()> {
    let history = files.history(&history_path(&write.path))?;
    if history.is_full() {
        files.names(FOLDER)?;
    }
    // Contents that the history has not seen may be those that git has.
    if let Expected::Etag(etag) = &write.expect
        && history.has_snapshot()
        && history.etag() != Some(etag)
        && !history.has_seen(etag)
    {
        let _is_known = files.text(&head_path(&write.path))?;
    }
    Ok(())
}

/// Plans have a history; pages that are generated next to them do not.
fn is_recorded(write: &Write) -> bool {
    is_plan_file(&write.path) && !matches!(write.content, Content::Text(_))
}

/// The history lines for what was just written. The cache still has the files as the call saw them; `etags` are those that
/// they have now.
///
/// Hand edits that the call adopted are a separate change, so that undoing the call keeps them.
pub(super) fn history_writes(
    cache: &Cache,
    call: &CallInfo,
    writes: &[Write],
    etags: &[String],
    adoptions: &[AdoptedPlan],
) -> HistoryWrites {
    let mut ids = ChangeIds::new(call);
    // A call may name a tool with dots.
    let tool = call.name.replace('.', "_");
    let mut recorded = HistoryWrites::default();
    for (write, etag) in writes.iter().zip(etags).filter(|(write, _)| is_recorded(write)) {
        let path = history_path(&write.path);
        let Some(history) = cache.history(&path) else { continue };
        if let Some(fault) = cache.history_fault(&path) {
            recorded.change.not_undoable = Some(not_undoable("read", fault));
            continue;
        }
        let before = cache.plan(&write.path).filter(|_| write.expect != Expected::Absent);
        let before = before.map(|found| PlanVersion { document: found.document, etag: found.etag });
        let context = ChangeContext {
            id: ids.next(cache),
            external_id: ids.next(cache),
            at_ms: call.now_ms,
            by: Some(&call.actor),
            tool: &tool,
            undoes: write.undoes.as_deref(),
            is_committed_version: before.is_some_and(|now| cache.etag(&head_path(&write.path)) == Some(now.etag)),
        };
        let lines = match &write.content {
            Content::Plan(document, edit) => {
                let after = PlanVersion { document, etag };
                match adoption_of(write, adoptions).map(|adopted| &adopted.adoption) {
                    None => history.new_lines(&context, before, Some(after), edit),
                    Some(adoption) => {
                        let id = ids.next(cache);
                        let adopting = ChangeContext { id, by: None, tool: ADOPT, undoes: None, ..context.clone() };
                        let etag = plan_etag(adoption.document.text().as_bytes());
                        let adopted = PlanVersion { document: &adoption.document, etag: &etag };
                        let mut lines = history.new_lines(&adopting, before, Some(adopted), &adoption.edit);
                        lines.text.push_str(&History::next_line(&context, adopted, after, edit));
                        lines
                    }
                }
            }
            Content::Text(_) | Content::Appended(_) | Content::Nothing => {
                let text = before.map_or("", |now| now.document.text());
                let deletion = TextEdit::replace(text, Span::new(0, text.len()), "");
                history.new_lines(&context, before, None, &deletion)
            }
        };
        recorded.change.change_id.get_or_insert(context.id);
        match lines.full {
            Some(full) => recorded.start_again(cache, &write.path, full, lines.text),
            None => recorded.append(cache, path, history.text().len(), lines.text),
        }
    }
    recorded
}

impl HistoryWrites {
    fn append(&mut self, cache: &Cache, path: String, length: usize, text: String) {
        let (index, before) = (self.writes.len(), (cache.stamp(&path).to_owned(), length));
        self.appends.push(HistoryAppend { index, path: path.clone(), before, text: text.clone() });
        self.writes.push(Write::new(path, Content::Appended(text), Expected::Anything));
    }

    /// Moves a full history to another file, and starts a new one.
    fn start_again(&mut self, cache: &Cache, plan: &str, full: String, text: String) {
        let (older, too_old) = next_older_path(plan, cache.names(FOLDER).iter());
        self.writes.push(Write::new(older, Content::Text(full), Expected::Anything));
        self.writes.push(Write::new(history_path(plan), Content::Text(text), Expected::Anything));
        self.writes.extend(too_old.into_iter().map(|path| Write::new(path, Content::Nothing, Expected::Anything)));
    }
}

/// Why a change cannot be undone although it was made.
pub(super) fn not_undoable(what: &str, fault: &Fault) -> String {
    // The rest of a message is about plans.
    let reason = fault.message().split(';').next().unwrap_or_default();
    format!("its history could not be {what}: {reason}")
}

/// New ids of changes: `c` and nine digits. They are random, and differ from those of all loaded histories.
struct ChangeIds(u32);

impl ChangeIds {
    const COUNT: u32 = 1_000_000_000;

    fn new(call: &CallInfo) -> Self {
        let [.., a, b, c, d] = call.entropy;
        Self(u32::from_be_bytes([a, b, c, d]) % Self::COUNT)
    }

    fn next(&mut self, cache: &Cache) -> String {
        loop {
            let number = self.0;
            self.0 = (self.0 + 1) % Self::COUNT;
            if !cache.histories().any(|history| history.has_number(number)) {
                return format!("c{number:09}");
            }
        }
    }
}
