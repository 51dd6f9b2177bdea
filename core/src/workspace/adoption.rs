//! Hand edits that a write adopts first, as a separate change.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::contract::to_json;
use crate::edit::{AdoptedEdit, adopt};
use crate::files::{AdoptedPlan, Cache, Content, Need, Write, is_plan_file, strip_root};
use crate::history::{History, history_path};
use crate::plan::IdGenerator;
use crate::text::Interner;
use crate::toolkit::{CallInfo, MakeResult, truncate_list};

/// Longest list of adopted hand edits in a reply, in characters.
const LONGEST_LIST: usize = 3_000;

/// The loaded plans whose hand edits can be adopted, or what must be loaded to decide that.
pub(super) fn adoptions(
    cache: &Cache,
    confirmed: &Interner<String>,
    call: &CallInfo,
) -> Result<Vec<AdoptedPlan>, Vec<Need>> {
    let mut missing = Vec::new();
    let mut adopted = Vec::new();
    let own = confirmed.iter().filter(|path| is_plan_file(path) && strip_root(path) == *path);
    for (path, plan) in own.filter_map(|path| Some((path, cache.plan(path)?))) {
        if plan.document.plan().errors().next().is_none() {
            continue;
        }
        let history = history_path(path);
        if confirmed.find(&history).is_none() {
            missing.push(Need::file(history));
            continue;
        }
        let recorded = cache.history(&history).and_then(History::last_document);
        // Not those that the call itself gives out.
        let mut ids = IdGenerator::new(call.now_ms, call.entropy.map(|byte| !byte));
        let adoption = adopt(plan.document, recorded.as_ref(), &mut ids);
        let etag = plan.etag.to_owned();
        adopted.extend(adoption.map(|adoption| AdoptedPlan { path: path.to_owned(), etag, adoption }));
    }
    if missing.is_empty() { Ok(adopted) } else { Err(missing) }
}

/// The adoption that a write is based on.
pub(super) fn adoption_of<'a>(write: &Write, adoptions: &'a [AdoptedPlan]) -> Option<&'a AdoptedPlan> {
    let is_edit = matches!(write.content, Content::Plan(..));
    adoptions.iter().find(|adopted| is_edit && adopted.path == write.path)
}

/// The write as an edit of the file before the adoption.
pub(super) fn from_the_file(write: Write, adoptions: &[AdoptedPlan]) -> Write {
    let Some(adopted) = adoption_of(&write, adoptions) else { return write };
    let Content::Plan(document, edit) = write.content else { return write };
    Write { content: Content::Plan(document, adopted.adoption.edit.then(&edit)), ..write }
}

/// The reply with the hand edits that were adopted.
pub(super) fn with_adopted(
    result: MakeResult<String>,
    writes: &[Write],
    adoptions: &[AdoptedPlan],
) -> MakeResult<String> {
    #[skip_serializing_none]
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Fields {
        adopted: Vec<AdoptedEdit>,
        adopted_left_out: Option<u32>,
    }

    let plans = writes.iter().filter_map(|write| adoption_of(write, adoptions));
    let adopted: Vec<_> = plans.flat_map(|plan| plan.adoption.adopted.iter().cloned()).collect();
    if adopted.is_empty() {
        return result;
    }
    let (adopted, adopted_left_out) = truncate_list(adopted, LONGEST_LIST);
    let fields = to_json(&Fields { adopted, adopted_left_out });
    Box::new(move |written| merged(&result(written), &fields))
}

/// One JSON object with the fields of both.
fn merged(one: &str, other: &str) -> String {
    match (one.strip_suffix('}'), other.strip_prefix('{')) {
        (Some("{"), Some(_)) => other.to_owned(),
        (Some(start), Some(end)) => format!("{start},{end}"),
        _ => one.to_owned(),
    }
}
